#pragma once

#include <cstdint>
#include <vector>

#include "hearth/block_type.h"

namespace hearth {

class GgufFile;

/// Work for one token of a reply, derived from the shapes of a model's weights alone: nothing is measured,
/// and only the header is read. A value.
struct TokenWork {
    /// Matrices of one type that a token is multiplied with. Of stacked experts, only the chosen ones count;
    /// embeddings count only if they are also the head.
    struct Product {
        BlockType type = BlockType::F32;
        uint64_t weights = 0;  ///< numbers in them
        uint64_t bytes = 0;    ///< as stored in the file
        uint64_t headWeights =
            0;  ///< of `weights`, those of the head, which no row of a prompt needs but the last
        bool operator==(const Product&) const = default;
    };
    std::vector<Product> products;  ///< one a type, in the order of BlockType
    uint64_t vectorBytes = 0;       ///< of norms, biases and the like
    uint64_t parameters = 0;        ///< of the whole model
    uint64_t activeParameters = 0;  ///< that one token needs: fewer in a mixture of experts
    int layers = 0;
    /// Floating point operations of the attention for each position that a token looks back to, in all layers
    /// together: two for each number of a key and of a value and for each head. Windows are not counted.
    double attentionFlops = 0;
    /// Numbers that a position has in the cache, in all layers together.
    uint64_t cachedNumbers = 0;

    bool isKnown() const noexcept { return !products.empty(); }
    /// Bytes of weights that a token of a reply reads.
    uint64_t weightBytes() const noexcept {
        uint64_t bytes = vectorBytes;
        for (const Product& product : products) bytes += product.bytes;
        return bytes;
    }
    /// Floating point operations of the products of a token: two a weight (Kaplan et al. 2020, table 1).
    double flops() const noexcept {
        double flops = 0;
        for (const Product& product : products) flops += 2.0 * static_cast<double>(product.weights);
        return flops;
    }
    /// The same of a row of a prompt, which leaves the head out.
    double promptFlops() const noexcept {
        double flops = 0;
        for (const Product& product : products)
            flops += 2.0 * static_cast<double>(product.weights - product.headWeights);
        return flops;
    }
    bool operator==(const TokenWork&) const = default;
};

/// Of a file or a folder. Throws Error(Unsupported | BadFile) as loading would.
TokenWork tokenWork(const GgufFile& file);

}  // namespace hearth
