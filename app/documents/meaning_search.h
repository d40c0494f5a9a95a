#pragma once

#include <memory>
#include <vector>

#include "documents/shared_embedder.h"
#include "documents/vector_matrix.h"
#include "store/vector_table.h"

namespace hearth::app {

namespace store {
class Database;
}

/// Passages by what they mean: those whose vectors go with that of the question best. All vectors of the
/// model in use are in memory, from the first question on, and follow those of the file. One thread.
class MeaningSearch {
public:
    explicit MeaningSearch(std::shared_ptr<SharedEmbedder> embedder) : m_embedder(std::move(embedder)) {}

    /// The passages that fit a question best, best first, with the cosines as their scores. `sources`: only
    /// passages of these; empty: of all. Nothing when there is no model, it cannot be loaded, or no passage
    /// has a vector of it yet. Throws StoreError.
    std::vector<store::PassageHit> find(store::Database& database, const QString& question, int limit,
                                        const std::vector<qint64>& sources = {});
    /// Passages whose vectors were found to be damaged since it was last asked.
    std::vector<qint64> takeDamaged() { return std::exchange(m_damaged, {}); }
    /// The file was made anew.
    void forget();

    qint64 sizeBytes() const { return m_matrix ? m_matrix->sizeBytes() : 0; }

private:
    void follow(store::VectorTable& table, qint64 model, int dimensions);

    std::shared_ptr<SharedEmbedder> m_embedder;
    std::unique_ptr<VectorMatrix> m_matrix;
    store::VectorMark m_mark;
    std::vector<qint64> m_damaged;
};

}  // namespace hearth::app
