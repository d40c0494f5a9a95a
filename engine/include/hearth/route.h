#pragma once

#include <cstdint>
#include <string_view>

namespace hearth {

/// Which of two models answers.
enum class RouteTarget : uint8_t { Small, Large };

/// Which rule decided that. Databases and JSON keep the names: never change them.
enum class RouteReason : uint8_t {
    Asked,             ///< the request said so
    Hint,              ///< a text in the message said so
    LongPrompt,        ///< RoutingRule::longestPrompt
    LongTurn,          ///< RoutingRule::longestTurn
    Code,              ///< RoutingRule::codeIsHard
    Easy,              ///< none of the rules, and first tokens are not looked at
    Certain,           ///< none of the rules, and the small model was sure of its first tokens
    Uncertain,         ///< none of the rules, but the small model was not
    DoesNotFit,        ///< the small model's context is too short
    CannotSee,         ///< the request has pictures, which the small model does not read
    LargeUnavailable,  ///< the large model cannot answer, so the small one does
};

constexpr std::string_view routeTargetName(RouteTarget target) noexcept {
    return target == RouteTarget::Small ? "small" : "large";
}

constexpr std::string_view routeReasonName(RouteReason reason) noexcept {
    switch (reason) {
        case RouteReason::Asked:
            return "asked";
        case RouteReason::Hint:
            return "hint";
        case RouteReason::LongPrompt:
            return "long_prompt";
        case RouteReason::LongTurn:
            return "long_turn";
        case RouteReason::Code:
            return "code";
        case RouteReason::Easy:
            break;
        case RouteReason::Certain:
            return "certain";
        case RouteReason::Uncertain:
            return "uncertain";
        case RouteReason::DoesNotFit:
            return "does_not_fit";
        case RouteReason::CannotSee:
            return "cannot_see";
        case RouteReason::LargeUnavailable:
            return "large_unavailable";
    }
    return "easy";
}

/// The model that answers and the reason.
struct RouteOutcome {
    RouteTarget target = RouteTarget::Small;
    RouteReason reason = RouteReason::Easy;
    /// Number of the small model's first tokens that were examined, and the mean of the natural logarithms of
    /// their probabilities according to the model itself; 0 tokens: none were.
    int triedTokens = 0;
    double meanLogProbability = 0;
    bool operator==(const RouteOutcome&) const = default;
};

}  // namespace hearth
