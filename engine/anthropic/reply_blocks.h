#pragma once

#include "openai/field_reader.h"
#include "openai/reply_parts.h"

namespace hearth::anthropic {

using openai::Json;

/// A part of a reply as "content" holds it. The arguments of a call that are no JSON object, as where a limit
/// cut them off, are the one member "arguments", a string.
Json blockJson(const openai::ReplyPart& part);
/// As "content_block_start" holds it: nothing is in it yet.
Json emptyBlockJson(const openai::ReplyPart& part);

}  // namespace hearth::anthropic
