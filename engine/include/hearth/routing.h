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

/// The name of the model that is two.
inline constexpr std::string_view routedModelName = "auto";

/// How turns are given to a small or a large model. The rules hold in the order of RouteReason: the first one
/// that applies decides.
struct RoutingRule {
    int64_t longestPrompt = 16000;  ///< characters of all messages; longer ones go to the large model
    int64_t longestTurn = 2000;     ///< characters of the last message
    bool codeIsHard = true;         ///< messages with code, or that ask for some, go to the large model
    /// With one of them in front, a message goes where it says. It is not part of the prompt.
    std::vector<std::string> smallHints = {"/small"}, largeHints = {"/large"};
    /// The small model's reply is held back for so many tokens; 0: not at all. Where the mean of the natural
    /// logarithms of their probabilities is below the least, the large model answers instead.
    int firstTokens = 12;
    double leastMeanLogProbability = -0.8;

    bool operator==(const RoutingRule& other) const = default;

    static constexpr int mostFirstTokens = 256;
    static constexpr size_t mostHints = 64, longestHint = 100;

    /// The rule that a JSON object describes, with the defaults for what it leaves out. Throws
    /// Error(BadInput) with one sentence that names the first field that cannot be used.
    static RoutingRule fromJson(std::string_view json);
};

/// EngineOptions::large.
struct LargeModel {
    EngineOptions options;
    RoutingRule rule;
};

/// What the rules say of a request before anybody answers: Easy where only the first tokens can tell. Of a
/// request without messages its text counts, as one message. Looks at texts alone.
RouteOutcome decideRoute(const RoutingRule& rule, const GenerationRequest& request);

/// Takes the hints in front of the user's messages away, in all of them, so that the next prompt begins as
/// this one did.
void removeRouteHints(const RoutingRule& rule, GenerationRequest& request);

/// Whether a text holds code: a fenced block, or two lines that look like it.
bool holdsCode(std::string_view text);

/// Returns true where a message asks for code in words ("Write a C function"): something is to be written or
/// mended that programs are made of, or that is in a programming language. By words of English, German,
/// Spanish, French, Chinese and Japanese. Time is linear in the length.
bool asksForCode(std::string_view text);

/// Looks at the first tokens of a reply and says, as soon as it is certain, whether its model knows what it
/// says.
class FirstTokens {
public:
    explicit FirstTokens(const RoutingRule& rule)
        : m_wanted(rule.firstTokens), m_least(rule.leastMeanLogProbability) {}

    enum class Verdict : uint8_t { Open, Certain, Uncertain };
    /// The next token. `probability` is the model's own. What cannot come back to the threshold is uncertain
    /// at once.
    Verdict add(double probability);
    /// The reply is shorter.
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

/// Who answered, why, and what that saved. From any thread.
class RouteFigures {
public:
    /// A reply that has ended.
    struct Reply {
        RouteOutcome outcome;
        GenerationMetrics metrics;  ///< of the model that answered
        /// What the small model made before the large one took over.
        int droppedTokens = 0;
        double droppedMs = 0;
    };
    void add(const Reply& reply);
    void reset();

    struct Sums {
        std::map<std::pair<RouteTarget, RouteReason>, uint64_t> replies;
        /// Of prompts and of replies, that the large model did not have to process.
        uint64_t savedTokens = 0;
        uint64_t droppedTokens = 0;
        double droppedMs = 0;
        /// What the large model would have taken longer for the small one's replies, at the rates of its own,
        /// less what was dropped. nullopt: it has no rates yet. May be negative.
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
