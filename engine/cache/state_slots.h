#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth {

/// Numbers of the slots of a StateStore: some belong to running sequences, the others hold checkpoints, the
/// states that recurrent layers had after known tokens. Unlike keys and values, a state cannot be cut back to
/// a shorter prefix, so a sequence can only resume from where a checkpoint was taken. Calls come from one
/// thread at a time.
class StateSlots {
public:
    explicit StateSlots(uint32_t count);

    /// A slot for the caller; the least recently used checkpoint is evicted. -1: all belong to others.
    int32_t take();
    /// Gives a slot back. Negative numbers are ignored.
    void release(int32_t slot);
    /// The caller's slot becomes the checkpoint of these tokens; one that is there already stays instead.
    void keep(std::span<const TokenId> tokens, int32_t slot);

    struct Checkpoint {
        size_t tokens = 0;
        int32_t slot = -1;  ///< -1: none
    };
    /// The longest checkpoint that `tokens` begin with. Changes nothing.
    Checkpoint find(std::span<const TokenId> tokens) const;
    /// The same, marked as used now.
    Checkpoint use(std::span<const TokenId> tokens);
    /// Forgets the checkpoints behind tokens that are not wanted.
    void keepOnly(const std::function<bool(std::span<const TokenId>)>& isWanted);
    /// Forgets every checkpoint.
    void clear();

    /// A checkpoint; the tokens last until the next call that changes something.
    struct Kept {
        std::span<const TokenId> tokens;
        int32_t slot = -1;
    };
    /// All of them, the most recently used first.
    std::vector<Kept> kept() const;

    size_t freeSlots() const noexcept { return m_free.size(); }
    size_t checkpoints() const noexcept { return m_checkpoints.size(); }

private:
    struct Entry {
        std::vector<TokenId> tokens;
        int32_t slot = -1;
        uint64_t lastUse = 0;
    };
    std::vector<int32_t> m_free;
    std::vector<Entry> m_checkpoints;
    uint64_t m_clock = 0;
};

}  // namespace hearth
