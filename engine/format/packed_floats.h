#pragma once

#include <nlohmann/json.hpp>

#include "format/packed_parts.h"

namespace hearth::format {

/// A matrix in 8-bit floats with scales for all of it, for its rows or for blocks of it.
UnpackedMatrix unpackByteFloats(const std::string& name, const PackedParts& parts,
                                const nlohmann::json& quantization, const std::vector<BytesReader>& readers);

}  // namespace hearth::format
