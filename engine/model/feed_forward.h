#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "model/pass_context.h"

namespace hearth {

/// The feed-forward part of a layer: dense, a mixture of experts, or both.
class FeedForward {
public:
    explicit FeedForward(PassContext& pass) : m_pass(pass) {}

    /// Reads the residual stream and writes to `out`, or adds to it. A dense part next to experts always
    /// writes to the branch.
    void run(uint32_t index, const Slice& out, bool accumulate);

private:
    void dense(uint32_t index, const Slice& in, const Slice& branch, bool accumulate);
    /// The last projection of a dense part.
    void close(uint32_t index, const Slice& in, const Slice& branch, bool accumulate);
    /// A dense part whose gate only opens what is well above the mean (Gemma 3n 2025); returns what goes into
    /// its last projection.
    Slice sparselyOpened(uint32_t index, const Slice& in, const Norm& norm);
    void experts(uint32_t index, const Slice& in, const Slice& branch, bool accumulate);
    Norm expertsNorm(uint32_t index) const;
    /// Arguments for the experts of a layer; the caller sets the slices, the norm and the scale.
    ExpertsArgs choice(uint32_t index) const;
    /// Nemotron 3: experts that work in a smaller space, while the router reads the stream.
    void expertsInLatent(uint32_t index, ExpertsArgs args);
    /// Adds the expert that always runs.
    void sharedExpert(uint32_t index, const Slice& in, const Norm& norm, const Slice& target);
    /// act(gate) * up of the shared expert, within its limit.
    Slice sharedOpened(uint32_t index, const Slice& in, const Norm& norm);
    /// Gemma 4's mixture: a dense part and experts read the same input, each behind its own norm, and are
    /// added after another norm each. The router reads the input scaled in its own way.
    void denseAndExperts(uint32_t index);

    PassContext& m_pass;
};

}  // namespace hearth
