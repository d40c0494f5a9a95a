#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/generation_request.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// The place into which the fields of a request for a reply are read, in any API.
struct SharedReader {
    GenerationRequest& generation;
    Json& variables;  ///< of the template
    RequestNotes& notes;
};

/// Reads a field that is not of one API alone: one that all of them take, or else as readPeerField() does.
/// Throws a Refusal that names the field.
void readSharedField(const std::string& field, const Json& value, const SharedReader& reader);

/// The names of the fields that all of them take.
std::vector<std::string_view> sharedFields();

/// Throws a Refusal where two names of one setting say different things.
void refuseContradictions(const Json& body);

}  // namespace hearth::openai
