#include "documents/passage_reranker.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "hearth/error.h"
#include "inference/message_translation.h"

namespace hearth::app {

namespace {

/// Tokens of a question and a passage together: twice what a passage has at most, so that a question as long
/// as a page does not cost the time of all.
constexpr int mostPairTokens = 512;

/// Time without use after which the model is unloaded.
constexpr auto idleTime = std::chrono::minutes(15);

}  // namespace

struct PassageReranker::Model {
    const QString path;
    const std::string id;  ///< in the host
    std::stop_source ended = {};
    // Under the reranker's mutex:
    bool hasFailed = false;    ///< to be loaded
    Message placeReason = {};  ///< as it was loaded last
    /// The time that it took last, or at least; 0: not known. The thread's of the model.
    std::chrono::microseconds perPassage{0};
};

struct PassageReranker::Asked {
    std::shared_ptr<Model> model;
    std::string question;
    std::vector<std::string> passages;
    std::stop_source stop = {};
    std::chrono::microseconds begun{0};
    // The thread's of the model:
    std::chrono::microseconds readingBegun{0};
    size_t read = 0;  ///< passages
    // Under the reranker's mutex:
    std::vector<double> scores = {};  ///< of the first passages
    bool done = false;                ///< the caller has stopped waiting
};

std::chrono::microseconds PassageReranker::steadyClock() {
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
}

PassageReranker::PassageReranker(ModelHost& host, EmbedderLoader loader, std::chrono::milliseconds longest,
                                 Clock clock)
    : m_host(host), m_loader(std::move(loader)), m_longest(longest), m_clock(std::move(clock)) {
}

PassageReranker::~PassageReranker() {
    giveUp();
    std::vector<std::string> ids;
    if (m_model) ids.push_back(m_model->id);
    if (m_model) m_model->ended.request_stop();
    m_host.closeAndWait(ids);
}

ModelSource PassageReranker::sourceOf(const std::shared_ptr<Model>& model) {
    ModelSource source;
    source.loadEmbedder = [this, model](const std::stop_token& stop) {
        tell({RerankerStatus::Loading, {}}, model);
        EmbedderOptions options;
        options.model = model->path.toStdString();
        options.maxTokens = mostPairTokens;
        auto reranker = m_loader(options, stop);
        {
            const std::scoped_lock lock(m_mutex);
            model->placeReason = reranker->info().placeReason;
        }
        tell({RerankerStatus::Ready, {}}, model);
        return reranker;
    };
    source.memory = [path = model->path.toStdString()] { return embedderMemory(path); };
    source.idleUnload = idleTime;
    return source;
}

void PassageReranker::setModel(const QString& path) {
    std::shared_ptr<Model> before;
    {
        const std::scoped_lock lock(m_mutex);
        m_status = {};
        before = std::exchange(m_model, nullptr);
        if (!path.isEmpty()) {
            m_model = std::make_shared<Model>(Model{path, "reranker/" + std::to_string(++m_lastNumber)});
            m_host.add(m_model->id, sourceOf(m_model));
        }
    }
    if (before) {
        before->ended.request_stop();
        m_host.close(before->id);
    }
    emit changed();
}

QString PassageReranker::model() const {
    const std::scoped_lock lock(m_mutex);
    return m_model ? m_model->path : QString();
}

Message PassageReranker::placeReason() const {
    const std::scoped_lock lock(m_mutex);
    return m_model ? m_model->placeReason : Message();
}

RerankerStatus PassageReranker::status() const {
    const std::scoped_lock lock(m_mutex);
    return m_status;
}

std::vector<double> PassageReranker::scores(const QString& question,
                                            const std::vector<std::string>& passages) {
    if (passages.empty()) return {};
    const auto asked = std::make_shared<Asked>();
    asked->question = question.toStdString();
    asked->passages = passages;
    asked->begun = m_clock();
    std::unique_lock lock(m_mutex);
    if (!m_model || m_model->hasFailed) return {};
    asked->model = m_model;
    m_asked = asked;
    post(asked);
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
             asked->model);
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

void PassageReranker::post(const AskedPtr& asked) {
    m_host.post(
        asked->model->id,
        [this, asked](Embedder* reranker, const Error* problem, const std::stop_token& stop) {
            answer(asked, reranker, problem, stop);
        },
        Priority::Reading);
}

void PassageReranker::answer(const AskedPtr& asked, Embedder* reranker, const Error* problem,
                             const std::stop_token& stop) {
    bool failed = false;
    try {
        if (reranker == nullptr) throw Error(*problem);
        const auto end = [&asked] { asked->stop.request_stop(); };
        const std::stop_callback unloaded(stop, end), changed(asked->model->ended.get_token(), end);
        if (readNext(*asked, *reranker)) return post(asked);
        RerankerStatus status{RerankerStatus::Ready, {}, 0, static_cast<int>(asked->passages.size())};
        {
            const std::scoped_lock lock(m_mutex);
            status.read = static_cast<int>(asked->scores.size());
        }
        if (!asked->stop.stop_requested()) tell(status, asked->model);
    } catch (const std::exception& error) {
        failed = true;
        tellFailure(asked, error, reranker != nullptr);
    }
    const std::scoped_lock lock(m_mutex);
    if (asked->done) return;
    if (failed) asked->scores.clear();
    asked->done = true;
    m_answered.notify_all();
}

void PassageReranker::tellFailure(const AskedPtr& asked, const std::exception& error, bool isLoaded) {
    const auto* known = dynamic_cast<const Error*>(&error);
    if (known != nullptr && known->code() == ErrorCode::Cancelled) return;
    {
        const std::scoped_lock lock(m_mutex);
        asked->model->hasFailed = !isLoaded;
    }
    tell({RerankerStatus::Failed, translated(error)}, asked->model);
}

size_t PassageReranker::nextCount(const Asked& asked) const {
    const size_t most = std::min(readTogether, asked.passages.size() - asked.read);
    const std::chrono::microseconds perPassage = asked.model->perPassage;
    if (perPassage.count() <= 0) return most;
    const auto left = m_longest - (m_clock() - asked.begun);
    // Passages differ in length.
    const auto fit = left.count() <= 0 ? 0 : left.count() * 9 / 10 / perPassage.count();
    const size_t count = std::min(most, static_cast<size_t>(fit));
    // One is tried in any case: what was slow may have been so beside a reply.
    return asked.read == 0 ? std::max<size_t>(count, 1) : count;
}

bool PassageReranker::readNext(Asked& asked, Embedder& reranker) {
    if (asked.stop.stop_requested()) return false;
    if (asked.read == 0) asked.readingBegun = m_clock();
    const size_t count = nextCount(asked);
    if (count == 0) return false;
    const auto taken = [&] {
        return (m_clock() - asked.readingBegun) / static_cast<int64_t>(asked.read + count);
    };
    std::chrono::microseconds& perPassage = asked.model->perPassage;
    std::vector<RerankScore> made;
    try {
        made = reranker.rerank(asked.question, std::span(asked.passages).subspan(asked.read, count),
                               asked.stop.get_token());
    } catch (const Error&) {
        // It takes at least so long, and fewer are tried next time.
        perPassage = std::max(perPassage, taken());
        throw;
    }
    perPassage = taken();
    asked.read += count;
    const std::scoped_lock lock(m_mutex);
    if (asked.done) return false;
    // Nothing can be ordered by what is no number.
    if (!std::ranges::all_of(made, [](const RerankScore& one) { return std::isfinite(one.score); })) {
        asked.scores.clear();
        return false;
    }
    for (const RerankScore& one : made) asked.scores.push_back(double{one.score});
    return asked.read < asked.passages.size();
}

void PassageReranker::tell(const RerankerStatus& status, const std::shared_ptr<Model>& model) {
    {
        const std::scoped_lock lock(m_mutex);
        // It is about a model that has gone.
        if (model != m_model || status == m_status) return;
        m_status = status;
    }
    emit changed();
}

}  // namespace hearth::app

#include "moc_passage_reranker.cpp"
