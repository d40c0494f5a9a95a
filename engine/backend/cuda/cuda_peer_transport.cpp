#include "backend/cuda/cuda_peer_transport.h"

#include <algorithm>
#include <utility>

#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/device_objects.h"

namespace hearth::cuda {
namespace {

StepRecorder& recorderOf(const Slice& slice) {
    return static_cast<DeviceBuffer&>(*slice.buffer).recorder;
}

/// Puts what was noted on the stream, and goes on noting afterwards if it did before.
class Interruption {
public:
    explicit Interruption(StepRecorder& recorder) : m_recorder(recorder), m_noting(recorder.isNoting()) {
        m_recorder.flush();
    }
    ~Interruption() { m_recorder.resume(m_noting); }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    StreamHandle stream() const { return m_recorder.stream(); }

private:
    StepRecorder& m_recorder;
    bool m_noting;
};

}  // namespace

CudaPeerTransport::CudaPeerTransport(std::span<Backend* const> cards) {
    const auto recorder = [](Backend* card) -> const StepRecorder& {
        return static_cast<CudaBackend&>(*card).recorder();
    };
    for (Backend* card : cards) {
        recorder(card).useDevice();
        m_reached[card] = createEvent();
        for (Backend* other : cards)
            if (other != card && !openPeer(deviceOf(recorder(other).stream()))) m_direct = false;
    }
    m_copies.resize(cards.size());
}

CudaPeerTransport::~CudaPeerTransport() {
    for (const auto& [card, event] : m_reached) destroyEvent(event);
}

bool CudaPeerTransport::copy(Backend& from, const Slice& source, Backend& to, const Slice& target,
                             uint64_t rows) {
    const auto written = m_reached.find(&from), read = m_reached.find(&to);
    if (written == m_reached.end() || read == m_reached.end()) return false;
    const Interruption giver(recorderOf(source)), taker(recorderOf(target));
    recordEvent(written->second, giver.stream());
    streamWaitEvent(taker.stream(), written->second);
    const Rows in = rowsOf(source), out = rowsOf(target);
    const size_t rowBytes = source.columns * sizeof(float);
    const bool together = in.stride == out.stride && std::cmp_equal(in.stride, source.columns);
    for (uint64_t row = 0; row < (together ? 1 : rows); ++row) {
        const auto at = static_cast<int64_t>(row);
        copyBetween(out.data + at * out.stride, in.data + at * in.stride, deviceOf(giver.stream()),
                    together ? rows * rowBytes : rowBytes, taker.stream());
    }
    // The next write to the source waits until the source was read.
    recordEvent(read->second, taker.stream());
    streamWaitEvent(giver.stream(), read->second);
    return true;
}

bool CudaPeerTransport::addUp(std::span<Backend* const> backends, std::span<const Slice> parts,
                              std::span<const Slice> out, uint64_t rows, bool accumulate) {
    if (parts.size() > AddPartsView::mostParts || m_reached.size() != backends.size()) return false;
    for (const Backend* backend : backends)
        if (!m_reached.contains(backend)) return false;
    std::vector<bool> noting;
    for (size_t card = 0; card < parts.size(); ++card) {
        StepRecorder& recorder = recorderOf(parts[card]);
        noting.push_back(recorder.isNoting());
        recorder.flush();
        recordEvent(m_reached[backends[card]], recorder.stream());
    }
    for (size_t card = 0; card < parts.size(); ++card) {
        const StreamHandle stream = recorderOf(parts[card]).stream();
        for (size_t other = 0; other < parts.size(); ++other)
            if (other != card) streamWaitEvent(stream, m_reached[backends[other]]);
        AddPartsView view;
        view.count = static_cast<int>(parts.size());
        view.rows = static_cast<int>(rows);
        view.stride = rowsOf(parts[card]).stride;
        view.out = rowsOf(out[card]);
        view.accumulate = accumulate;
        std::ranges::copy(partsFor(card, parts, rows), view.parts);
        launchAddParts(view, stream);
        // Operations between two sums are a graph of their own.
        recorderOf(parts[card]).resume(noting[card]);
    }
    return true;
}

std::vector<const float*> CudaPeerTransport::partsFor(size_t card, std::span<const Slice> parts,
                                                      uint64_t rows) {
    std::vector<const float*> places;
    for (const Slice& part : parts) places.push_back(rowsOf(part).data);
    if (m_direct) return places;
    const StreamHandle stream = recorderOf(parts[card]).stream();
    const size_t bytes = rows * parts[card].buffer->columns * sizeof(float);
    DeviceMemory& copies = m_copies[card];
    if (copies.size() < parts.size() * bytes) {
        synchronize(stream);
        useDeviceOf(stream);
        copies = DeviceMemory();
        copies = DeviceMemory(growingSize(parts.size() * bytes));
    }
    for (size_t other = 0; other < parts.size(); ++other) {
        if (other == card) continue;
        std::byte* to = copies.data() + other * bytes;
        copyBetween(to, places[other], deviceOf(recorderOf(parts[other]).stream()), bytes, stream);
        places[other] = reinterpret_cast<const float*>(to);
    }
    return places;
}

}  // namespace hearth::cuda
