#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/gguf_writer.h"

namespace hearth::test {

/// A llama model of 2 layers, 4 heads and random weights, ready to be spoilt: change what a test is about
/// before build().
struct TinyLlama {
    uint32_t layers = 2, width = 32, heads = 4, kvHeads = 2, feedForward = 48, vocabulary = 40, context = 128;
    std::string architecture = "llama";
    float epsilon = 1e-5F, ropeBase = 10000.0F;
    std::string missingTensor = {};                       ///< left out
    std::string misshapenTensor = {};                     ///< one column too many
    std::function<void(GgufWriter&)> extraMetadata = {};  ///< after everything else

    std::vector<std::byte> build() const;
};

}  // namespace hearth::test
