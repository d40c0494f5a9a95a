#pragma once

#include <nlohmann/json.hpp>

#include "format/packed/packed_parts.h"

namespace hearth::format {

/// A matrix of GPTQ or AWQ: integers of 4 or 8 bits, and a scale and a zero for each group of columns.
UnpackedMatrix unpackIntegers(const std::string& name, const PackedParts& parts,
                              const nlohmann::json& quantization, bool awq,
                              const std::vector<BytesReader>& readers);

}  // namespace hearth::format
