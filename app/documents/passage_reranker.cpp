#include "documents/passage_reranker.h"

#include <algorithm>
#include <cmath>

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
    std::vector<double> scores;
    bool done = false;
};

PassageReranker::PassageReranker(EmbedderLoader loader, std::chrono::milliseconds longest)
    : m_loader(std::move(loader)), m_longest(longest) {
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
    std::unique_lock lock(m_mutex);
    m_asked = asked;
    const std::stop_token model = m_model.get_token();
    m_pool.start([this, asked] { answer(*asked); });
    if (m_answered.wait_for(lock, m_longest, [&asked] { return asked->done; }))
        return std::move(asked->scores);
    const bool isLoading = m_status.phase == RerankerStatus::Loading;
    lock.unlock();
    asked->stop.request_stop();
    if (!isLoading) tell({RerankerStatus::Slow, {}}, model);
    return {};
}

void PassageReranker::giveUp() {
    std::shared_ptr<Asked> asked;
    {
        const std::scoped_lock lock(m_mutex);
        asked = m_asked.lock();
        if (!asked || asked->done) return;
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
    std::vector<double> scores;
    try {
        Embedder* reranker = path.isEmpty() ? nullptr : ready(path, model);
        const std::stop_callback changed(model, [&asked] { asked.stop.request_stop(); });
        if (reranker != nullptr && !asked.stop.stop_requested()) {
            for (const RerankScore& one :
                 reranker->rerank(asked.question, asked.passages, asked.stop.get_token()))
                scores.push_back(double{one.score});
            // Nothing can be ordered by what is no number.
            if (!std::ranges::all_of(scores, [](double score) { return std::isfinite(score); }))
                scores.clear();
            if (!asked.stop.stop_requested()) tell({RerankerStatus::Ready, {}}, model);
        }
    } catch (const std::exception& error) {
        scores.clear();
        const auto* known = dynamic_cast<const Error*>(&error);
        if (known == nullptr || known->code() != ErrorCode::Cancelled)
            tell({RerankerStatus::Failed, translated(error)}, model);
        else if (!m_embedder)
            m_loadedPath.clear();
    }
    const std::scoped_lock lock(m_mutex);
    if (asked.done) return;
    asked.scores = std::move(scores);
    asked.done = true;
    m_answered.notify_all();
}

Embedder* PassageReranker::ready(const QString& path, const std::stop_token& model) {
    if (path == m_loadedPath) return m_embedder.get();
    m_embedder.reset();
    m_loadedPath = path;
    tell({RerankerStatus::Loading, {}}, model);
    EmbedderOptions options;
    options.model = path.toStdString();
    // The card is the chat's.
    options.backend = "cpu";
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
