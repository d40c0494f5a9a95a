#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/generation_request.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// Value of "tool_choice".
struct CallChoice {
    bool allowed = true;    ///< false: no tool may be called
    bool required = false;  ///< the reply must consist of calls
    std::string name = {};  ///< of this tool; empty: of any
    /// The names of the tools that count; nullopt: all.
    std::optional<std::vector<std::string>> only = std::nullopt;
};

/// "none", "auto", "required", {"type": "function"} with the name next to it or in an object of that name, or
/// {"type": "allowed_tools"} with a mode and tools likewise. Throws a Refusal that names the field;
/// other entries are noted.
CallChoice readCallChoice(const std::string& field, const Json& value, RequestNotes& notes);

/// Leaves of "tools" in the variables of a template those that the choice allows. Throws a Refusal where it
/// names one that is not there.
void keepAllowedTools(CallChoice& choice, Json& variables);

/// Constrains a reply to calls if the choice requires them, and the calls of other replies to the
/// declarations of the tools. `tools`: as templates take them; null: none. Throws a Refusal if the tool does
/// not exist, or a strict one has a schema that cannot be enforced.
void holdToCalls(const CallChoice& choice, const Json& tools, bool parallel, GenerationRequest& generation);

}  // namespace hearth::openai
