#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/device.h"
#include "backend/cuda/weight_layout.h"

namespace hearth::cuda {

/// Brings weights of files onto the GPU: pieces of about a megabyte are read one after the other in the
/// order of the file, packed by as many threads as there are cores, and copied while others are read and
/// packed. Called by one thread, which is also the only one that talks to the device.
class WeightUploader {
public:
    /// `threads` (at least 1) is how many pack.
    explicit WeightUploader(unsigned threads);
    /// Waits for copies that are under way.
    ~WeightUploader();
    WeightUploader(const WeightUploader&) = delete;
    WeightUploader& operator=(const WeightUploader&) = delete;

    /// Fills layout.sizeBytes at `to` but for what lies between planes. The source is read completely, the
    /// last copies may be under way. Rethrows what reading throws; the memory then holds anything.
    void upload(const WeightSource& source, const WeightLayout& layout, std::byte* to, StreamHandle stream);

private:
    struct Slot;
    class Job;
    /// Some consecutive rows of one expert, from the start of a row panel.
    struct Piece {
        uint64_t expert = 0, row = 0, count = 0;
    };

    /// Makes slots until there are so many, each with room for so many bytes.
    void reserve(size_t slots, size_t bytes);
    void startCopy(const WeightLayout& layout, const Slot& slot, std::byte* to, StreamHandle stream);
    /// Waits for the oldest copy; its slot.
    Slot& oldestCopied();
    void settle();

    unsigned m_threads;
    std::vector<std::unique_ptr<Slot>> m_slots;
    std::vector<Slot*> m_free;     ///< between uploads
    std::deque<Slot*> m_underWay;  ///< being copied, the oldest first
};

}  // namespace hearth::cuda
