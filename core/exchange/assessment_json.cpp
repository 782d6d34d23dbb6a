#include "core/exchange/assessment_json.h"

#include <nlohmann/json.hpp>

namespace rackwright {

namespace {

using Json = nlohmann::ordered_json;

Json valueOf(const Quantity<>& quantity, double Quantity<>::*part = &Quantity<>::value)
{
    return quantity.hasValue() ? Json(quantity.*part) : Json(nullptr);
}

void putQuantity(Json& into, const Quantity<>& quantity)
{
    into["value"] = valueOf(quantity);
    into["low"] = valueOf(quantity, &Quantity<>::low);
    into["high"] = valueOf(quantity, &Quantity<>::high);
}

template <class Items, class Convert>
Json arrayOf(const Items& items, Convert convert)
{
    Json array = Json::array();
    for (const auto& item : items) array.push_back(convert(item));
    return array;
}

Json figureJson(const Figure& figure)
{
    Json json;
    json["id"] = figure.id;
    putQuantity(json, figure.value);
    json["unit"] = figure.unit;
    json["basis"] = figure.basis;
    json["knowledge"] = toText(figure.value.knowledge);
    json["missing"] = figure.value.missing;
    return json;
}

Json workloadJson(const WorkloadAnswer& workload)
{
    Json json;
    json["name"] = workload.name;
    json["fits"] = workload.fits;
    json["plan"] = workload.plan;
    json["memory_bytes"] = valueOf(workload.memoryBytes);
    json["step_s"] = valueOf(workload.stepS);
    json["tokens_per_s"] = valueOf(workload.tokensPerS);
    json["mfu"] = valueOf(workload.mfu);
    json["ttft_s"] = valueOf(workload.ttftS);
    json["tpot_s"] = valueOf(workload.tpotS);
    json["limited_by"] = workload.limitedBy;
    json["loss_by_cause"] = arrayOf(workload.lossByCause, [](const auto& loss) {
        Json entry;
        entry["cause"] = loss.first;
        entry["share"] = loss.second;
        return entry;
    });
    return json;
}

Json findingJson(const Finding& finding)
{
    Json json;
    json["code"] = finding.code;
    json["severity"] = toText(finding.severity);
    json["subjects"] = finding.subjects;
    json["figures"] = finding.figures;
    json["args"] = Json::object();
    for (const auto& [name, value] : finding.args) json["args"][name] = value;
    if (!finding.approvedBecause.empty()) json["approved_because"] = finding.approvedBecause;
    return json;
}

Json scenarioJson(const ScenarioAssessment& scenario)
{
    Json json;
    json["name"] = scenario.name;
    json["kind"] = scenario.kind;
    json["figures"] = arrayOf(scenario.figures, figureJson);
    json["workloads"] = arrayOf(scenario.workloads, workloadJson);
    json["findings"] = arrayOf(scenario.findings, findingJson);
    return json;
}

Json explanationOf(const Explanation& explanation)
{
    Json json;
    json["name"] = explanation.name;
    putQuantity(json, explanation.value);
    json["unit"] = explanation.unit;
    json["knowledge"] = toText(explanation.value.knowledge);
    json["formula"] = explanation.formula;
    json["origin"] = toText(explanation.origin);
    json["source"] = explanation.source;
    json["date"] = explanation.date;
    json["inputs"] = arrayOf(explanation.inputs, explanationOf);
    return json;
}

std::string written(const Json& json)
{
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

std::string assessmentJson(const Assessment& assessment)
{
    Json json;
    json["project"] = assessment.project;
    json["as_of"] = assessment.asOf;
    json["engine_version"] = assessment.engineVersion;
    json["scenarios"] = arrayOf(assessment.scenarios, scenarioJson);
    return written(json);
}

std::string explanationJson(const Explanation& explanation)
{
    return written(explanationOf(explanation));
}

} // namespace rackwright
