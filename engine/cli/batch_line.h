#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "openai/completion_request.h"
#include "openai/refusal.h"

namespace hearth::cli {

/// Why a line is no request at all.
struct BatchFault {
    std::string code;     ///< for programs: "invalid_json", "missing_custom_id", ...
    std::string message;  ///< one sentence
};

/// One line of a batch file in OpenAI's form.
struct BatchLine {
    std::optional<std::string> customId;  ///< nullopt: there is none, and `content` is a BatchFault
    std::variant<BatchFault, openai::Refusal, openai::CompletionRequest> content;
    std::vector<std::string> notes = {};  ///< what it asks for in vain, one sentence each
};

/// Never throws Error: what is wrong with the line is in the result.
BatchLine readBatchLine(std::string_view text);

}  // namespace hearth::cli
