// Expected failure as a value: what went wrong, where, what was found and what was wanted.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace rackwright {

/// A failure that a person can act on. `code` is stable (`CATALOG-BAD-NUMBER`); `args` name file, line, column, found,
/// wanted …; ui/text turns both into one sentence.
struct Error {
    std::string code;
    std::vector<std::pair<std::string, std::string>> args;

    /// The value of an argument, or an empty view.
    [[nodiscard]] std::string_view arg(std::string_view name) const;
    /// This error with one more argument in front (a caller adds file or line); an argument already there stays.
    [[nodiscard]] Error with(std::string name, std::string value) const;

    friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = tl::expected<T, Error>;

using Unexpected = tl::unexpected<Error>;

/// `return fail("EDIT-NO-RACK", {{"rack", name}});`
[[nodiscard]] Unexpected fail(std::string code, std::vector<std::pair<std::string, std::string>> args = {});

} // namespace rackwright
