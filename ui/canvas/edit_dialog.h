// A small dialog for one edit: it tries the edit while values are typed, says what stands against it, and applies it on its button.
#pragma once

#include "ui/document/document.h"

#include <QDialog>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace rackwright {

class EditDialog : public QDialog {
    Q_OBJECT
public:
    EditDialog(Document& document, const QString& title, const QString& verb, QWidget* parent);

    /// Why the edit is not possible as it stands; empty when it is.
    [[nodiscard]] QString problem() const { return problem_; }
    void accept() override;

Q_SIGNALS:
    void applied();

protected:
    /// What the values say now.
    [[nodiscard]] virtual Document::Edit edit() const = 0;
    [[nodiscard]] virtual QString stepName() const = 0;
    /// What the edit would give, in a line: "dgx-05 … dgx-08".
    [[nodiscard]] virtual QString previewOf(const Project& after) const;
    /// Tries the edit anew; connect every input to it.
    void look();

    Document& document_;
    QFormLayout* form_;

private:
    QLabel* note_;
    QPushButton* button_;
    QString problem_;
};

} // namespace rackwright
