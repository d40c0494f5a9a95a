#include "backend/cuda/step_recorder.h"

#include <algorithm>

namespace hearth::cuda {
namespace {

struct Launcher {
    StreamHandle stream;
    void operator()(const BestLogitsView& view) const { launchBestLogits(view, stream); }
    void operator()(const ExpertOrderView& view) const { launchExpertOrder(view, stream); }
    void operator()(const ExpertSumView& view) const { launchExpertSum(view, stream); }
    void operator()(const EmbedView& view) const { launchEmbed(view, stream); }
    void operator()(const LinearView& view) const { launchLinear(view, stream); }
    void operator()(const KvWriteView& view) const { launchKvWrite(view, stream); }
    void operator()(const CloseKeysView& view) const { launchCloseKeys(view, stream); }
    void operator()(const AttentionView& view) const {
        if (view.prefill) return launchAttentionPrefill(view, stream);
        launchAttentionDecode(view, stream);
    }
    void operator()(const RowNormView& view) const { launchNorm(view, stream); }
    void operator()(const MultiplyView& view) const { launchMultiply(view, stream); }
    void operator()(const HeadTailView& view) const { launchHeadTail(view, stream); }
    void operator()(const ConvolutionView& view) const { launchConvolution(view, stream); }
    void operator()(const RecurrenceView& view) const { launchRecurrence(view, stream); }
};

}  // namespace

void launchOperation(const Operation& operation, StreamHandle stream) {
    std::visit(Launcher{stream}, operation);
}

StepRecorder::~StepRecorder() {
    forget();
}

void StepRecorder::begin(bool useGraph) {
    flush();
    m_noting = useGraph;
    m_parts = 0;
}

void StepRecorder::add(const Operation& operation) {
    if (m_noting) {
        m_noted.push_back(operation);
    } else {
        launchOperation(operation, m_stream);
    }
}

/// The recorded graph of the same operations, or the end. Comparing them costs some hundred nanoseconds, so
/// what followed the last one before is looked at first.
std::list<StepRecorder::Graph>::iterator StepRecorder::find(const std::vector<Operation>& operations) {
    const auto isSame = [&](const Graph& graph) { return graph.operations == operations; };
    if (m_graphs.empty()) return m_graphs.end();
    const Graph* likely = m_graphs.front().follower;
    if (likely != nullptr && isSame(*likely))
        return std::ranges::find_if(m_graphs, [&](const Graph& graph) { return &graph == likely; });
    return std::ranges::find_if(m_graphs, isSame);
}

void StepRecorder::flush() {
    m_noting = false;
    if (m_noted.empty()) return;
    const auto operations = std::exchange(m_noted, {});
    m_mostGraphs = std::max(m_mostGraphs, stepsKept * ++m_parts);
    Graph* before = m_graphs.empty() ? nullptr : &m_graphs.front();
    const auto found = find(operations);
    if (found != m_graphs.end()) {
        m_graphs.splice(m_graphs.begin(), m_graphs, found);
        ++m_replayed;
    } else {
        beginCapture(m_stream);
        try {
            for (const Operation& operation : operations) launchOperation(operation, m_stream);
        } catch (...) {
            destroyGraph(endCapture(m_stream));
            throw;
        }
        m_graphs.push_front({operations, endCapture(m_stream)});
        ++m_recorded;
        if (m_graphs.size() > m_mostGraphs) {
            const Graph& oldest = m_graphs.back();
            for (Graph& graph : m_graphs)
                if (graph.follower == &oldest) graph.follower = nullptr;
            if (before == &oldest) before = nullptr;
            destroyGraph(oldest.handle);
            m_graphs.pop_back();
        }
    }
    if (before != nullptr) before->follower = &m_graphs.front();
    launchGraph(m_graphs.front().handle, m_stream);
}

void StepRecorder::settle() noexcept {
    try {
        flush();
    } catch (...) {
        m_noted.clear();
    }
}

void StepRecorder::forget() noexcept {
    m_noted.clear();
    m_noting = false;
    for (const Graph& graph : m_graphs) destroyGraph(graph.handle);
    m_graphs.clear();
}

}  // namespace hearth::cuda
