#pragma once

#include <cstddef>

#include "backend/backend.h"
#include "model/pass_context.h"

namespace hearth {

/// Rows whose embeddings are given, such as those of a picture (BatchRow::given).
class GivenRows {
public:
    explicit GivenRows(PassContext& pass) : m_pass(pass) {}

    static bool any(const Batch& batch) noexcept;
    /// Throws Error(BadInput).
    void check(const BatchRow& row) const;
    /// Number of layers after which something is added to rows of the batch.
    size_t deepest(const Batch& batch) const;
    /// Part i of the given embeddings of the batch's rows, in place of the rows in `out` or added to them.
    void place(const Batch& batch, size_t part, const Slice& out, bool accumulate);

private:
    PassContext& m_pass;
};

}  // namespace hearth
