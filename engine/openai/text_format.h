#pragma once

#include <string>

#include "hearth/reply_grammar.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// What a request asks the text of its reply to be: {"type": "text"}, "json_object" or "json_schema". The
/// schema stands beside the type, or in an object of the type's name as chat completions have it. Throws a
/// Refusal that names the field, also for strict schemas that cannot be held; of others what can be is held.
/// Entries that change nothing are noted.
ReplyGrammar readTextFormat(const std::string& field, const Json& value, RequestNotes& notes);
/// The same of a schema alone. `strict`: all of it has to be held.
ReplyGrammar readSchema(const std::string& field, const Json& schema, bool strict = false);
/// A grammar of another kind, as text.
ReplyGrammar readGrammar(const std::string& field, const Json& value, ReplyGrammar::Kind kind);

}  // namespace hearth::openai
