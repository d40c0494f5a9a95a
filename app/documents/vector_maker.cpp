#include "documents/vector_maker.h"

#include <QElapsedTimer>
#include <algorithm>

#include "documents/vector_matrix.h"
#include "hearth/error.h"

namespace hearth::app {

namespace {

/// Enough for the model to work on together, and few enough to be done again when a reply interrupts them.
constexpr int passagesTogether = 16;
constexpr int removedTogether = 5000;

}  // namespace

bool VectorMaker::update(const Hooks& hooks, const std::stop_token& stop) {
    // A loaded model may answer before it sees the stop.
    if (stop.stop_requested()) return false;
    try {
        const EmbeddedTexts loaded = m_embedder.loaded(stop);
        if (m_identity != loaded.identity) m_after = 0;
        m_identity = loaded.identity;
        const qint64 model = m_table.modelOf(loaded.identity, loaded.dimensions);
        while (m_table.removeOthers(model, removedTogether))
            if (!hooks.mayGoOn()) return false;
        return makeNext(hooks, stop, model, loaded.identity);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled) throw;
        return false;
    }
}

bool VectorMaker::makeNext(const Hooks& hooks, const std::stop_token& stop, qint64 model,
                           const QString& identity) {
    QElapsedTimer running;
    running.start();
    VectorProgress progress{.done = m_table.count(), .total = m_documents.passageCount(), .perS = 0};
    const qint64 before = progress.done;
    for (;;) {
        hooks.progress(progress);
        const std::vector<store::PassageForVector> passages = m_table.without(m_after, passagesTogether);
        if (passages.empty()) return true;
        if (!hooks.mayGoOn()) return false;
        std::vector<std::string> texts;
        for (const store::PassageForVector& passage : passages) texts.push_back(passageText(passage));
        const EmbeddedTexts made = m_embedder.passages(texts, stop);
        if (made.identity != identity) return false;
        std::vector<store::PassageVector> vectors;
        for (size_t i = 0; i < passages.size(); ++i) {
            const CodedVector coded = codedVector(made.vectors[i]);
            vectors.push_back(
                {passages[i].passageId, passages[i].sourceId, coded.scale,
                 QByteArray(reinterpret_cast<const char*>(coded.codes.data()), std::ssize(coded.codes))});
        }
        m_table.put(model, vectors);
        m_after = passages.back().passageId;
        progress.done += std::ssize(vectors);
        progress.perS = static_cast<double>(progress.done - before) * 1000 /
                        static_cast<double>(std::max<qint64>(1, running.elapsed()));
    }
}

void VectorMaker::makeAnew(const std::vector<qint64>& passages) {
    m_table.remove(passages);
    m_after = 0;
}

}  // namespace hearth::app
