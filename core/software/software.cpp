#include "core/software/software.h"

#include <algorithm>

namespace rackwright {

namespace {

bool holdsAny(const std::vector<std::string>& list, const std::vector<std::string>& names)
{
    return std::ranges::any_of(names, [&](const std::string& name) { return std::ranges::find(list, name) != list.end(); });
}

/// What one rule says of a format; the user's own name of it counts before the program's.
Answer formatAnswer(const SoftwareRule& rule, const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        if (holdsAny(rule.formats, {name})) return Answer::yes;
        if (holdsAny(rule.noFormats, {name})) return Answer::no;
    }
    return Answer::cannotSay;
}

/// A service asks its engine's rules; a training job asks those of toolkit and framework.
SoftwareAnswer answerFor(const SoftwareUse& use, const std::vector<const SoftwareRule*>& rules)
{
    SoftwareAnswer answer{use, Answer::cannotSay, {}, false};
    for (const SoftwareRule* rule : rules) {
        if (rule->engine != use.engine) continue;
        const Answer format = formatAnswer(*rule, use.formats);
        if (!rule->runs || format == Answer::no) return {use, Answer::no, {rule}, rule->runs};
        if (format != Answer::yes) continue;
        answer.runs = Answer::yes;
        answer.because.push_back(rule);
    }
    return answer;
}

Quantity<> shareOf(const std::vector<SoftwareAnswer>& answers)
{
    double all = 0, supported = 0;
    for (const SoftwareAnswer& answer : answers) {
        if (answer.runs == Answer::cannotSay) return Quantity<>::unknown("software of " + answer.use.accelerator->displayName());
        all += answer.use.accelerators;
        if (answer.runs == Answer::yes) supported += answer.use.accelerators;
    }
    return all > 0 ? Quantity<>::known(supported / all) : Quantity<>::unknown("workloads");
}

} // namespace

SoftwareResult assessSoftware(const SoftwareInputs& inputs)
{
    SoftwareResult result;
    for (const PartPtr& accelerator : inputs.accelerators) {
        SoftwareNeeds needs{accelerator, inputs.rules.of(*accelerator)};
        std::erase_if(needs.rules, [](const SoftwareRule* rule) { return !rule->engine.empty(); });
        result.needs.push_back(std::move(needs));
    }
    for (const SoftwareUse& use : inputs.uses) result.answers.push_back(answerFor(use, inputs.rules.of(*use.accelerator)));
    result.supportedShare = shareOf(result.answers);
    return result;
}

} // namespace rackwright
