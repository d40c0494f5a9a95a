#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/engine_options.h"
#include "hearth/generation_request.h"
#include "hearth/generation_result.h"
#include "hearth/route.h"

namespace hearth {

/// The name of the model that routes between two models.
inline constexpr std::string_view routedModelName = "auto";

/// Rules that assign turns to a small or a large model. They apply in the order of RouteReason: the first one
/// that matches decides.
struct RoutingRule {
    int64_t longestPrompt = 16000;  ///< characters of all messages; longer ones go to the large model
    int64_t longestTurn = 2000;     ///< characters of the last message
    bool codeIsHard = true;         ///< messages that contain code, or ask for it, go to the large model
    /// A message that begins with one of these goes to the model that it names. The hint is not part of the
    /// prompt.
    std::vector<std::string> smallHints = {"/small"}, largeHints = {"/large"};
    /// Number of tokens for which the small model's reply is held back; 0: none. If the mean of the natural
    /// logarithms of their probabilities is below leastMeanLogProbability, the large model answers instead.
    int firstTokens = 12;
    double leastMeanLogProbability = -0.8;

    bool operator==(const RoutingRule& other) const = default;

    static constexpr int mostFirstTokens = 256;
    static constexpr size_t mostHints = 64, longestHint = 100;

    /// The rule that a JSON object describes, with defaults for missing fields. Throws Error(BadInput) with
    /// one sentence that names the first field that cannot be used.
    static RoutingRule fromJson(std::string_view json);
};

/// EngineOptions::large.
struct LargeModel {
    EngineOptions options;
    RoutingRule rule;
};

/// Applies the rules to a request before a model answers; Easy if only the first tokens can decide. The text
/// of a request without messages counts as one message. Looks at texts only.
RouteOutcome decideRoute(const RoutingRule& rule, const GenerationRequest& request);

/// Removes the hints before the user's messages, in all of them, so that the next prompt begins as this one
/// did.
void removeRouteHints(const RoutingRule& rule, GenerationRequest& request);

/// True if a text contains code: a fenced block, or two lines that look like it.
bool holdsCode(std::string_view text);

/// Returns true if a message asks for code in words ("Write a C function"): it asks to write or fix a part of
/// a program, or something in a programming language. Matches words of English, German, Spanish, French,
/// Chinese and Japanese. Time is linear in the length.
bool asksForCode(std::string_view text);

/// Examines the first tokens of a reply and decides, as soon as it is certain, if its model is confident.
class FirstTokens {
public:
    explicit FirstTokens(const RoutingRule& rule)
        : m_wanted(rule.firstTokens), m_least(rule.leastMeanLogProbability) {}

    enum class Verdict : uint8_t { Open, Certain, Uncertain };
    /// Adds the next token. `probability` is the model's own. The verdict is Uncertain as soon as the mean
    /// can no longer reach the threshold.
    Verdict add(double probability);
    /// Ends a reply that is shorter than the number of first tokens.
    Verdict end();

    int count() const noexcept { return m_count; }
    double meanLogProbability() const noexcept { return m_count == 0 ? 0 : m_sum / m_count; }

private:
    int m_wanted;
    double m_least;
    int m_count = 0;
    double m_sum = 0;
    Verdict m_verdict = Verdict::Open;
};

/// Statistics of the router: the model of each reply, the reason, and the work that was saved. From any
/// thread.
class RouteFigures {
public:
    /// A reply that has ended.
    struct Reply {
        RouteOutcome outcome;
        GenerationMetrics metrics;  ///< of the model that answered
        /// Output of the small model before the large one took over.
        int droppedTokens = 0;
        double droppedMs = 0;
    };
    void add(const Reply& reply);
    void reset();

    struct Sums {
        std::map<std::pair<RouteTarget, RouteReason>, uint64_t> replies;
        /// Of prompts and of replies; tokens that the large model did not have to process.
        uint64_t savedTokens = 0;
        uint64_t droppedTokens = 0;
        double droppedMs = 0;
        /// Time that the large model would have taken in addition for the replies of the small one, at its
        /// own rates, minus the time that was dropped. nullopt: it has no rates yet. May be negative.
        std::optional<double> savedMs;
    };
    Sums sums() const;

private:
    struct Work {
        double prefillMs = 0, decodeMs = 0;
        uint64_t processedTokens = 0, generatedTokens = 0;
    };

    mutable std::mutex m_mutex;
    Sums m_sums;
    Work m_small, m_large;
};

}  // namespace hearth
