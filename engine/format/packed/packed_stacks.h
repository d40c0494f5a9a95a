#pragma once

#include <vector>

#include "format/huggingface/safetensors.h"

namespace hearth::format {

/// The experts of gpt-oss: codes of 4 bits (x_blocks) and scales that are powers of two (x_scales) become
/// MXFP4 matrices, x, of shape (experts, rows, columns), with every bit kept (OCP microscaling formats 1.0).
/// Throws Error(BadFile) that names what does not fit together.
void unpackStacks(std::vector<SafeTensor>& tensors, std::vector<BytesReader>& readers);

}  // namespace hearth::format
