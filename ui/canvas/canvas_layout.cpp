#include "ui/canvas/canvas_layout.h"

#include "core/design/mounting.h"
#include "ui/drawing/rack_painter.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace rackwright {

namespace {

constexpr double wrapWidth = 20 * 231.0; ///< loose devices flow into lines no wider than a row of twenty racks
constexpr double minLooseWidth = 180, minLooseHeight = 52;

QString text(const char* sentence)
{
    return QCoreApplication::translate("CanvasLayout", sentence);
}

/// Front view of a unit that stands by itself, in true proportions but never too small to read.
QSizeF looseSize(const Part* part, bool onFloor)
{
    const double widthMm = part ? part->number("width_mm").value_or(onFloor ? 600 : 0) : 0;
    const double heightMm = part ? part->number("height_mm").value_or(onFloor ? 2000 : 0) : 0;
    const double unitsPerMm = RackLayout::unitsPerU / 44.45;
    return {std::max(minLooseWidth, widthMm * unitsPerMm), std::max(minLooseHeight, heightMm * unitsPerMm)};
}

class Layouter {
public:
    Layouter(const Project& project, const Build& build) : project_{project}, build_{build} { }

    CanvasLayout run()
    {
        for (const RackPtr& rack : build_.racks) rows_[{roomOrder(rack->room), rack->row}].push_back(rack);
        for (const Placement& placement : build_.placements) {
            if (const auto* floor = std::get_if<OnFloor>(&placement.anchor)) floors_[roomOrder(floor->room)].push_back(&placement);
            if (const auto* site = std::get_if<AtSite>(&placement.anchor)) sites_[siteOrder(site->site)].push_back(&placement);
        }
        manyRows_ = rows_.size() > 1;
        for (auto& [key, racks] : rows_) addRow(key.first, key.second, racks);
        for (const auto& [order, devices] : floors_) {
            const Room* room = roomAt(order);
            addLoose(CanvasGroup::Kind::floor, room ? room->id : Id::none,
                text("%1, on the floor").arg(room ? QString::fromStdString(room->name) : QString{}), devices);
        }
        for (const auto& [order, devices] : sites_) {
            const Site& site = project_.sites[order];
            addLoose(CanvasGroup::Kind::site, site.id, text("%1, without a rack").arg(QString::fromStdString(site.name)), devices);
        }
        for (std::size_t i = 0; i < layout_.racks.size(); ++i) layout_.rackIndex.emplace(toNumber(layout_.racks[i].rack), i);
        return std::move(layout_);
    }

private:
    std::size_t roomOrder(Id id) const
    {
        std::size_t order = 0;
        for (const Site& site : project_.sites)
            for (const Room& room : site.rooms) {
                if (room.id == id) return order;
                ++order;
            }
        return order;
    }
    const Room* roomAt(std::size_t wanted) const
    {
        for (const Site& site : project_.sites) {
            if (wanted < site.rooms.size()) return &site.rooms[wanted];
            wanted -= site.rooms.size();
        }
        return nullptr;
    }
    std::size_t siteOrder(Id id) const
    {
        const auto found = std::ranges::find(project_.sites, id, &Site::id);
        return found == project_.sites.end() ? 0 : static_cast<std::size_t>(found - project_.sites.begin());
    }

    void addRow(std::size_t roomOrderOfRow, int row, std::vector<RackPtr>& racks)
    {
        std::ranges::stable_sort(racks, {}, [](const RackPtr& rack) { return std::pair{rack->column, rack->id}; });
        std::vector<QSizeF> sizes;
        double height = 0;
        for (const RackPtr& rack : racks) {
            sizes.push_back(RackLayout{frameOf(*rack, project_)}.bounds.size());
            height = std::max(height, sizes.back().height());
        }
        const Room* room = roomAt(roomOrderOfRow);
        const QString name = room ? QString::fromStdString(room->name) : QString{};
        CanvasGroup& group =
            open(CanvasGroup::Kind::row, room ? room->id : Id::none, manyRows_ ? text("%1, row %2").arg(name).arg(row) : name);
        group.row = row;
        double x = 0;
        for (std::size_t i = 0; i < racks.size(); ++i) {
            // All stand on the floor, so they are flush below.
            layout_.racks.push_back({racks[i]->id, racks[i], {{x, y_ + height - sizes[i].height()}, sizes[i]}});
            x += sizes[i].width() + RackLayout::gap;
        }
        close(group, {0, y_, x - RackLayout::gap, height});
    }

