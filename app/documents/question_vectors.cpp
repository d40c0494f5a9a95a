#include "documents/question_vectors.h"

#include <QElapsedTimer>

#include "hearth/error.h"

namespace hearth::app {

QuestionVectors::QuestionVectors(std::shared_ptr<SharedEmbedder> embedder, QObject* parent)
    : QObject(parent), m_embedder(std::move(embedder)) {
    m_pool.setMaxThreadCount(1);
}

QuestionVectors::~QuestionVectors() {
    m_pool.clear();
    m_pool.waitForDone();
}

void QuestionVectors::make(const QStringList& texts, int mostMs, Done done) {
    m_pool.start([this, texts, mostMs, done = std::move(done)] {
        QElapsedTimer time;
        time.start();
        QString identity;
        std::vector<std::vector<float>> vectors;
        try {
            for (const QString& text : texts) {
                EmbeddedTexts made = m_embedder->question(text);
                // Another model was chosen in the meantime, and its vectors are not comparable.
                if (made.vectors.empty() || (!identity.isEmpty() && made.identity != identity)) break;
                identity = made.identity;
                vectors.push_back(std::move(made.vectors.front()));
                if (time.elapsed() > mostMs) break;
            }
        } catch (const std::exception&) {
            // The settings show what is wrong with the model, or the memory is full.
            vectors.clear();
        }
        QMetaObject::invokeMethod(
            this, [done, identity, vectors = std::move(vectors)] { done(identity, vectors); },
            Qt::QueuedConnection);
    });
}

}  // namespace hearth::app

#include "moc_question_vectors.cpp"
