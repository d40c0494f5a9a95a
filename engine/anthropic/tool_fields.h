#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "openai/call_choice.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::anthropic {

using openai::Json;

/// Tools of a request, in the form that templates take.
struct ToolList {
    Json functions = Json::array();  ///< each {"type": "function", "function": {"name", ...}}
    bool marked = false;             ///< one of them has a "cache_control"
};

/// Reads "tools": functions of the client alone; others are left out and noted. Throws Refusal with the field
/// that cannot be used.
ToolList readTools(const Json& value, openai::RequestNotes& notes);

/// The choice that "tool_choice" asks for.
struct ToolChoice {
    openai::CallChoice calls = {};
    bool parallel = true;  ///< false: one call at most
};
ToolChoice readToolChoice(const Json& value, openai::RequestNotes& notes);

}  // namespace hearth::anthropic
