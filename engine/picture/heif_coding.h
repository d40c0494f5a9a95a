#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace hearth {

/// Cost of decoding one coded picture, by the headers of its own data, which are what a decoder uses: those
/// of the file may claim less.
struct CodedLoad {
    uint64_t pixels = 0;  ///< of the largest picture that the data may have
    uint64_t passes = 0;  ///< times that this many pixels may be decoded: slices of HEVC, frames of AV1

    uint64_t work() const noexcept { return pixels * passes; }
};

/// Reads the parameter sets and slices of HEVC. `config`: the box hvcC; `data`: NAL units, each
/// preceded by its length in 4 bytes. nullopt: they are damaged. ITU-T H.265 7.3, ISO/IEC 14496-15 8.3.3.
std::optional<CodedLoad> hevcLoad(std::span<const std::byte> config, std::span<const std::byte> data);

/// Reads the sequence headers and frames of AV1. `config`: the box av1C; `data`: OBUs. nullopt: they are
/// damaged. AV1 bitstream specification 5.3 to 5.5, AV1-ISOBMFF 2.3.
std::optional<CodedLoad> av1Load(std::span<const std::byte> config, std::span<const std::byte> data);

}  // namespace hearth