    void addLoose(CanvasGroup::Kind kind, Id place, const QString& title, const std::vector<const Placement*>& devices)
    {
        CanvasGroup& group = open(kind, place, title);
        double x = 0, y = y_, lineHeight = 0, width = 0;
        for (const Placement* device : devices) {
            const PartPtr part = project_.part(device->partId);
            const QSizeF size = looseSize(part.get(), kind == CanvasGroup::Kind::floor);
            if (x > 0 && x + size.width() > wrapWidth) x = 0, y += lineHeight + RackLayout::gap, lineHeight = 0;
            layout_.loose.push_back({device->id, {{x, y}, size}});
            x += size.width() + RackLayout::gap;
            width = std::max(width, x - RackLayout::gap);
            lineHeight = std::max(lineHeight, size.height());
        }
        close(group, {0, y_, width, y + lineHeight - y_});
    }

    CanvasGroup& open(CanvasGroup::Kind kind, Id place, const QString& title)
    {
        if (!layout_.groups.empty()) y_ += CanvasLayout::rowGap;
        y_ += CanvasLayout::titleHeight;
        CanvasGroup& group = layout_.groups.emplace_back();
        group.kind = kind;
        group.place = place;
        group.title = title;
        return group;
    }
    void close(CanvasGroup& group, const QRectF& rect)
    {
        group.rect = rect;
        layout_.bounds |= rect.adjusted(0, -CanvasLayout::titleHeight, 0, 0);
        y_ = rect.bottom();
    }

    const Project& project_;
    const Build& build_;
    std::map<std::pair<std::size_t, int>, std::vector<RackPtr>> rows_; ///< (room in document order, row)
    std::map<std::size_t, std::vector<const Placement*>> floors_, sites_;
    bool manyRows_ = false;
    double y_ = 0;
    CanvasLayout layout_;
};

} // namespace

int CanvasLayout::indexOf(Id rack) const
{
    const auto found = rackIndex.find(toNumber(rack));
    return found == rackIndex.end() ? -1 : static_cast<int>(found->second);
}

const CanvasGroup* CanvasLayout::groupNear(const QPointF& point) const
{
    const CanvasGroup* nearest = nullptr;
    double best = 0;
    for (const CanvasGroup& group : groups) {
        const double distance = std::max({group.rect.top() - titleHeight - point.y(), point.y() - group.rect.bottom(), 0.0});
        if (!nearest || distance < best) nearest = &group, best = distance;
    }
    return nearest;
}

RackPicture frameOf(const Rack& rack, const Project& project)
{
    RackPicture frame;
    frame.id = rack.id;
    frame.name = QString::fromStdString(rack.name);
    const PartPtr part = project.part(rack.partId);
    if (part) frame.widthMm = part->number("outer_width_mm").value_or(frame.widthMm);
    if (const std::optional<int> height = part ? heightHalfUOf(*part) : std::nullopt) {
        frame.heightU = (*height + 1) / 2;
        return frame;
    }
    // Of unstated height: drawn as 42 U, or as high as what is in it.
    for (const Placement& placement : rack.placements)
        if (const auto* space = std::get_if<InRack>(&placement.anchor))
            frame.heightU = std::max(frame.heightU, (space->fromHalfU + space->heightHalfU + 1) / 2);
    return frame;
}

CanvasLayout layoutOf(const Project& project, const Build& build)
{
    return Layouter{project, build}.run();
}

} // namespace rackwright
