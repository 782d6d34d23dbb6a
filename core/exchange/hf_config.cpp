#include "core/exchange/hf_config.h"
#include "core/exchange/hf_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rackwright {

namespace {

constexpr std::size_t keptLevels = 3, keptKey = 128, keptText = 256, keptList = 20'000;

/// Flattens a document while it is read: no tree is built, and what no family reads is dropped at once.
class Flattener : public nlohmann::json_sax<nlohmann::json> {
public:
    HfFieldMap fields;
    std::optional<Error> error;

    bool null() override { return scalar({}); }
    bool boolean(bool v) override
    {
        HfValue value{HfValue::Kind::boolean};
        value.boolean = v, value.text = v ? "true" : "false";
        return scalar(std::move(value));
    }
    bool number_integer(number_integer_t v) override { return numeric(static_cast<double>(v), fmt::format("{}", v)); }
    bool number_unsigned(number_unsigned_t v) override { return numeric(static_cast<double>(v), fmt::format("{}", v)); }
    bool number_float(number_float_t v, const string_t& text) override { return numeric(v, text.substr(0, keptText)); }
    bool string(string_t& v) override
    {
        HfValue value{HfValue::Kind::text};
        value.text = v.substr(0, keptText);
        return scalar(std::move(value));
    }
    bool binary(binary_t&) override { return false; } // not part of JSON text
    bool start_object(std::size_t) override { return open(HfValue::Kind::object); }
    bool key(string_t& name) override
    {
        if (!count()) return false;
        key_ = name.substr(0, keptKey);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(HfValue::Kind::list); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        error = Error{"HF-CONFIG-NOT-JSON", {{"position", std::to_string(position)}, {"wanted", "JSON text"}}};
        return false;
    }

private:
    struct Level {
        bool array = false;
        bool kept = false; ///< its members are recorded under `path`
        std::string path;
    };

    bool count()
    {
        if (++nodes_ <= hfConfigMaxNodes) return true;
        error = Error{"HF-CONFIG-TOO-MANY-NODES", {{"wanted", std::to_string(hfConfigMaxNodes) + " at most"}}};
        return false;
    }

    [[nodiscard]] std::string pathOfMember() const
    {
        const Level& level = levels_.back();
        return level.path.empty() ? key_ : level.path + "." + key_;
    }

    bool numeric(double number, std::string text)
    {
        HfValue value{HfValue::Kind::number};
        value.number = number, value.text = std::move(text);
        return scalar(std::move(value));
    }

    bool scalar(HfValue value)
    {
        if (!count()) return false;
        if (levels_.empty()) return notAnObject();
        const Level& level = levels_.back();
        if (!level.kept) return true;
        if (!level.array) {
            fields.insert_or_assign(pathOfMember(), std::move(value));
        } else if (auto& list = fields[level.path].list; list.size() < keptList) {
            list.push_back(std::move(value.text));
        }
        return true;
    }

    bool open(HfValue::Kind kind)
    {
        if (!count()) return false;
        if (levels_.size() >= static_cast<std::size_t>(hfConfigMaxDepth)) {
            error = Error{"HF-CONFIG-TOO-DEEP", {{"wanted", std::to_string(hfConfigMaxDepth) + " levels at most"}}};
            return false;
        }
        if (levels_.empty() && kind != HfValue::Kind::object) return notAnObject();
        Level level{kind == HfValue::Kind::list, levels_.empty(), {}};
        if (!levels_.empty() && levels_.back().kept && !levels_.back().array && levels_.size() < keptLevels) {
            level.kept = true, level.path = pathOfMember();
            fields.insert_or_assign(level.path, HfValue{kind});
        }
        levels_.push_back(std::move(level));
        return true;
    }

    bool close()
    {
        levels_.pop_back();
        return true;
    }

    bool notAnObject()
    {
        error = Error{"HF-CONFIG-NOT-OBJECT", {{"wanted", "a JSON object"}}};
        return false;
    }

    std::vector<Level> levels_;
    std::string key_;
    std::size_t nodes_ = 0;
};

/// The part of the document that describes the language model.
std::string scopeOf(const HfFieldMap& fields)
{
    for (const char* key : {"hidden_size", "n_embd", "d_model", "n_embed"})
        if (fields.contains(key)) return {};
    for (const char* scope : {"text_config", "llm_config", "language_config", "thinker_config"})
        if (const auto found = fields.find(std::string_view{scope}); found != fields.end() && found->second.kind == HfValue::Kind::object)
            return std::string{scope} + ".";
    return {};
}

} // namespace

Result<HfFieldMap> parseHfFields(std::string_view text)
{
    if (text.size() > hfConfigMaxBytes)
        return fail("HF-CONFIG-TOO-LARGE",
            {{"found", std::to_string(text.size()) + " bytes"}, {"wanted", std::to_string(hfConfigMaxBytes) + " bytes at most"}});
    Flattener flattener;
    if (!nlohmann::json::sax_parse(text, &flattener))
        return tl::unexpected{flattener.error.value_or(Error{"HF-CONFIG-NOT-JSON", {{"wanted", "JSON text"}}})};
    return std::move(flattener.fields);
}

Result<HfModel> readHfConfig(std::string_view text, std::string id)
{
    const auto map = parseHfFields(text);
    if (!map) return tl::unexpected{map.error()};
    HfFields fields{*map, scopeOf(*map)};
    HfModel model;
    model.modelType = fields.modelType();
    model.architecture.id = std::move(id);
    readHfFamily(fields, model.architecture);
    if (fields.error()) return tl::unexpected{*fields.error()};
    model.notes = fields.takeNotes();
    return model;
}

} // namespace rackwright
