#pragma once

#include <string>

#include "hearth/generation_request.h"
#include "hearth/sampling.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// Takes a field that says how tokens are chosen into `sampling`; false: it is none of those. Throws Refusal
/// for values out of range, which are those of the settings everywhere else.
bool readSamplingField(const std::string& field, const Json& value, SamplingParams& sampling);

/// Takes how many tokens a reply may have at most, where that may be 0 (the prompt alone is processed); -1 is
/// no limit.
void readLimitOrNone(const std::string& field, const Json& value, SamplingParams& sampling);

/// "cache_reply": false for a reply that is made anew and not kept.
ReplyReuse readReplyReuse(const std::string& field, const Json& value);

}  // namespace hearth::openai
