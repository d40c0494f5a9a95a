#include "backend/cuda/card_exchange.h"

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

CardExchange::CardExchange(std::span<Backend* const> cards) {
    for (Backend* card : cards) {
        static_cast<CudaBackend&>(*card).recorder().useDevice();
        m_reached[card] = createEvent();
    }
}

CardExchange::~CardExchange() {
    for (const auto& [card, event] : m_reached) destroyEvent(event);
}

bool CardExchange::copy(Backend& from, const Slice& source, Backend& to, const Slice& target, uint64_t rows) {
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
    // Whoever writes to the source next waits until it was read.
    recordEvent(read->second, taker.stream());
    streamWaitEvent(giver.stream(), read->second);
    return true;
}

}  // namespace hearth::cuda
