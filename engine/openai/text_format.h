#pragma once

#include <string>

#include "hearth/reply_grammar.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// Reads the requested format of the reply's text: {"type": "text"}, "json_object" or "json_schema". The
/// schema is next to the type, or in an object of the type's name as in chat completions. Throws a Refusal
/// that names the field, also for strict schemas that cannot be enforced; of other schemas, the supported
/// part is enforced. Entries that change nothing are noted.
ReplyGrammar readTextFormat(const std::string& field, const Json& value, RequestNotes& notes);
/// The same for a schema alone. `strict`: all of it must be enforced.
ReplyGrammar readSchema(const std::string& field, const Json& schema, bool strict = false);
/// A grammar of another kind, as text.
ReplyGrammar readGrammar(const std::string& field, const Json& value, ReplyGrammar::Kind kind);

}  // namespace hearth::openai
