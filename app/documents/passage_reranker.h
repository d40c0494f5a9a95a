#pragma once

#include <QObject>
#include <QString>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "documents/shared_embedder.h"

namespace hearth::app {

/// State of the reranker of the documents.
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

/// The reranker of the documents, one of the models of a host. It scores passages by reading each together
/// with the question, the first ones first, a few at a time. The number depends on the time that the previous
/// ones took. It is loaded with the first question, and works on the thread that the host gives it, so that
/// the caller can stop waiting. Made and destroyed on one thread, after the last question; everything else on
/// any thread.
class PassageReranker : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds usualTime{2000};
    /// Passages that are read together: enough for the model to work on, and few enough that little is lost
    /// when the time ends.
    static constexpr size_t readTogether = 4;
    /// Time since some moment; called on the threads that ask and on the one that reads.
    using Clock = std::function<std::chrono::microseconds()>;

    /// The host and the objects that the loader refers to outlive it. `longest`: limit of the wait for the
    /// answer to a question, also while the model is loaded; the loading then continues.
    PassageReranker(ModelHost& host, EmbedderLoader loader, std::chrono::milliseconds longest = usualTime,
                    Clock clock = steadyClock);
    ~PassageReranker() override;

    /// Uses another model from now on, by its path; empty: none. Work with the previous one ends, its memory
    /// is free soon, and a model that could not be loaded is tried again.
    void setModel(const QString& path);
    QString model() const;
    RerankerStatus status() const;
    /// EmbedderInfo::placeReason of the model when it was last loaded; empty before that.
    Message placeReason() const;

    /// Scores of passages for the question, the first ones in their order, as many as there was time for.
    /// Higher is better; they are finite, and comparable only with each other. Empty if there is no model, if
    /// it failed, or if there was no time for any.
    std::vector<double> scores(const QString& question, const std::vector<std::string>& passages);
    /// Lets the question that waits continue without scores.
    void giveUp();

signals:
    /// The model or its status changed; from any thread.
    void changed();

private:
    struct Model;
    struct Asked;
    using AskedPtr = std::shared_ptr<Asked>;
    static std::chrono::microseconds steadyClock();
    ModelSource sourceOf(const std::shared_ptr<Model>& model);
    /// Has the model read the next passages.
    void post(const AskedPtr& asked);
    void answer(const AskedPtr& asked, Embedder* reranker, const Error* problem, const std::stop_token& stop);
    /// False: that was all.
    bool readNext(Asked& asked, Embedder& reranker);
    size_t nextCount(const Asked& asked) const;
    void tellFailure(const AskedPtr& asked, const std::exception& error, bool isLoaded);
    void tell(const RerankerStatus& status, const std::shared_ptr<Model>& model);

    ModelHost& m_host;
    const EmbedderLoader m_loader;
    const std::chrono::milliseconds m_longest;
    const Clock m_clock;
    mutable std::mutex m_mutex;  ///< protects the rest, and the question
    std::condition_variable m_answered;
    uint64_t m_lastNumber = 0;
    std::shared_ptr<Model> m_model;  ///< nullptr: there is none
    RerankerStatus m_status;
    std::weak_ptr<Asked> m_asked;  ///< the last question
};

}  // namespace hearth::app
