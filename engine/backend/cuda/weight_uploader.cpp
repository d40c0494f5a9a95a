#include "backend/cuda/weight_uploader.h"

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "backend/cuda/weight_packing.h"

namespace hearth::cuda {
namespace {

/// Bytes read at once: few enough for the caches of a core, and enough for disks and copies.
constexpr uint64_t pieceBytes = uint64_t{1} << 20U;
constexpr unsigned mostPackers = 32;

uint64_t planeAlignedBytes(uint64_t bytes) {
    return (bytes + 255) / 256 * 256;
}

uint64_t rowBytesOf(const WeightLayout& layout) {
    const BlockTypeInfo& type = blockTypeInfo(layout.type);
    return layout.columns / type.blockElements * type.blockBytes;
}

/// RowPanels are whole, so every plane gets one consecutive piece.
uint64_t rowsAtOnce(const WeightLayout& layout) {
    return std::max<uint64_t>(pieceBytes / std::max<uint64_t>(rowBytesOf(layout), 1) / rowPanelRows, 1) *
           rowPanelRows;
}

/// Bytes that some rows take in a plane.
uint64_t planeBytes(const WeightLayout& layout, const WeightLayout::Plane& plane, uint64_t rows) {
    if (layout.format == WeightFormat::F32)
        return plane.expertBytes ? rows * layout.columns * sizeof(float) : 0;
    return (rows + rowPanelRows - 1) / rowPanelRows * plane.rowPanelBytes;
}

}  // namespace

/// Host memory for one piece: as it was read, and packed, its planes one after the other.
struct WeightUploader::Slot {
    Slot() : copied(createEvent()) {}
    ~Slot() { destroyEvent(copied); }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    void read(const WeightSource& source, const WeightLayout& layout, const Piece& wanted) {
        piece = wanted;
        const uint64_t rowBytes = rowBytesOf(layout);
        stored.resize(piece.count * rowBytes);
        source.read((piece.expert * layout.rows + piece.row) * rowBytes, stored);
    }

    void pack(const WeightLayout& layout) {
        std::byte* next = packed.data();
        std::byte* planes[4];
        size_t i = 0;
        for (const auto* plane : {&layout.low, &layout.high, &layout.scale, &layout.super}) {
            planes[i++] = next;
            next += planeAlignedBytes(planeBytes(layout, *plane, piece.count));
        }
        packRowPanels(layout, stored, {planes[0], planes[1], planes[2], planes[3]});
    }

    Piece piece;
    std::vector<std::byte> stored;
    PinnedMemory packed;
    EventHandle copied;
};

/// One weight on its way: what the packing threads and the one that copies share.
class WeightUploader::Job {
public:
    Job(const WeightSource& source, const WeightLayout& layout, std::vector<Slot*> free)
        : m_source(source),
          m_layout(layout),
          m_rows(rowsAtOnce(layout)),
          m_perExpert((layout.rows + m_rows - 1) / m_rows),
          m_free(std::move(free)) {}

    uint64_t pieces() const { return m_perExpert * m_layout.experts; }

    /// Reads and packs until nothing is left. Throws nothing: what reading throws, takePacked() does.
    void work() noexcept {
        try {
            while (Slot* slot = readNext()) {
                slot->pack(m_layout);
                const std::scoped_lock lock(m_mutex);
                m_packed.push_back(slot);
                m_changed.notify_all();
            }
        } catch (...) {
            const std::scoped_lock lock(m_mutex);
            m_error = std::current_exception();
            m_ended = true;
            m_changed.notify_all();
        }
    }

    /// A packed piece; with `wait`, as soon as there is one, else nullptr if there is none yet.
    Slot* takePacked(bool wait) {
        std::unique_lock lock(m_mutex);
        if (wait) m_changed.wait(lock, [&] { return m_error || !m_packed.empty(); });
        if (m_error) std::rethrow_exception(m_error);
        if (m_packed.empty()) return nullptr;
        Slot* slot = m_packed.back();
        m_packed.pop_back();
        return slot;
    }

    void giveBack(Slot& slot) {
        const std::scoped_lock lock(m_mutex);
        m_free.push_back(&slot);
        m_changed.notify_all();
    }

