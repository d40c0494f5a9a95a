#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "format/huggingface/safetensors.h"

namespace hearth::format {

/// Turns the weights of quantised checkpoints into matrices of types that the engine has. Every group of
/// tensors that makes up one matrix (qweight, qzeros, scales, ...) leaves `tensors`; the matrix joins it
/// under the name "....weight", with the reader at the end of `readers` that makes its bytes when they are
/// asked for. Of stacks of experts in floats of 8 bits ("experts.gate_up_proj", "..._scale_inv") the name
/// stays.
///
/// * gptq (Frantar et al. 2023) of 4 bits: Q4_0 where all zeros are 8, else Q5_0; of 8 bits: Q8_0 where all
///   zeros are 128. F16 where columns are reordered or groups do not hold whole blocks of 32.
/// * awq (Lin et al. 2024) of 4 bits: the same.
/// * fp8 and compressed-tensors with weights in F8_E4M3 or F8_E5M2: FP8_E4M3 or FP8_E5M2; where scales change
///   within a run of 128 columns, or columns are no multiple of that, F16, or BF16 for numbers too large for
///   it.
/// * compressed-tensors of 1 to 8 bits: Q4_0 of up to 4 bits without zeros, Q5_0 with them, Q8_0 above and of
///   int8; F16 as with gptq, and of 8 bits with zeros.
///
/// FP8_E4M3 and FP8_E5M2 keep every number exactly, Q4_0, Q5_0 and Q8_0 when scales are float16; F16 rounds
/// as the checkpoints' own kernels do.
///
/// Throws Error(Unsupported) for other methods and Error(BadFile) for parts that are missing or do not fit
/// each other, with a clause.
void unpackCheckpoint(const nlohmann::json& quantization, std::vector<SafeTensor>& tensors,
                      std::vector<BytesReader>& readers);

}  // namespace hearth::format
