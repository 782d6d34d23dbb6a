// A tree of named values that a command answers with, printed as text, JSON or CSV.
#pragma once

#include "core/quantity/quantity.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rackwright {

struct Node {
    using Array = std::vector<Node>;
    using Object = std::vector<std::pair<std::string, Node>>;
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object> value = nullptr;

    Node() = default;
    Node(std::nullptr_t) { }
    Node(bool v) : value{v} { }
    Node(int v) : value{std::int64_t{v}} { }
    Node(std::int64_t v) : value{v} { }
    Node(double v) : value{v} { }
    Node(std::string v) : value{std::move(v)} { }
    Node(std::string_view v) : value{std::string{v}} { }
    Node(const char* v) : value{std::string{v}} { }
    Node(Array v) : value{std::move(v)} { }
    Node(Object v) : value{std::move(v)} { }
    /// The value, or null when unknown.
    Node(const Quantity<>& q)
    {
        if (q.hasValue()) value = q.value;
    }
};

/// Two-space indented JSON with a final newline. NaN and infinities become null.
[[nodiscard]] std::string toJson(const Node& node);
/// An array of flat objects as a table with a header line (text cells that a spreadsheet would run get an apostrophe);
/// an object as `name,value` lines.
[[nodiscard]] std::string toCsv(const Node& node);
/// An array of flat objects as aligned columns; an object as `name  value` lines, nested objects indented.
[[nodiscard]] std::string toPlainText(const Node& node);

} // namespace rackwright
