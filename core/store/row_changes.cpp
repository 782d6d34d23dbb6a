#include "core/store/row_changes.h"

#include "core/store/project_image.h"
#include "core/store/row_io.h"
#include "core/store/write_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace rackwright {

namespace {

// ---- what two projects do not share ------------------------------------------------------------------------------

template <class T>
void dropEqual(T& a, T& b)
{
    if (!(a == b)) return;
    a = {};
    b = {};
}

/// Removes from both what is the same object in both.
template <class T, class Object>
void dropShared(std::vector<T>& a, std::vector<T>& b, Object&& object)
{
    const auto objects = [&](const std::vector<T>& list) {
        std::unordered_set<const void*> found;
        for (const T& each : list) found.insert(object(each));
        return found;
    };
    const auto inA = objects(a), inB = objects(b);
    std::erase_if(a, [&](const T& each) { return inB.contains(object(each)); });
    std::erase_if(b, [&](const T& each) { return inA.contains(object(each)); });
}

/// Removes what both begin and end with.
template <class T>
void dropEqualEnds(std::vector<T>& a, std::vector<T>& b)
{
    const auto front = std::ranges::mismatch(a, b);
    a.erase(a.begin(), front.in1);
    b.erase(b.begin(), front.in2);
    while (!a.empty() && !b.empty() && a.back() == b.back()) a.pop_back(), b.pop_back();
}

void dropCommon(BuildPtr& a, BuildPtr& b)
{
    static const BuildPtr nothing = std::make_shared<const Build>();
    if (!a || !b) return;
    if (a == b) {
        a = b = nothing;
        return;
    }
    Build before = *a, after = *b;
    dropShared(before.racks, after.racks, [](const RackPtr& each) { return each.get(); });
    dropShared(before.links, after.links, [](const LinkChunk& each) { return each.links.get(); });
    dropShared(before.cords, after.cords, [](const CordChunk& each) { return each.cords.get(); });
    dropEqualEnds(before.placements, after.placements);
    a = std::make_shared<const Build>(std::move(before));
    b = std::make_shared<const Build>(std::move(after));
}

void dropCommon(ScenarioPtr& a, ScenarioPtr& b)
{
    auto before = std::make_shared<Scenario>(*a), after = std::make_shared<Scenario>(*b);
    dropEqual(before->phases, after->phases);
    dropEqual(before->allocations, after->allocations);
    dropCommon(before->build, after->build);
    a = std::move(before);
    b = std::move(after);
}

void dropCommon(std::shared_ptr<const PartSnapshot>& a, std::shared_ptr<const PartSnapshot>& b)
{
    const auto without = [](const PartSnapshot& parts, const PartSnapshot& others) {
        auto rest = std::make_shared<PartSnapshot>();
        for (const auto& [key, part] : parts) {
            const auto other = others.find(key);
            if (other == others.end() || other->second != part) rest->emplace(key, part);
        }
        return rest;
    };
    if (!a || !b) return;
    if (a == b) {
        a = b = std::make_shared<const PartSnapshot>();
        return;
    }
    auto before = without(*a, *b), after = without(*b, *a);
    a = std::move(before);
    b = std::move(after);
}

/// Rows of what is dropped are the same on both sides: their keys and positions do not depend on what stays.
void dropCommon(Project& a, Project& b)
{
    dropEqual(a.sites, b.sites);
    dropEqual(a.workloads, b.workloads);
    dropEqual(a.approvals, b.approvals);
    dropEqual(a.extra, b.extra);
    dropCommon(a.parts, b.parts);
    for (ScenarioPtr& each : a.scenarios) {
        const auto other = std::ranges::find_if(b.scenarios, [&](const ScenarioPtr& it) { return each && it && it->id == each->id; });
        if (other != b.scenarios.end()) dropCommon(each, *other);
    }
}

// ---- rows --------------------------------------------------------------------------------------------------------

using Rows = std::map<std::string, std::string, std::less<>>;

Result<Rows> rowsOf(const Project& project)
{
    Rows rows;
    RowWriter writer{
        [&](Table table, std::string_view key, std::string_view row) { rows.emplace(static_cast<char>(table) + std::string{key}, row); }};
    if (Result<void> written = writeRows(project, writer); !written) return Unexpected{written.error()};
    return rows;
}

/// A change is a mark, the table, and the encoded row (`+`) or its key (`-`).
constexpr char put = '+', removed = '-';

/// The encoded values at the front; nothing when they are not there.
std::optional<std::string_view> takeValues(std::string_view& bytes, std::size_t count)
{
    std::string_view rest = bytes;
    for (std::size_t i = 0; i < count; ++i)
        if (!takeValue(rest)) return std::nullopt;
    const std::string_view taken = bytes.substr(0, bytes.size() - rest.size());
    bytes = rest;
    return taken;
}

void bindValue(Statement& insert, int column, const EncodedValue& value)
{
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        insert.bind(column, *integer);
    else if (const auto* real = std::get_if<double>(&value))
        insert.bind(column, *real);
    else if (const auto* text = std::get_if<std::string_view>(&value))
        insert.bind(column, *text);
    else
        insert.bindNull(column);
}

Result<void> insertRows(Database& database, const Rows& rows)
{
    std::optional<Statement> insert;
    int table = -1;
    for (const auto& [key, row] : rows) {
        if (key.front() != table) {
            table = key.front();
            Result<Statement> prepared = database.prepare(insertInto(infoOf(static_cast<Table>(table))));
            if (!prepared) return Unexpected{prepared.error()};
            insert = std::move(*prepared);
        }
        std::string_view rest = row;
        for (int column = 0; !rest.empty(); ++column) bindValue(*insert, column, *takeValue(rest));
        if (insert->step() != Statement::Step::done) return Unexpected{database.lastError()};
    }
    return {};
}

} // namespace

