#include "documents/passage_reranker.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "hearth/error.h"
#include "inference/message_translation.h"

namespace hearth::app {

namespace {

/// Tokens of a question and a passage together: twice what a passage has at most, so that a question as long
/// as a page does not cost the time of all.
constexpr int mostPairTokens = 512;

}  // namespace

struct PassageReranker::Asked {
    std::string question;
    std::vector<std::string> passages;
    std::stop_source stop;
    std::chrono::microseconds begun{0};
    // Under the reranker's mutex:
    std::vector<double> scores;  ///< of the first passages
    bool done = false;           ///< nobody waits any longer
};

std::chrono::microseconds PassageReranker::steadyClock() {
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

PassageReranker::PassageReranker(EmbedderLoader loader, std::chrono::milliseconds longest, Clock clock)
    : m_loader(std::move(loader)), m_longest(longest), m_clock(std::move(clock)) {
    m_pool.setMaxThreadCount(1);
}

PassageReranker::~PassageReranker() {
    m_model.request_stop();
    giveUp();
    m_pool.clear();
    m_pool.waitForDone();
}

void PassageReranker::setModel(const QString& path) {
    std::stop_source ended;
    {
        const std::scoped_lock lock(m_mutex);
        m_path = path;
        m_status = {};
        std::swap(ended, m_model);
    }
    ended.request_stop();
    m_pool.start([this] {
        m_embedder.reset();
        m_loadedPath.clear();
        m_perPassage = {};
    });
    emit changed();
}

QString PassageReranker::model() const {
    const std::scoped_lock lock(m_mutex);
    return m_path;
}

RerankerStatus PassageReranker::status() const {
    const std::scoped_lock lock(m_mutex);
    return m_status;
}

std::vector<double> PassageReranker::scores(const QString& question,
                                            const std::vector<std::string>& passages) {
    if (passages.empty() || model().isEmpty()) return {};
    const auto asked = std::make_shared<Asked>();
    asked->question = question.toStdString();
    asked->passages = passages;
    asked->begun = m_clock();
    std::unique_lock lock(m_mutex);
    m_asked = asked;
    const std::stop_token model = m_model.get_token();
    m_pool.start([this, asked] { answer(*asked); });
    const bool inTime = m_answered.wait_for(lock, m_longest, [&asked] { return asked->done; });
    asked->done = true;
    std::vector<double> scores = std::move(asked->scores);
    if (inTime) return scores;
    const bool isLoading = m_status.phase == RerankerStatus::Loading;
    lock.unlock();
    asked->stop.request_stop();
    if (!isLoading)
        tell({scores.empty() ? RerankerStatus::Slow : RerankerStatus::Ready,
              {},
              static_cast<int>(scores.size()),
              static_cast<int>(passages.size())},
             model);
    return scores;
}

void PassageReranker::giveUp() {
    std::shared_ptr<Asked> asked;
    {
        const std::scoped_lock lock(m_mutex);
        asked = m_asked.lock();
        if (!asked || asked->done) return;
        asked->scores.clear();
        asked->done = true;
        m_answered.notify_all();
    }
    asked->stop.request_stop();
}

void PassageReranker::answer(Asked& asked) {
    QString path;
    std::stop_token model;
    {
        const std::scoped_lock lock(m_mutex);
        path = m_path;
        model = m_model.get_token();
    }
    bool failed = false;
    try {
        Embedder* reranker = path.isEmpty() ? nullptr : ready(path, model);
        const std::stop_callback changed(model, [&asked] { asked.stop.request_stop(); });
        if (reranker != nullptr && !asked.stop.stop_requested()) {
            read(asked, *reranker);
            RerankerStatus status{RerankerStatus::Ready, {}, 0, static_cast<int>(asked.passages.size())};
            {
                const std::scoped_lock lock(m_mutex);
                status.read = static_cast<int>(asked.scores.size());
            }
            if (!asked.stop.stop_requested()) tell(status, model);
        }
    } catch (const std::exception& error) {
        failed = true;
        const auto* known = dynamic_cast<const Error*>(&error);
        if (known == nullptr || known->code() != ErrorCode::Cancelled)
            tell({RerankerStatus::Failed, translated(error)}, model);
        else if (!m_embedder)
            m_loadedPath.clear();
    }
    const std::scoped_lock lock(m_mutex);
    if (asked.done) return;
    if (failed) asked.scores.clear();
    asked.done = true;
    m_answered.notify_all();
}

size_t PassageReranker::nextCount(const Asked& asked, size_t done) const {
    const size_t most = std::min(readTogether, asked.passages.size() - done);
    if (m_perPassage.count() <= 0) return most;
    const auto left = m_longest - (m_clock() - asked.begun);
    // Passages differ in length.
    const auto fit = left.count() <= 0 ? 0 : left.count() * 9 / 10 / m_perPassage.count();
    const size_t count = std::min(most, static_cast<size_t>(fit));
    // One is tried in any case: what was slow may have been so beside a reply.
    return done == 0 ? std::max<size_t>(count, 1) : count;
}

void PassageReranker::read(Asked& asked, Embedder& reranker) {
    const auto begun = m_clock();
    const std::stop_token stop = asked.stop.get_token();
    size_t done = 0;
    while (done < asked.passages.size() && !stop.stop_requested()) {
        const size_t count = nextCount(asked, done);
        if (count == 0) return;
        std::vector<RerankScore> made;
        try {
            made = reranker.rerank(asked.question, std::span(asked.passages).subspan(done, count), stop);
        } catch (const Error&) {
            // It takes at least so long, and fewer are tried next time.
            m_perPassage = std::max(m_perPassage, (m_clock() - begun) / static_cast<int64_t>(done + count));
            throw;
        }
        done += count;
        m_perPassage = (m_clock() - begun) / static_cast<int64_t>(done);
        const std::scoped_lock lock(m_mutex);
        if (asked.done) return;
        // Nothing can be ordered by what is no number.
        if (!std::ranges::all_of(made, [](const RerankScore& one) { return std::isfinite(one.score); }))
            return asked.scores.clear();
        for (const RerankScore& one : made) asked.scores.push_back(double{one.score});
    }
}

Embedder* PassageReranker::ready(const QString& path, const std::stop_token& model) {
    if (path == m_loadedPath) return m_embedder.get();
    m_embedder.reset();
    m_loadedPath = path;
    tell({RerankerStatus::Loading, {}}, model);
    EmbedderOptions options;
    options.model = path.toStdString();
    options.maxTokens = mostPairTokens;
    m_embedder = m_loader(options, model);
    tell({RerankerStatus::Ready, {}}, model);
    return m_embedder.get();
}

void PassageReranker::tell(const RerankerStatus& status, const std::stop_token& model) {
    {
        const std::scoped_lock lock(m_mutex);
        // It is about a model that has gone.
        if (model != m_model.get_token() || status == m_status) return;
        m_status = status;
    }
    emit changed();
}

}  // namespace hearth::app

#include "moc_passage_reranker.cpp"
