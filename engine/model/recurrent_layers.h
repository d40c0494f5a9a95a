#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "model/pass_context.h"

namespace hearth {

/// Mixers that carry a state instead of a cache. Each writes its results to `branch`, or adds them.
class RecurrentLayers {
public:
    explicit RecurrentLayers(PassContext& pass) : m_pass(pass) {}

    /// LFM2's mixer: the input is gated, convolved with the few rows before it and gated again.
    void shortConvolution(uint32_t index, const Slice& branch, bool accumulate);
    /// Gated delta net: queries, keys and values are convolved, queries and keys have unit length, and what
    /// the matrix answers is normalised by head and gated.
    void deltaNet(uint32_t index, const Slice& branch, bool accumulate);
    /// Kimi's delta net: a matrix fades row by row, and the gate of what it answers is a sigmoid.
    void kimiDelta(uint32_t index, const Slice& branch, bool accumulate);
    /// Mamba: rates, keys and queries come of what is convolved.
    void selectiveScan(uint32_t index, const Slice& branch, bool accumulate);
    /// Mamba-2: the gate comes before the norm.
    void stateSpace(uint32_t index, const Slice& branch, bool accumulate);

private:
    /// The short convolution in front of a layer's matrix.
    void convolve(uint32_t index, const Slice& in, const Slice& out);
    /// The end of a delta net before its projection: what the matrix answers, normalised by head and gated.
    void answer(uint32_t index, const RecurrenceArgs& args, const Slice& gate, Activation activation);
    /// Arguments common to delta nets and state spaces; the caller sets the slices.
    RecurrenceArgs recurrence(uint32_t index) const;

    PassContext& m_pass;
};

}  // namespace hearth
