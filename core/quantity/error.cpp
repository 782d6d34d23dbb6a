#include "core/quantity/error.h"

#include <algorithm>

namespace rackwright {

std::string_view Error::arg(std::string_view name) const
{
    const auto found = std::ranges::find(args, name, &std::pair<std::string, std::string>::first);
    return found == args.end() ? std::string_view{} : std::string_view{found->second};
}

Error Error::with(std::string name, std::string value) const
{
    Error copy = *this;
    if (arg(name).empty()) copy.args.insert(copy.args.begin(), {std::move(name), std::move(value)});
    return copy;
}

Unexpected fail(std::string code, std::vector<std::pair<std::string, std::string>> args)
{
    return Unexpected{Error{std::move(code), std::move(args)}};
}

} // namespace rackwright