Result<std::string> rowChanges(const Project& before, const Project& after)
{
    Project from = before, to = after;
    dropCommon(from, to);
    Result<Rows> old = rowsOf(from), fresh = rowsOf(to);
    if (!old) return Unexpected{old.error()};
    if (!fresh) return Unexpected{fresh.error()};
    std::string changes;
    for (const auto& [key, row] : *old)
        if (!fresh->contains(key)) (changes += removed) += key;
    for (const auto& [key, row] : *fresh) {
        const auto other = old->find(key);
        if (other == old->end() || other->second != row) ((changes += put) += key.front()) += row;
    }
    return changes;
}

Result<void> RowState::apply(std::string_view changes)
{
    const auto damaged = [] { return fail("STORE-DAMAGED", {{"reason", "no changes of rows"}}); };
    while (!changes.empty()) {
        if (changes.size() < 2) return damaged();
        const char mark = changes[0], table = changes[1];
        if ((mark != put && mark != removed) || table < 0 || static_cast<std::size_t>(table) >= tableCount) return damaged();
        changes.remove_prefix(2);
        const TableInfo& info = infoOf(static_cast<Table>(table));
        const auto keyColumns = static_cast<std::size_t>(info.keyColumns);
        const auto bytes = takeValues(changes, mark == put ? info.columns.size() : keyColumns);
        if (!bytes) return damaged();
        std::string_view rest = *bytes;
        const std::string key = table + std::string{*takeValues(rest, keyColumns)};
        if (mark == put)
            rows_.insert_or_assign(key, std::string{*bytes});
        else
            rows_.erase(key);
    }
    return {};
}

Result<Project> RowState::project() const
{
    Result<Database> database = emptyProjectDatabase();
    if (!database) return Unexpected{database.error()};
    if (Result<void> filled = insertRows(*database, rows_); !filled) return Unexpected{filled.error()};
    return projectIn(*database);
}

} // namespace rackwright
