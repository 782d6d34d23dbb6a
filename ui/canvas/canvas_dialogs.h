// The dialogs of the canvas: an array of a device, new names, another part, more racks.
#pragma once

#include "core/design/edit.h"
#include "ui/canvas/edit_dialog.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>

#include <vector>

namespace rackwright {

/// Many more of one device.
class ArrayDialog : public EditDialog {
    Q_OBJECT
public:
    ArrayDialog(Document& document, Id device, QWidget* parent);

protected:
    [[nodiscard]] Document::Edit edit() const override;
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString previewOf(const Project& after) const override;

private:
    Id device_{};
    QSpinBox *count_, *first_;
    QDoubleSpinBox* step_;
    QLineEdit* pattern_;
};

/// One name, or a pattern for several.
class RenameDialog : public EditDialog {
    Q_OBJECT
public:
    RenameDialog(Document& document, edit::Thing thing, std::vector<Id> ids, QWidget* parent);

protected:
    [[nodiscard]] Document::Edit edit() const override;
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString previewOf(const Project& after) const override;

private:
    edit::Thing thing_;
    std::vector<Id> ids_;
    QLineEdit* pattern_;
    QSpinBox* first_;
};

/// Another part in the place of the selected devices or racks.
class ReplaceDialog : public EditDialog {
    Q_OBJECT
public:
    ReplaceDialog(Document& document, bool areRacks, std::vector<Id> ids, QWidget* parent);

protected:
    [[nodiscard]] Document::Edit edit() const override;
    [[nodiscard]] QString stepName() const override;

private:
    void fill();
    [[nodiscard]] std::string chosen() const;

    bool areRacks_;
    std::vector<Id> ids_;
    std::vector<PartPtr> parts_; ///< of the same way of mounting
    QLineEdit* filter_;
    QListWidget* list_;
};

/// Racks at the end of a row.
class AddRackDialog : public EditDialog {
    Q_OBJECT
public:
    AddRackDialog(Document& document, QWidget* parent);

protected:
    [[nodiscard]] Document::Edit edit() const override;
    [[nodiscard]] QString stepName() const override;
    [[nodiscard]] QString previewOf(const Project& after) const override;

private:
    [[nodiscard]] edit::AddRacks request() const;

    QComboBox *part_, *room_;
    QSpinBox *count_, *row_;
    QDoubleSpinBox* limitKw_;
};

} // namespace rackwright
