#pragma once

#include <string>

#include "hearth/reply_grammar.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// Reads a field that says what the text of a reply has to be, under the names of OpenAI (response_format),
/// vLLM (guided_json, structured_outputs, ...) and llama.cpp (json_schema, grammar). Throws a Refusal that
/// names the field, also where `form` is another form already.
void readFormField(const std::string& field, const Json& value, RequestNotes& notes, ReplyGrammar& form);

/// Makes `read` the form of a reply. Throws a Refusal that names the field where the reply has another one.
void setForm(const std::string& field, ReplyGrammar read, ReplyGrammar& form);

}  // namespace hearth::openai
