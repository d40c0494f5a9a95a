#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "hearth/engine.h"

namespace hearth::cli {

/// A request of a batch that can be given to the engine.
struct BatchRequest {
    bool chat = true;  ///< of /v1/chat/completions; false: of /v1/completions
    bool tools = false;
    GenerationRequest generation;
};

/// Why a request is not answered.
struct BatchRefusal {
    std::string message;  ///< one sentence
    std::string field;    ///< "temperature", "messages[0].role"; empty: no field in particular
};

/// Why a line is no request at all.
struct BatchFault {
    std::string code;     ///< for programs: "invalid_json", "missing_custom_id", ...
    std::string message;  ///< one sentence
};

/// One line of a batch file in OpenAI's form.
struct BatchLine {
    std::optional<std::string> customId;  ///< nullopt: there is none, and `content` is a BatchFault
    std::variant<BatchFault, BatchRefusal, BatchRequest> content;
};

/// Never throws Error: what is wrong with the line is in the result.
BatchLine readBatchLine(std::string_view text);

}  // namespace hearth::cli
