#pragma once

#include <optional>
#include <string_view>

namespace hearth {

/// Why a reply ended. Databases keep the numbers and JSON the names: never change either.
enum class FinishReason {
    EndOfText = 0,    ///< the model ended it
    StopString = 1,   ///< a text of SamplingParams::stop came
    MaxTokens = 2,    ///< SamplingParams::maxTokens
    ContextFull = 3,  ///< the context has no room for another token
    Cancelled = 4,    ///< somebody asked for it to stop
};

constexpr std::string_view finishReasonName(FinishReason reason) noexcept {
    switch (reason) {
        case FinishReason::EndOfText:
            break;
        case FinishReason::StopString:
            return "stop_string";
        case FinishReason::MaxTokens:
            return "length";
        case FinishReason::ContextFull:
            return "context_full";
        case FinishReason::Cancelled:
            return "cancelled";
    }
    return "stop";
}

/// nullopt for numbers that are none of FinishReason's.
constexpr std::optional<FinishReason> finishReasonOf(long long number) noexcept {
    if (number < 0 || number > static_cast<long long>(FinishReason::Cancelled)) return std::nullopt;
    return static_cast<FinishReason>(number);
}

/// nullopt for names that are none of finishReasonName()'s.
constexpr std::optional<FinishReason> finishReasonOf(std::string_view name) noexcept {
    for (long long number = 0; const auto reason = finishReasonOf(number); ++number)
        if (finishReasonName(*reason) == name) return reason;
    return std::nullopt;
}

}  // namespace hearth
