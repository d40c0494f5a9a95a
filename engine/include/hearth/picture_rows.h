#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "hearth/prompt_tokens.h"

namespace hearth {

/// Makes or finds the rows that stand in a prompt in place of embeddings of its tokens, such as those that
/// the vision part of a model makes of a picture.
///
/// A span is asked for when the first of its rows is about to be computed, so nobody is asked for one whose
/// rows the cache has. It is asked for again when they are lost and computed once more: whoever does not want
/// to work twice keeps them by TokenSpan::content.
class PictureRows {
public:
    /// Shape (span.rows, (1 + n) * embedding): the row itself, then n that are added behind the first layers,
    /// as BatchRow::given says.
    using Rows = std::shared_ptr<const std::vector<float>>;

    virtual ~PictureRows() = default;
    /// On the thread of the engine, which waits meanwhile. `span` is a whole one; where it begins does not
    /// matter. nullptr: a part of the work is done, and the next call goes on with it, so that other replies
    /// come between. An Error ends this reply alone, but for Error(Cancelled) after a stop request.
    virtual Rows rowsOf(const TokenSpan& span, const std::stop_token& stop) = 0;
    /// The part of the work for that span that is done, 0 to 1, after rowsOf() gave nullptr.
    virtual double done() const { return 0; }
};

}  // namespace hearth
