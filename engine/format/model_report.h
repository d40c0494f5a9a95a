#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>

#include "hearth/gguf.h"

namespace hearth::format {

/// Prints the contents of a model file for people: parameters by group and by block type, metadata (long
/// texts and arrays abbreviated), tensors.
void printModelListing(const GgufFile& file, std::ostream& out);

/// The same in full: file, version, bytes, metadata, tensors, parameters {total and by group}, types
/// {tensors, parameters, bytes}. Infinities and NaN are texts. Tokens need not be valid UTF-8: dump it with
/// error_handler_t::replace.
nlohmann::ordered_json describeModel(const GgufFile& file);

}  // namespace hearth::format
