#pragma once

#include <functional>
#include <stop_token>

#include "documents/shared_embedder.h"
#include "store/document_table.h"
#include "store/vector_table.h"

namespace hearth::app {

/// Progress of making vectors.
struct VectorProgress {
    qint64 done = 0, total = 0;  ///< passages, of all there are
    double perS = 0;             ///< passages a second, since it began
};

/// Makes the vectors of all passages that have none of the model in use. A few passages for each transaction,
/// so that it can be ended at any moment and resumed later. One thread, which it occupies for long.
class VectorMaker {
public:
    struct Hooks {
        /// Called before each few passages. False: stop.
        std::function<bool()> mayGoOn = [] { return true; };
        std::function<void(const VectorProgress&)> progress = [](const VectorProgress&) {};
    };

    VectorMaker(store::Database& database, SharedEmbedder& embedder)
        : m_table(database), m_documents(database), m_embedder(embedder) {}

    /// True: every passage has one. False: it was stopped, or the model was changed. Throws StoreError, and
    /// Error when the model cannot be loaded.
    bool update(const Hooks& hooks, const std::stop_token& stop = {});
    /// Makes the vectors of these passages again with the next update.
    void makeAnew(const std::vector<qint64>& passages);

private:
    bool makeNext(const Hooks& hooks, const std::stop_token& stop, qint64 model, const QString& identity);

    store::VectorTable m_table;
    store::DocumentTable m_documents;
    SharedEmbedder& m_embedder;
    QString m_identity;  ///< identity of the model that m_after is for
    qint64 m_after = 0;  ///< passages up to it have their vectors
};

}  // namespace hearth::app
