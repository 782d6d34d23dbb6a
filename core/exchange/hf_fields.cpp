#include "core/exchange/hf_fields.h"

#include <cmath>
#include <fmt/format.h>

namespace rackwright {

HfFields::HfFields(const HfFieldMap& fields, std::string scope) : fields_{fields}, scope_{std::move(scope)}, modelType_{text("model_type")}
{
    if (modelType_.empty()) modelType_ = HfFields::text("architectures");
    if (!modelType_.empty() || scope_.empty()) return;
    if (const auto outer = fields_.find(std::string_view{"model_type"}); outer != fields_.end()) modelType_ = outer->second.text;
}

const HfValue* HfFields::find(std::string_view name) const
{
    const auto found = fields_.find(scope_ + std::string{name});
    return found == fields_.end() || found->second.kind == HfValue::Kind::null ? nullptr : &found->second;
}

bool HfFields::states(std::string_view name) const
{
    return find(name) != nullptr;
}

void HfFields::refuse(std::string_view name, std::string found, std::string wanted)
{
    if (error_) return;
    for (char& c : found)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    if (found.size() > 80) found = found.substr(0, 80) + "...";
    error_ =
        Error{"HF-CONFIG-BAD-VALUE", {{"key", scope_ + std::string{name}}, {"found", std::move(found)}, {"wanted", std::move(wanted)}}};
}

std::int64_t HfFields::whole(Names names, std::int64_t otherwise, std::int64_t least, std::int64_t most)
{
    for (const std::string_view name : names) {
        const HfValue* value = find(name);
        if (!value) continue;
        const double number = value->number;
        const bool good = value->kind == HfValue::Kind::number && std::floor(number) == number && number >= static_cast<double>(least)
            && number <= static_cast<double>(most);
        if (good) return static_cast<std::int64_t>(number);
        refuse(name, value->kind == HfValue::Kind::object || value->kind == HfValue::Kind::list ? "a structure" : value->text,
            fmt::format("a whole number from {} to {}", least, most));
        return otherwise;
    }
    return otherwise;
}

std::int64_t HfFields::needed(Names names, std::int64_t most)
{
    for (const std::string_view name : names)
        if (states(name)) return whole(names, 1, 1, most);
    if (!error_) {
        const std::string key = scope_ + std::string{*names.begin()};
        error_ = Error{"HF-CONFIG-MISSING-KEY",
            {{"key", key}, {"found", "nothing"}, {"wanted", "a whole number"}, {"model_type", modelType_.substr(0, 80)}}};
    }
    return 1;
}

bool HfFields::flag(std::string_view name, bool otherwise)
{
    const HfValue* value = find(name);
    if (!value) return otherwise;
    if (value->kind == HfValue::Kind::boolean) return value->boolean;
    if (value->kind == HfValue::Kind::number && (value->number == 0 || value->number == 1)) return value->number == 1;
    refuse(name, value->text, "true or false");
    return otherwise;
}

std::string HfFields::text(std::string_view name) const
{
    const HfValue* value = find(name);
    if (!value) return {};
    if (value->kind == HfValue::Kind::list) return value->list.empty() ? std::string{} : value->list.front();
    return value->text;
}

const std::vector<std::string>* HfFields::list(std::string_view name) const
{
    const HfValue* value = find(name);
    return value && value->kind == HfValue::Kind::list ? &value->list : nullptr;
}

} // namespace rackwright
