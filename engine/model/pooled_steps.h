#pragma once

#include <span>
#include <vector>

#include "model/pass_context.h"

namespace hearth {

/// The steps after the pooling of texts (ModelConfig::pooledSteps).
class PooledSteps {
public:
    explicit PooledSteps(PassContext& pass) : m_pass(pass) {}

    /// Shape (texts, embedding) to (texts, pooledWidth).
    std::vector<float> run(std::vector<float> pooled);

private:
    std::vector<float> project(const PooledStep& step, const Projection& projection,
                               std::span<const float> vectors);

    PassContext& m_pass;
};

}  // namespace hearth
