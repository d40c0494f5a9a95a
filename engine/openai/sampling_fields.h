#pragma once

#include <string>

#include "hearth/sampling.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// Takes a field that says how tokens are chosen into `sampling`; false: it is none of those. Throws Refusal
/// for values out of range, which are those of the settings everywhere else.
bool readSamplingField(const std::string& field, const Json& value, SamplingParams& sampling);

}  // namespace hearth::openai
