#pragma once

#include <string>

#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::anthropic {

using openai::Json;

/// Reads a "cache_control": null or {"type": "ephemeral", "ttl": "5m" or "1h"}; true where there is one. It
/// changes nothing of the cache, which keeps every prompt: what else it holds is noted as ignored.
bool readCacheMark(const std::string& field, const Json& value, openai::RequestNotes& notes);

}  // namespace hearth::anthropic
