#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "hearth/bounded_json.h"
#include "hearth/readable_text.h"
#include "hearth/routing.h"
#include "router/router_errors.h"

namespace hearth {

namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t mostCharacters = 1'000'000'000;
constexpr double leastMean = -20;

[[noreturn]] void refuseRule(const std::string& field, const std::string& wanted) {
    throw Error(errors::rulesBadField, {field, wanted});
}

int64_t readCount(const std::string& field, const Json& value, int64_t most) {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() || value.get<uint64_t>() <= static_cast<uint64_t>(most));
    if (!fits || value.get<int64_t>() < 0 || value.get<int64_t>() > most)
        refuseRule(field, "a whole number from 0 to " + std::to_string(most));
    return value.get<int64_t>();
}

double readMean(const std::string& field, const Json& value) {
    const double mean = value.is_number() ? value.get<double>() : 1;
    if (!(mean >= leastMean && mean <= 0)) refuseRule(field, "a number from -20 to 0");
    return mean;
}

std::vector<std::string> readHints(const std::string& field, const Json& value) {
    const bool fits = value.is_array() && value.size() <= RoutingRule::mostHints &&
                      std::all_of(value.begin(), value.end(), [](const Json& hint) {
                          return hint.is_string() && !hint.get_ref<const std::string&>().empty() &&
                                 hint.get_ref<const std::string&>().size() <= RoutingRule::longestHint;
                      });
    if (!fits) refuseRule(field, "a list of up to 64 texts of 1 to 100 bytes");
    return value.get<std::vector<std::string>>();
}

struct RuleField {
    std::string_view name;
    void (*read)(const std::string& field, const Json& value, RoutingRule& rule);
};

#define HEARTH_RULE(target) [](const std::string& field, const Json& value, RoutingRule& rule) { target; }
constexpr std::array ruleFields = {
    RuleField{"longest_prompt", HEARTH_RULE(rule.longestPrompt = readCount(field, value, mostCharacters))},
    RuleField{"longest_turn", HEARTH_RULE(rule.longestTurn = readCount(field, value, mostCharacters))},
    RuleField{"code_is_hard", HEARTH_RULE(if (!value.is_boolean()) refuseRule(field, "true or false");
                                          rule.codeIsHard = value.get<bool>())},
    RuleField{"small_hints", HEARTH_RULE(rule.smallHints = readHints(field, value))},
    RuleField{"large_hints", HEARTH_RULE(rule.largeHints = readHints(field, value))},
    RuleField{"first_tokens", HEARTH_RULE(rule.firstTokens = static_cast<int>(
                                              readCount(field, value, RoutingRule::mostFirstTokens)))},
    RuleField{"least_mean_log_probability",
              HEARTH_RULE(rule.leastMeanLogProbability = readMean(field, value))},
};
#undef HEARTH_RULE

}  // namespace

RoutingRule RoutingRule::fromJson(std::string_view json) {
    constexpr size_t longestName = 60;
    const Json rules = parseOrderedJson(json);
    if (rules.is_discarded() || !rules.is_object()) throw Error(errors::rulesNoObject);
    RoutingRule rule;
    for (const auto& [name, value] : rules.items()) {
        const auto known =
            std::find_if(ruleFields.begin(), ruleFields.end(),
                         [&, wanted = name](const RuleField& field) { return field.name == wanted; });
        if (known == ruleFields.end())
            throw Error(errors::rulesUnknownField, {readableText(name, longestName)});
        known->read(name, value, rule);
    }
    for (const std::string& hint : rule.largeHints)
        if (std::find(rule.smallHints.begin(), rule.smallHints.end(), hint) != rule.smallHints.end())
            refuseRule("large_hints", "without the small ones");
    return rule;
}

}  // namespace hearth
