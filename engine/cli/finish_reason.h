#pragma once

#include "hearth/engine.h"

namespace hearth::cli {

/// The name in JSON output: "stop", "stop_string", "length", "context_full", "cancelled".
constexpr const char* finishReasonName(FinishReason reason) noexcept {
    switch (reason) {
        case FinishReason::EndOfText:
            return "stop";
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

}  // namespace hearth::cli