    /// Threads that wait or read go home after what they do now.
    void end() noexcept {
        const std::scoped_lock lock(m_mutex);
        m_ended = true;
        m_changed.notify_all();
    }

private:
    /// Sources are read by one thread at a time and front to back: some unpack as they go, and disks like it.
    Slot* readNext() {
        const std::scoped_lock reading(m_reading);
        if (m_next == pieces()) return nullptr;
        Slot* slot = nullptr;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_ended || !m_free.empty(); });
            if (m_ended) return nullptr;
            slot = m_free.back();
            m_free.pop_back();
        }
        const uint64_t row = m_next % m_perExpert * m_rows;
        slot->read(m_source, m_layout, {m_next / m_perExpert, row, std::min(m_rows, m_layout.rows - row)});
        ++m_next;
        return slot;
    }

    const WeightSource& m_source;
    const WeightLayout& m_layout;
    uint64_t m_rows, m_perExpert;
    std::mutex m_reading;
    uint64_t m_next = 0;  ///< the piece to read; with m_reading
    std::mutex m_mutex;   ///< for what follows
    std::condition_variable m_changed;
    std::vector<Slot*> m_free, m_packed;
    std::exception_ptr m_error;
    bool m_ended = false;
};

WeightUploader::WeightUploader(unsigned threads) : m_threads(std::clamp(threads, 1U, mostPackers)) {
}

WeightUploader::~WeightUploader() {
    try {
        settle();
    } catch (const std::exception&) {
        // The device is lost, and with it the copies.
    }
}

void WeightUploader::reserve(size_t slots, size_t bytes) {
    while (m_slots.size() < slots) {
        m_slots.push_back(std::make_unique<Slot>());
        m_free.push_back(m_slots.back().get());
    }
    const auto small = [&](const auto& slot) { return slot->packed.size() < bytes; };
    if (std::none_of(m_slots.begin(), m_slots.end(), small)) return;
    settle();
    for (const auto& slot : m_slots) {
        if (small(slot)) slot->packed = PinnedMemory(std::bit_ceil(bytes));
    }
}

void WeightUploader::startCopy(const WeightLayout& layout, const Slot& slot, std::byte* to,
                               StreamHandle stream) {
    const bool plain = layout.format == WeightFormat::F32;
    const std::byte* from = slot.packed.data();
    for (const auto* plane : {&layout.low, &layout.high, &layout.scale, &layout.super}) {
        const uint64_t bytes = planeBytes(layout, *plane, slot.piece.count);
        if (bytes == 0) continue;
        const uint64_t before = plain ? slot.piece.row * layout.columns * sizeof(float)
                                      : slot.piece.row / rowPanelRows * plane->rowPanelBytes;
        copyToDevice(to + plane->offset + slot.piece.expert * plane->expertBytes + before, from, bytes,
                     stream);
        from += planeAlignedBytes(bytes);
    }
    recordEvent(slot.copied, stream);
}

WeightUploader::Slot& WeightUploader::oldestCopied() {
    Slot& slot = *m_underWay.front();
    waitEvent(slot.copied);
    m_underWay.pop_front();
    return slot;
}

void WeightUploader::settle() {
    while (!m_underWay.empty()) m_free.push_back(&oldestCopied());
}

void WeightUploader::upload(const WeightSource& source, const WeightLayout& layout, std::byte* to,
                            StreamHandle stream) {
    size_t bytes = 0;
    for (const auto* plane : {&layout.low, &layout.high, &layout.scale, &layout.super})
        bytes += planeAlignedBytes(planeBytes(layout, *plane, std::min(rowsAtOnce(layout), layout.rows)));
    if (bytes == 0) return;
    // As many again as are packed, for those that are copied.
    const uint64_t pieces = (layout.rows + rowsAtOnce(layout) - 1) / rowsAtOnce(layout) * layout.experts;
    reserve(std::min<uint64_t>(pieces, uint64_t{2} * m_threads), bytes);

    Job job(source, layout, std::exchange(m_free, {}));
    std::vector<std::jthread> threads;
    const auto gather = [&] {
        job.end();
        threads.clear();
        m_free.clear();
        for (const auto& slot : m_slots) {
            if (std::find(m_underWay.begin(), m_underWay.end(), slot.get()) == m_underWay.end())
                m_free.push_back(slot.get());
        }
    };
    try {
        // A single piece is not worth a thread.
        const uint64_t count = pieces == 1 ? 0 : std::min<uint64_t>(m_threads, pieces);
        for (uint64_t i = 0; i < count; ++i) threads.emplace_back([&job] { job.work(); });
        if (count == 0) {
            if (m_underWay.size() == m_slots.size()) job.giveBack(oldestCopied());
            job.work();
        }
        for (uint64_t copied = 0; copied < pieces;) {
            Slot* slot = job.takePacked(m_underWay.empty());
            if (slot == nullptr) {
                job.giveBack(oldestCopied());
                continue;
            }
            startCopy(layout, *slot, to, stream);
            m_underWay.push_back(slot);
            ++copied;
        }
    } catch (...) {
        gather();
        throw;
    }
    gather();
}

}  // namespace hearth::cuda
