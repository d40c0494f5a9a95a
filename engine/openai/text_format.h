#pragma once

#include <string>

#include "hearth/reply_grammar.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// What a request asks the text of its reply to be: {"type": "text"}, "json_object" or "json_schema". The
/// schema stands beside the type, or in an object of the type's name as chat completions have it. Throws a
/// Refusal that names the field, also for schemas that cannot be honoured.
ReplyGrammar readTextFormat(const std::string& field, const Json& value);
/// A grammar of another kind, as text.
ReplyGrammar readGrammar(const std::string& field, const Json& value, ReplyGrammar::Kind kind);

}  // namespace hearth::openai
