#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Functions that a fuzz target defines. libFuzzer calls the first; the short run calls both.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace hearth::fuzz {

/// Inputs to start from: well formed and malformed ones.
std::vector<std::vector<uint8_t>> seedInputs();

}  // namespace hearth::fuzz
