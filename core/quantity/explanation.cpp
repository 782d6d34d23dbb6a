#include "core/quantity/explanation.h"

namespace rackwright {

std::string_view toText(Origin origin)
{
    switch (origin) {
    case Origin::catalog: return "catalog";
    case Origin::priceBook: return "price book";
    case Origin::user: return "user";
    case Origin::estimate: return "estimate";
    case Origin::assumption: return "assumption";
    case Origin::derived: return "derived";
    }
    return "derived";
}

} // namespace rackwright
