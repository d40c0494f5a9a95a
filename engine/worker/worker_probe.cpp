#include "worker/worker_probe.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "worker/worker_errors.h"

namespace hearth {

using wire::Call;
using wire::packed;
using wire::Reader;

namespace {

/// Bounds the cells, because the window iterates over all of them.
bool isSane(const PictureGrid& grid, size_t tokens) {
    constexpr uint64_t mostCells = 1U << 20U, longestStride = 1U << 20U;
    return grid.columns > 0 && grid.lines > 0 && uint64_t{grid.columns} * grid.lines <= mostCells &&
           grid.stride >= grid.columns && grid.stride <= longestStride && grid.first < tokens &&
           std::isfinite(grid.area.left) && std::isfinite(grid.area.top) && grid.area.width > 0 &&
           std::isfinite(grid.area.width) && grid.area.height > 0 && std::isfinite(grid.area.height);
}

/// Checks the positions, because the window indexes tokens by them.
bool isSane(const TokenAttention& attention) {
    for (const PictureGrid& grid : attention.pictures)
        if (!isSane(grid, attention.tokens.size())) return false;
    return std::ranges::all_of(attention.layers, [&](const LayerAttention& layer) {
        const bool whole = layer.heads == 0 ? layer.shares.empty() : layer.shares.size() % layer.heads == 0;
        return whole && layer.first <= attention.tokens.size() &&
               layer.positions() <= attention.tokens.size() - layer.first;
    });
}

}  // namespace

void WorkerProbe::readLogits(const LogitQuestion& question, const LogitListener& each, std::stop_token stop) {
    const std::vector<TokenId> tokens(question.tokens.begin(), question.tokens.end());
    std::optional<GenerationRequest> request;
    if (question.request != nullptr) request = *question.request;
    m_caller.call(Call::ReadLogits, packed(tokens, question.lastOnly, question.kvTypes, request), stop, {},
                  [&each](Reader& in) {
                      const auto first = in.take<uint64_t>();
                      each(first, in.take<std::vector<float>>());
                  });
}

void WorkerProbe::readAttention(AttentionQuestion question, AttentionListener& listener) {
    const uint64_t number = ++m_lastNumber;
    m_caller.call(Call::ReadAttention,
                  packed(number, question.tokens, question.cuts, question.tenant, question.spans,
                         question.pictures, question.files),
                  {});
    Looking& looking = m_looking[number];
    looking.listener = &listener;
    looking.onStop = std::make_unique<std::stop_callback<std::function<void()>>>(
        question.stop, m_caller.attentionStop(number));
}

void WorkerProbe::tell(uint64_t number, wire::ReplyEvent::Attention answer) {
    const auto found = m_looking.find(number);
    if (found == m_looking.end()) return;
    const Looking looking = std::move(found->second);
    m_looking.erase(found);
    if (answer.failure)
        looking.listener->failed(Error(answer.failure->code, answer.failure->message));
    else if (!answer.looked || !isSane(*answer.looked))
        looking.listener->failed(Error(errors::workerNonsense));
    else
        looking.listener->looked(std::move(*answer.looked));
}

void WorkerProbe::tellLost(const Error& loss) {
    for (const auto& [number, looking] : std::exchange(m_looking, {})) looking.listener->failed(loss);
}

}  // namespace hearth
