#pragma once

#include <cstdint>
#include <functional>

#include "backend/backend.h"
#include "model/given_rows.h"
#include "model/pass_context.h"

namespace hearth {

/// Embeds the rows of a batch: tokens, positions and types become the residual stream.
class RowEmbedding {
public:
    RowEmbedding(PassContext& pass, GivenRows& given) : m_pass(pass), m_given(given) {}

    /// Throws Error(BadInput) for rows that the model has no embedding for.
    void check(const Batch& batch) const;
    /// Makes the batch known to the backend and embeds it.
    void embed(const Batch& batch);

private:
    /// The rows of a table that numbers of the batch's rows say.
    void embedNumbers(const Batch& batch, const Weight& table,
                      const std::function<uint32_t(const BatchRow&)>& number, const Slice& out);

    PassContext& m_pass;
    GivenRows& m_given;
};

}  // namespace hearth
