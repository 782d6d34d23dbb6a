#include "core/quantity/figure_id.h"

#include <fmt/format.h>

namespace rackwright {

namespace {

bool isPlain(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.' || c >= 0x80;
}

} // namespace

std::string subjectOf(std::string_view kind, std::string_view name)
{
    std::string subject{kind};
    subject += ':';
    for (const char c : name) {
        if (isPlain(static_cast<unsigned char>(c)))
            subject += c;
        else
            subject += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return subject;
}

std::string figureId(std::string_view figure, std::string_view kind, std::string_view name)
{
    std::string id{figure};
    if (!kind.empty()) {
        id += '@';
        id += subjectOf(kind, name);
    }
    return id;
}

} // namespace rackwright
