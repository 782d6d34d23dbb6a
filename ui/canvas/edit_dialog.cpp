#include "ui/canvas/edit_dialog.h"

#include "ui/canvas/ghost.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>

namespace rackwright {

EditDialog::EditDialog(Document& document, const QString& title, const QString& verb, QWidget* parent)
    : QDialog{parent}, document_{document}, form_{new QFormLayout}, note_{new QLabel{this}}
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    setMinimumWidth(400);
    note_->setWordWrap(true);
    note_->setMinimumHeight(2 * 18);
    note_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    note_->setObjectName(QStringLiteral("note"));
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Cancel, this};
    button_ = buttons->addButton(verb, QDialogButtonBox::AcceptRole);
    button_->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &EditDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &EditDialog::reject);
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(12);
    column->addLayout(form_);
    column->addWidget(note_);
    column->addWidget(buttons);
    form_->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
}

QString EditDialog::previewOf(const Project&) const
{
    return {};
}

void EditDialog::look()
{
    const Result<Project> after = document_.tryEdit(edit());
    problem_.clear();
    if (!after) {
        const Refusal refusal = refusalOf(after.error());
        problem_ = refusal.mend.isEmpty() ? refusal.reason : refusal.reason + QLatin1Char{' '} + refusal.mend;
    }
    note_->setText(after ? previewOf(*after) : problem_);
    QPalette palette = note_->palette();
    palette.setColor(QPalette::WindowText, after ? theme().tokens().text2 : theme().tokens().of(Status::over).line);
    note_->setPalette(palette);
    button_->setEnabled(after.has_value());
}

void EditDialog::accept()
{
    document_.endGesture();
    if (const Result<void> done = document_.apply(stepName(), edit()); !done) {
        problem_ = refusalOf(done.error()).reason;
        note_->setText(problem_);
        return;
    }
    Q_EMIT applied();
    QDialog::accept();
}

} // namespace rackwright
