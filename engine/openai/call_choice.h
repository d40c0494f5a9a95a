#pragma once

#include <string>

#include "hearth/engine.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// What "tool_choice" asks for.
struct CallChoice {
    bool allowed = true;    ///< false: no tool may be called
    bool required = false;  ///< the reply has to be calls
    std::string name = {};  ///< of this tool; empty: of any
};

/// "none", "auto", "required", or {"type": "function"} with the name beside it or in an object of that name.
/// Throws a Refusal that names the field.
CallChoice readCallChoice(const std::string& field, const Json& value);

/// Holds a reply to calls where the choice says so, and the calls of one that may call to what the tools
/// declare. `tools`: as templates take them; null: there are none.
/// Throws a Refusal when the tool is not there, or the reply has another form already.
void holdToCalls(const CallChoice& choice, const Json& tools, bool parallel, GenerationRequest& generation);

}  // namespace hearth::openai
