#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "session/sequence.h"
#include "session/sequence_memory.h"

namespace hearth {

/// The slots for the states before drafts, which sequences with recurrent layers need while they check them;
/// the functions are those of SequenceCache. The memory outlives it.
class DraftStates {
public:
    static constexpr uint32_t blockPositions = SequenceMemory::blockPositions;

    /// Takes `count` slots of the memory for good.
    DraftStates(SequenceMemory& memory, uint32_t count);

    size_t most(const Sequence& sequence) const noexcept;
    void take(Sequence& sequence);
    void settle(Sequence& sequence, size_t accepted);

private:
    SequenceMemory& m_memory;
    std::vector<int32_t> m_free;
};

}  // namespace hearth
