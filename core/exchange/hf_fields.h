// The flat view of a config.json between the JSON reader and the model families.
#pragma once

#include "core/exchange/hf_config.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>

namespace rackwright {

struct HfValue {
    enum class Kind { null, boolean, number, text, list, object } kind = Kind::null;
    bool boolean = false;
    double number = 0;
    std::string text;
    std::vector<std::string> list; ///< scalars of an array, as text
};
/// By path, e.g. `text_config.hidden_size`; three levels deep at most.
using HfFieldMap = std::map<std::string, HfValue, std::less<>>;

/// Parses within the limits of hf_config.h (hf_config.cpp).
[[nodiscard]] Result<HfFieldMap> parseHfFields(std::string_view text);

/// Reads checked fields of one scope and remembers the first thing that is wrong; later reads then return defaults.
class HfFields {
public:
    HfFields(const HfFieldMap& fields, std::string scope);

    using Names = std::initializer_list<std::string_view>;
    /// A whole number in [least, most] under the first of the names that is stated and not null.
    [[nodiscard]] std::int64_t whole(Names names, std::int64_t otherwise, std::int64_t least = 0, std::int64_t most = 1'000'000'000);
    [[nodiscard]] std::int64_t needed(Names names, std::int64_t most);
    [[nodiscard]] bool flag(std::string_view name, bool otherwise);
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string>* list(std::string_view name) const;
    [[nodiscard]] bool states(std::string_view name) const; ///< present and not null
    void refuse(std::string_view name, std::string found, std::string wanted);
    void note(std::string text) { notes_.push_back(std::move(text)); }

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] std::vector<std::string> takeNotes() { return std::move(notes_); }
    [[nodiscard]] const std::string& modelType() const { return modelType_; }

private:
    [[nodiscard]] const HfValue* find(std::string_view name) const;

    const HfFieldMap& fields_;
    std::string scope_, modelType_;
    std::optional<Error> error_;
    std::vector<std::string> notes_;
};

/// Fills the architecture from the fields of its family (hf_families.cpp).
void readHfFamily(HfFields& fields, Architecture& architecture);

} // namespace rackwright
