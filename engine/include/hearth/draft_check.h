#pragma once

#include <cstdint>
#include <string>

#include "hearth/engine_options.h"
#include "hearth/message.h"

namespace hearth {

/// Whether a model can guess for another, and what that would take.
struct DraftCheck {
    Message problem;     ///< why it cannot, one sentence; empty: it can
    uint64_t bytes = 0;  ///< of memory beside the other model: weights, a cache of one conversation, scratch
};

/// Whether `options.draftModel` can guess for `options.model`, from the headers of the two files: both must
/// have the same vocabulary, up to 128 tokens at its end, and no recurrent layers. That the guesses pay for
/// themselves is another matter: the model should be several times smaller. Any thread; some tens of
/// milliseconds with large vocabularies. Throws Error for files that cannot be read and options out of range.
DraftCheck checkDraft(const EngineOptions& options);

}  // namespace hearth
