#pragma once

#include <cstdint>
#include <list>
#include <variant>
#include <vector>

#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// One launch of the backend, with everything that it depends on but device memory.
using Operation = std::variant<EmbedView, LinearView, KvWriteView, CloseKeysView, AttentionView, RowNormView,
                               MultiplyView, HeadTailView, ConvolutionView, RecurrenceView, BestLogitsView,
                               ExpertOrderView, ExpertSumView>;

void launchOperation(const Operation& operation, StreamHandle stream);

/// Turns the operations of a step into one graph launch. While a step is open, operations are only noted;
/// flush() compares them with earlier steps and replays the recorded graph of an equal one, or records a new
/// one. Positions, tokens and block tables are device memory, so every decode step of one batch shape is the
/// same step. One that is interrupted, by sums over GPUs or by what the host has to know, is several graphs.
class StepRecorder {
public:
    explicit StepRecorder(StreamHandle stream) : m_stream(stream) {}
    ~StepRecorder();
    StepRecorder(const StepRecorder&) = delete;
    StepRecorder& operator=(const StepRecorder&) = delete;

    /// Opens a step. `useGraph`: worth recording (few rows, likely to come again).
    void begin(bool useGraph);
    void add(const Operation& operation);
    /// The operation noted last where it is such a one and not done yet, to make it do more; nullptr
    /// otherwise.
    LinearView* lastLinear() noexcept {
        return m_noted.empty() ? nullptr : std::get_if<LinearView>(&m_noted.back());
    }
    StreamHandle stream() const noexcept { return m_stream; }
    bool isNoting() const noexcept { return m_noting; }
    /// Selects the device that the steps run on, for what is allocated.
    void useDevice() const { useDeviceOf(m_stream); }
    /// Does what was noted. To be called before anything else is put on the stream.
    void flush();
    /// The stream after flush(), its device selected: for what is not recorded.
    StreamHandle flushedStream() {
        flush();
        useDevice();
        return m_stream;
    }
    /// The same for destructors of what noted operations refer to; errors show at the next operation.
    void settle() noexcept;
    /// Goes on noting behind a flush() where the step is worth recording.
    void resume(bool noting) noexcept { m_noting = noting; }
    /// Throws the noted operations and all graphs away.
    void forget() noexcept;
    uint64_t graphsRecorded() const noexcept { return m_recorded; }
    uint64_t graphsReplayed() const noexcept { return m_replayed; }

private:
    struct Graph {
        std::vector<Operation> operations;
        GraphHandle handle = nullptr;
        const Graph* follower = nullptr;  ///< what was launched after it
    };
    std::list<Graph>::iterator find(const std::vector<Operation>& operations);

    StreamHandle m_stream;
    bool m_noting = false;
    std::vector<Operation> m_noted;
    std::list<Graph> m_graphs;  ///< the last used first
    /// Steps of so many numbers of rows that come again and again.
    static constexpr size_t stepsKept = 8;
    size_t m_mostGraphs = stepsKept;
    size_t m_parts = 0;  ///< graphs of the step so far
    uint64_t m_recorded = 0, m_replayed = 0;
};

}  // namespace hearth::cuda
