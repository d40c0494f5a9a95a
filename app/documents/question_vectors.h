#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <vector>

#include "documents/shared_embedder.h"

namespace hearth::app {

/// Questions as vectors, made on a thread of its own with the embedding model of the documents. GUI thread.
class QuestionVectors : public QObject {
    Q_OBJECT

public:
    explicit QuestionVectors(std::shared_ptr<SharedEmbedder> embedder, QObject* parent = nullptr);
    ~QuestionVectors() override;

    bool hasModel() const { return m_embedder->hasModel(); }
    /// `done` gets the vectors of the first texts, as many as were made within `mostMs`, each of length 1 or
    /// zeros, with the identity of the model that made them; none when there is no model or it cannot be
    /// loaded. Never before this returns, and not after this object has gone.
    using Done = std::function<void(const QString& identity, const std::vector<std::vector<float>>& vectors)>;
    void make(const QStringList& texts, int mostMs, Done done);

private:
    std::shared_ptr<SharedEmbedder> m_embedder;
    QThreadPool m_pool;  ///< last: what it runs is waited for first
};

}  // namespace hearth::app
