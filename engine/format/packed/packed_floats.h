#pragma once

#include <nlohmann/json.hpp>

#include "format/packed/packed_parts.h"

namespace hearth::format {

/// A matrix in 8-bit floats with scales for all of it, for its rows or for blocks of it, or several of them
/// one behind the other (of experts): as FP8_E4M3 or FP8_E5M2 where each run of 128 columns has one scale,
/// else widened to 16 bits. What reads it throws Error(BadFile) for a code that is no number.
UnpackedMatrix unpackByteFloats(const std::string& name, const PackedParts& parts,
                                const nlohmann::json& quantization, const std::vector<BytesReader>& readers);
/// A matrix in 4-bit floats, two a byte, with scales for runs of columns: NVFP4 (8-bit floats for 16 columns,
/// and one for all) or MXFP4 (powers of two for 32).
UnpackedMatrix unpackNibbleFloats(const std::string& name, const PackedParts& parts,
                                  const std::vector<BytesReader>& readers);

}  // namespace hearth::format
