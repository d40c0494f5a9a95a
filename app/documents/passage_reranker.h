#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "documents/shared_embedder.h"

namespace hearth::app {

/// How the reranker of the documents is.
struct RerankerStatus {
    enum Phase {
        None,  ///< there is none, or nothing was asked since it was chosen
        Loading,
        Ready,
        Slow,    ///< it scored no passage of the last question in time
        Failed,  ///< it cannot be loaded, or could not read the last question
    } phase = None;
    QString problem;  ///< why it failed, one sentence; only with Failed
    int read = 0;     ///< passages of the last question that it scored in time; 0: none was asked
    int asked = 0;    ///< passages of that question
    bool operator==(const RerankerStatus&) const = default;
};

/// The reranker of the documents: scores passages by reading each together with the question, the first ones
/// first, a few at a time and as many as there is time for by how long the ones before took. It is loaded
/// with the first question, and works on a thread of its own, so that whoever asks can stop waiting. Made and
/// destroyed on one thread, when nobody asks any more; all else on any thread.
class PassageReranker : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds usualTime{2000};
    /// Passages that are read together: enough for the model to work on, and few enough that little is lost
    /// when the time ends.
    static constexpr size_t readTogether = 4;
    /// Time since some moment; called on the threads that ask and on the one that reads.
    using Clock = std::function<std::chrono::microseconds()>;

    /// `longest`: what a question waits for at most, also while the model is loaded, which then goes on.
    explicit PassageReranker(EmbedderLoader loader, std::chrono::milliseconds longest = usualTime,
                             Clock clock = steadyClock);
    ~PassageReranker() override;

    /// Another model from now on, by its path; empty: none. What is under way with the one before ends, its
    /// memory is free soon, and a model that could not be loaded is tried again.
    void setModel(const QString& path);
    QString model() const;
    RerankerStatus status() const;

    /// How well passages answer the question, the first ones in their order, as many as there was time for;
    /// the higher the better, finite, and comparable only among each other. Empty when there is no model, it
    /// failed, or there was no time for any.
    std::vector<double> scores(const QString& question, const std::vector<std::string>& passages);
    /// The question that waits goes without.
    void giveUp();

signals:
    /// The model or its status changed; from any thread.
    void changed();

private:
    struct Asked;
    static std::chrono::microseconds steadyClock();
    void answer(Asked& asked);
    void read(Asked& asked, Embedder& reranker);
    size_t nextCount(const Asked& asked, size_t done) const;
    Embedder* ready(const QString& path, const std::stop_token& model);
    void tell(const RerankerStatus& status, const std::stop_token& model);

    const EmbedderLoader m_loader;
    const std::chrono::milliseconds m_longest;
    const Clock m_clock;
    mutable std::mutex m_mutex;  ///< of the next five, and of what is asked
    std::condition_variable m_answered;
    QString m_path;
    std::stop_source m_model;  ///< ends all work with this model
    RerankerStatus m_status;
    std::weak_ptr<Asked> m_asked;  ///< the last question

    // Only what runs in the pool, which has one thread, uses these.
    std::chrono::microseconds m_perPassage{0};  ///< as it was last, or at least; 0: not known
    QString m_loadedPath;
    std::unique_ptr<Embedder> m_embedder;  ///< of m_loadedPath; nullptr: it cannot be loaded
    QThreadPool m_pool;                    ///< last: what it runs is waited for first
};

}  // namespace hearth::app
