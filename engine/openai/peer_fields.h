#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// Reads a field that no API here has. Throws a Refusal for one that other servers have and with which the
/// reply would be another than it is here; a value of it that changes nothing is taken. All other fields are
/// noted as ignored.
void readPeerField(const std::string& field, const Json& value, RequestNotes& notes);

/// The names of the fields that are refused.
std::vector<std::string_view> peerFields();

}  // namespace hearth::openai
