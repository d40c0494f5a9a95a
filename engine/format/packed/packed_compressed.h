#pragma once

#include <nlohmann/json.hpp>

#include "format/packed/packed_parts.h"

namespace hearth::format {

/// An integer matrix of compressed-tensors: pack-quantized (weight_packed: rows of 1 to 8 bits an integer in
/// 32-bit words) or int-quantized (weight: int8), with a scale for each group of columns, row or matrix, and
/// zeros or none. Columns may belong to groups out of order (weight_g_idx).
UnpackedMatrix unpackCompressed(const std::string& name, const PackedParts& parts,
                                const nlohmann::json& quantization, const std::vector<BytesReader>& readers);

}  // namespace hearth::format
