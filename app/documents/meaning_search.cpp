#include "documents/meaning_search.h"

#include <algorithm>

#include "hearth/error.h"
#include "hearth/host_resources.h"

namespace hearth::app {

namespace {

/// More threads than that only wait for the memory.
constexpr int mostThreads = 8;

}  // namespace

std::vector<store::PassageHit> MeaningSearch::find(store::Database& database, const QString& question,
                                                   int limit, const std::vector<qint64>& sources) {
    store::VectorTable table(database);
    if (!m_embedder || !m_embedder->hasModel()) {
        forget();
        return {};
    }
    // Nothing is loaded for documents that have none.
    if (question.trimmed().isEmpty() || !table.hasAny()) return {};
    EmbeddedTexts asked;
    try {
        asked = m_embedder->question(question);
    } catch (const Error&) {
        // The thread that makes vectors meets the same, and says it.
        return {};
    }
    const auto model = table.findModel(asked.identity);
    if (!model || asked.vectors.empty()) return {};
    follow(table, *model, asked.dimensions);
    std::vector<store::PassageHit> hits =
        m_matrix->nearest(asked.vectors.front(), limit, sources, std::min(usableCores(), mostThreads));
    std::erase_if(hits, [](const store::PassageHit& hit) { return hit.score <= 0; });
    return hits;
}

void MeaningSearch::follow(store::VectorTable& table, qint64 model, int dimensions) {
    if (!m_matrix || m_matrix->dimensions() != dimensions) {
        m_mark = {};
        m_matrix = std::make_unique<VectorMatrix>(dimensions);
    }
    const std::vector<qint64> damaged =
        table.follow(m_mark, model, dimensions,
                     {.restart = [&] { m_matrix = std::make_unique<VectorMatrix>(dimensions); },
                      .gone = [&](const std::vector<qint64>& passages) { m_matrix->remove(passages); },
                      .added = [&](qint64 passage, qint64 source, float scale,
                                   const qint8* codes) { m_matrix->add(passage, source, scale, codes); }});
    m_damaged.insert(m_damaged.end(), damaged.begin(), damaged.end());
}

void MeaningSearch::forget() {
    m_matrix.reset();
    m_mark = {};
}

}  // namespace hearth::app
