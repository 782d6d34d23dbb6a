#include "ui/canvas/tray_panel.h"

#include "ui/canvas/drag_data.h"
#include "ui/drawing/rack_picture.h"
#include "ui/drawing/signs.h"
#include "ui/theme/theme.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include <algorithm>

namespace rackwright {

namespace {

constexpr int idRole = Qt::UserRole, modelRole = Qt::UserRole + 1, kindRole = Qt::UserRole + 2;
constexpr int chipHeight = 38;

/// Two lines with the stripe and sign of its kind.
class ChipDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const double label = QFontMetricsF{fontOf(TypeRole::value)}.horizontalAdvance(index.data().toString());
        const double model = QFontMetricsF{fontOf(TypeRole::small)}.horizontalAdvance(index.data(modelRole).toString());
        return {static_cast<int>(std::min(std::max(label, model), 190.0)) + 44, chipHeight};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = theme().tokens();
        const auto kind = static_cast<DeviceKind>(index.data(kindRole).toInt());
        const bool isSelected = option.state & QStyle::State_Selected, isFocused = option.state & QStyle::State_HasFocus;
        const QRectF box = QRectF{option.rect}.adjusted(2.5, 2.5, -2.5, -2.5);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen{isSelected ? t.accent : t.faceLine, isSelected ? 2.0 : 1.0});
        painter->setBrush(isSelected ? t.selected : option.state & QStyle::State_MouseOver ? t.hover : t.face);
        painter->drawRoundedRect(box, 3, 3);
        painter->fillRect(QRectF{box.left() + 1, box.top() + 1, 3, box.height() - 2}, t.of(kind));
        paintKind(*painter, {box.left() + 10, box.center().y() - 8, 16, 16}, kind, t);
        const QRectF words{box.left() + 32, box.top(), box.width() - 38, box.height()};
        const auto line = [&](TypeRole role, const QColor& colour, Qt::Alignment place, const QString& text) {
            painter->setFont(fontOf(role));
            painter->setPen(colour);
            painter->drawText(words.adjusted(0, 2, 0, -2), place | Qt::AlignLeft,
                QFontMetricsF{fontOf(role)}.elidedText(text, Qt::ElideRight, words.width()));
        };
        line(TypeRole::value, t.text1, Qt::AlignTop, index.data().toString());
        line(TypeRole::small, t.text2, Qt::AlignBottom, index.data(modelRole).toString());
        if (isFocused) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen{t.accent, 1, Qt::DotLine});
            painter->drawRoundedRect(box.adjusted(2, 2, -2, -2), 2, 2);
        }
        painter->restore();
    }
};

} // namespace

TrayList::TrayList(QWidget* parent) : QListWidget{parent}
{
    setFlow(LeftToRight);
    setWrapping(false);
    setSelectionMode(ExtendedSelection);
    setDragDropMode(DragOnly);
    setFrameShape(NoFrame);
    setItemDelegate(new ChipDelegate{this});
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setAccessibleName(tr("Unplaced devices"));
    viewport()->setAutoFillBackground(false);
}

QMimeData* TrayList::mimeData(const QList<QListWidgetItem*>& items) const
{
    std::vector<Id> ids;
    for (const QListWidgetItem* item : items) ids.push_back(Id{item->data(idRole).toLongLong()});
    return mimeOf(ids);
}

TrayPanel::TrayPanel(Document& document, QWidget* parent)
    : QWidget{parent}, document_{document}, title_{new QLabel{this}}, list_{new TrayList{this}}, placeAll_{
                                                                                                     new QPushButton{tr("Place all"), this}}
{
    setObjectName(QStringLiteral("tray"));
    setAcceptDrops(true);
    placeAll_->setObjectName(QStringLiteral("placeAll"));
    placeAll_->setToolTip(tr("Put what is unplaced into the racks, biggest first"));
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(14, 6, 12, 6);
    row->setSpacing(12);
    row->addWidget(title_);
    row->addWidget(list_, 1);
    row->addWidget(placeAll_);
    list_->setFixedHeight(chipHeight + 14);
    connect(list_, &QListWidget::itemSelectionChanged, this, &TrayPanel::takeSelection);
    connect(&document_, &Document::selectionChanged, this, &TrayPanel::showSelection);
    sync();
}

void TrayPanel::sync()
{
    isSyncing_ = true;
    list_->clear();
    const ScenarioPtr shown = document_.scenario();
    setVisible(shown && shown->build);
    int count = 0;
    if (shown && shown->build)
        for (const Placement& placement : shown->build->placements) {
            if (!std::holds_alternative<Unplaced>(placement.anchor)) continue;
            ++count;
            const PartPtr part = document_.project().part(placement.partId);
            auto* item = new QListWidgetItem{QString::fromStdString(placement.label), list_};
            item->setData(idRole, qlonglong{toNumber(placement.id)});
            item->setData(modelRole, QString::fromStdString(part ? part->displayName() : placement.partId));
            item->setData(kindRole, static_cast<int>(part ? kindOf(*part) : DeviceKind::other));
            item->setData(Qt::AccessibleTextRole, tr("%1, %2, unplaced").arg(item->text(), item->data(modelRole).toString()));
        }
    title_->setText(count == 0 ? tr("Nothing is unplaced") : tr("Unplaced: %1").arg(count));
    title_->setEnabled(count > 0);
    list_->setVisible(count > 0);
    placeAll_->setVisible(count > 0);
    // A line of text when empty, one line of chips otherwise: it does not jump while something is dragged.
    const int wanted = count == 0 ? 30 : chipHeight + 26;
    if (wanted != height()) setFixedHeight(wanted);
    isSyncing_ = false;
    showSelection();
}

void TrayPanel::takeSelection()
{
    if (isSyncing_) return;
    std::vector<Id> ids;
    for (const QListWidgetItem* item : list_->selectedItems()) ids.push_back(Id{item->data(idRole).toLongLong()});
    if (!ids.empty()) document_.select(std::move(ids));
}

void TrayPanel::showSelection()
{
    const QSignalBlocker quiet{list_};
    const std::vector<Id>& selected = document_.selection();
    for (int i = 0; i < list_->count(); ++i) {
        QListWidgetItem* item = list_->item(i);
        item->setSelected(std::ranges::find(selected, Id{item->data(idRole).toLongLong()}) != selected.end());
    }
    list_->viewport()->update();
}

void TrayPanel::setDropState(bool isDragging, bool isOver)
{
    if (isDragging == isDragging_ && isOver == isOver_) return;
    isDragging_ = isDragging, isOver_ = isOver;
    update();
}

void TrayPanel::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    const Tokens& t = theme().tokens();
    painter.fillRect(rect(), isOver_ ? t.selected : t.panel);
    painter.fillRect(0, 0, width(), 1, t.line);
    if (!isDragging_) return;
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen{t.accent, isOver_ ? 2.0 : 1.0};
    if (!isOver_) pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF{rect()}.adjusted(3, 3.5, -3, -3), 4, 4);
}

void TrayPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (onDragEvent) onDragEvent(*event);
}

void TrayPanel::dragMoveEvent(QDragMoveEvent* event)
{
    if (onDragEvent) onDragEvent(*event);
}

void TrayPanel::dragLeaveEvent(QDragLeaveEvent*)
{
    Q_EMIT dragLeft();
}

void TrayPanel::dropEvent(QDropEvent* event)
{
    if (onDragEvent) onDragEvent(*event);
}

} // namespace rackwright
