#include "core/exchange/node.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rackwright {

namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const Node& node)
{
    return std::visit(
        [](const auto& value) -> Json {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, Node::Array>) {
                Json array = Json::array();
                for (const Node& item : value) array.push_back(jsonOf(item));
                return array;
            } else if constexpr (std::is_same_v<T, Node::Object>) {
                Json object = Json::object();
                for (const auto& [name, item] : value) object[name] = jsonOf(item);
                return object;
            } else {
                return Json(value);
            }
        },
        node.value);
}

/// A cell of a table; arrays of plain values are joined by "; ".
std::string cellText(const Node& node)
{
    if (const auto* text = std::get_if<std::string>(&node.value)) return *text;
    if (const auto* number = std::get_if<double>(&node.value)) return std::isfinite(*number) ? fmt::format("{:.6g}", *number) : "";
    if (const auto* whole = std::get_if<std::int64_t>(&node.value)) return fmt::format("{}", *whole);
    if (const auto* flag = std::get_if<bool>(&node.value)) return *flag ? "yes" : "no";
    if (const auto* array = std::get_if<Node::Array>(&node.value)) {
        std::string joined;
        for (const Node& item : *array) joined += (joined.empty() ? "" : "; ") + cellText(item);
        return joined;
    }
    return {};
}

bool isNumber(const Node& node)
{
    return std::holds_alternative<double>(node.value) || std::holds_alternative<std::int64_t>(node.value);
}

std::string csvCell(const Node& node)
{
    std::string text = cellText(node);
    if (!isNumber(node) && !text.empty() && std::string_view{"=+-@\t\r"}.find(text.front()) != std::string_view::npos)
        text.insert(0, 1, '\'');
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string{"\"\""} : std::string{c};
    return quoted + '"';
}

/// The columns of an array of objects, in order of first appearance.
std::vector<std::string> columnsOf(const Node::Array& rows)
{
    std::vector<std::string> columns;
    for (const Node& row : rows)
        if (const auto* object = std::get_if<Node::Object>(&row.value))
            for (const auto& entry : *object)
                if (std::ranges::find(columns, entry.first) == columns.end()) columns.push_back(entry.first);
    return columns;
}

const Node* memberOf(const Node& row, const std::string& column)
{
    const auto* object = std::get_if<Node::Object>(&row.value);
    if (!object) return nullptr;
    const auto found = std::ranges::find(*object, column, &std::pair<std::string, Node>::first);
    return found == object->end() ? nullptr : &found->second;
}

std::size_t displayWidth(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool right)
{
    const std::string gap(width - std::min(width, displayWidth(text)), ' ');
    return right ? gap + text : text + gap;
}

std::string tableText(const Node::Array& rows, const std::string& indent)
{
    const std::vector<std::string> columns = columnsOf(rows);
    std::vector<std::size_t> widths;
    for (const std::string& column : columns) {
        std::size_t width = displayWidth(column);
        for (const Node& row : rows)
            if (const Node* cell = memberOf(row, column)) width = std::max(width, displayWidth(cellText(*cell)));
        widths.push_back(width);
    }
    const auto line = [&](auto&& cellOf) {
        std::string text = indent;
        for (std::size_t i = 0; i < columns.size(); ++i) text += cellOf(i) + "  ";
        text.erase(text.find_last_not_of(' ') + 1);
        return text + '\n';
    };
    std::string text = line([&](std::size_t i) { return padded(columns[i], widths[i], false); });
    for (const Node& row : rows)
        text += line([&](std::size_t i) {
            const Node* cell = memberOf(row, columns[i]);
            return padded(cell ? cellText(*cell) : "", widths[i], cell && isNumber(*cell));
        });
    return text;
}

std::string textOf(const Node& node, const std::string& indent)
{
    if (const auto* rows = std::get_if<Node::Array>(&node.value)) {
        if (!columnsOf(*rows).empty()) return tableText(*rows, indent);
        std::string text;
        for (const Node& row : *rows) text += indent + cellText(row) + '\n';
        return text;
    }
    const auto* object = std::get_if<Node::Object>(&node.value);
    if (!object) return indent + cellText(node) + '\n';
    std::size_t width = 0;
    for (const auto& entry : *object) width = std::max(width, displayWidth(entry.first));
    std::string text;
    for (const auto& [name, value] : *object) {
        const auto* array = std::get_if<Node::Array>(&value.value);
        const bool nested = std::holds_alternative<Node::Object>(value.value) || (array && !columnsOf(*array).empty());
        text += nested ? indent + name + '\n' + textOf(value, indent + "  ")
                       : indent + padded(name, width, false) + "  " + cellText(value) + '\n';
    }
    return text;
}

} // namespace

std::string toJson(const Node& node)
{
    return jsonOf(node).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string toCsv(const Node& node)
{
    std::string text;
    if (const auto* rows = std::get_if<Node::Array>(&node.value)) {
        const std::vector<std::string> columns = columnsOf(*rows);
        const auto line = [&](auto&& cellOf) {
            std::string cells;
            for (std::size_t i = 0; i < columns.size(); ++i) cells += (i ? "," : "") + cellOf(columns[i]);
            return cells + '\n';
        };
        text += line([](const std::string& column) { return csvCell(Node{column}); });
        for (const Node& row : *rows)
            text += line([&](const std::string& column) {
                const Node* cell = memberOf(row, column);
                return cell ? csvCell(*cell) : std::string{};
            });
        return text;
    }
    if (const auto* object = std::get_if<Node::Object>(&node.value)) {
        text = "name,value\n";
        for (const auto& [name, value] : *object) text += csvCell(Node{name}) + ',' + csvCell(value) + '\n';
    }
    return text;
}

std::string toPlainText(const Node& node)
{
    return textOf(node, {});
}

} // namespace rackwright
