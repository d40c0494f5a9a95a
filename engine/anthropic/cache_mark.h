#pragma once

#include <string>

#include "openai/field_reader.h"

namespace hearth::anthropic {

using openai::Json;

/// Reads a "cache_control": null or {"type": "ephemeral", "ttl": "5m" or "1h"}. Whether there is one. It
/// changes nothing of the cache, which keeps every prompt; a Refusal names what is none.
bool readCacheMark(const std::string& field, const Json& value);

}  // namespace hearth::anthropic
