#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "format/byte_source.h"

namespace hearth::format {

/// Reads bytes of a file, or of what stands for one.
using BytesReader = std::function<void(uint64_t byteOffset, std::span<std::byte> out)>;

/// One entry of a safetensors file.
struct SafeTensor {
    std::string name;
    std::string type;               ///< as spelled: "F32", "F16", "BF16", "F8_E4M3", "I32", ...; or one of
                                    ///< our own, where a checkpoint's packed weights became a matrix
    std::vector<uint64_t> shape{};  ///< slowest axis first, as in the file; empty for a single number
    uint64_t offset = 0;            ///< bytes from the start of the file, checked against its end
    uint64_t sizeBytes = 0;
    uint32_t file = 0;  ///< which file of a folder holds it
    uint64_t elements() const noexcept;
};

/// Bytes of an element; 0 for types that are not known.
uint32_t safetensorsElementBytes(const std::string& type) noexcept;

/// Reads and checks the header: a u64 length, a JSON object of that length, then the data. Lengths, shapes
/// and byte ranges are compared with the file before anything is allocated for them, and ranges do not
/// overlap. Error(BadFile) with a clause ("its header ...") otherwise.
std::vector<SafeTensor> readSafetensors(const ByteSource& source);

}  // namespace hearth::format
