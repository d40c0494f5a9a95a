#include "hearth/embedder_loan.h"

#include <condition_variable>
#include <mutex>

namespace hearth {

/// Outlives the loan as long as the host has the task.
struct EmbedderLoan::Shared {
    std::mutex mutex;
    std::condition_variable_any changed;
    bool hasBegun = false, isOver = false;
    Embedder* embedder = nullptr;
    std::optional<Error> problem;
    std::stop_token stop;

    /// On the thread of the embedder, which waits until the loan ends.
    void lend(Embedder* lent, const Error* reason, const std::stop_token& itsStop) {
        std::unique_lock lock(mutex);
        if (isOver) return;
        embedder = lent;
        if (reason != nullptr) problem = *reason;
        stop = itsStop;
        hasBegun = true;
        changed.notify_all();
        if (embedder != nullptr) changed.wait(lock, [this] { return isOver; });
    }
};

EmbedderLoan::EmbedderLoan(ModelHost& host, const std::string& embedder, Priority priority)
    : m_shared(std::make_shared<Shared>()) {
    host.post(
        embedder,
        [shared = m_shared](Embedder* lent, const Error* problem, const std::stop_token& stop) {
            shared->lend(lent, problem, stop);
        },
        priority);
}

EmbedderLoan::~EmbedderLoan() {
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->isOver = true;
    }
    m_shared->changed.notify_all();
}

Embedder* EmbedderLoan::wait(const std::stop_token& stop, std::optional<std::chrono::milliseconds> longest) {
    std::unique_lock lock(m_shared->mutex);
    const auto hasBegun = [this] { return m_shared->hasBegun; };
    const bool begun = longest ? m_shared->changed.wait_for(lock, stop, *longest, hasBegun)
                               : m_shared->changed.wait(lock, stop, hasBegun);
    // The embedder may have been lent before the wait began.
    if (!begun || stop.stop_requested()) return nullptr;
    if (m_shared->problem) throw Error(*m_shared->problem);
    return m_shared->embedder;
}

std::stop_token EmbedderLoan::stop() const {
    const std::scoped_lock lock(m_shared->mutex);
    return m_shared->stop;
}

}  // namespace hearth
