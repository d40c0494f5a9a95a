#pragma once

#include <cstdint>
#include <string>

#include "hearth/engine_options.h"
#include "hearth/message.h"

namespace hearth {

/// Result of checkDraft(): if a model can draft for another one, and the memory that it would need.
struct DraftCheck {
    Message problem;     ///< why it cannot, one sentence; empty if it can
    uint64_t bytes = 0;  ///< of memory besides the other model's: weights, cache of one conversation, scratch
};

/// Checks if `options.draftModel` can draft for `options.model`. Reads only the headers of the two files.
/// Both must have the same vocabulary, up to 128 tokens at its end, and no recurrent layers. It does not
/// check that drafting makes replies faster: for that, the model should be several times smaller. Any thread;
/// takes some tens of milliseconds with large vocabularies. Throws Error for files that cannot be read and
/// options out of range.
DraftCheck checkDraft(const EngineOptions& options);

}  // namespace hearth
