#include "documents/shared_embedder.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "documents/background_work.h"
#include "hearth/error.h"

namespace hearth::app {

namespace {

/// Of passageText(): vectors of texts that were put together otherwise are not compared.
const QString textForm = QStringLiteral("1");

/// Wait of a question for the thread that reads passages, which may get little time. Most often that lets go
/// within some milliseconds.
constexpr auto longestWait = std::chrono::seconds(2);
/// Wait of a question while the model is loaded.
constexpr auto longestLoad = std::chrono::seconds(30);
/// Time without use after which the model is unloaded.
constexpr auto idleTime = std::chrono::minutes(15);

[[noreturn]] void cancelled() {
    throw Error(ErrorCode::Cancelled, "The work was stopped.");
}

EmbeddedTexts embedded(Embedder& embedder, std::span<const std::string> texts, EmbeddingKind kind,
                       const std::stop_token& stop) {
    const EmbedderInfo& info = embedder.info();
    EmbeddedTexts made{QString::fromStdString(info.vectorsHash) + u'/' + textForm, info.dimensions, {}};
    if (texts.empty()) return made;
    for (Embedding& vector : embedder.embed(texts, kind, stop))
        made.vectors.push_back(std::move(vector.values));
    return made;
}

}  // namespace

std::string passageText(const store::PassageForVector& passage) {
    QString text = passage.headings;
    if (!text.isEmpty()) text += u'\n';
    return (text + passage.text).toStdString();
}

struct SharedEmbedder::Model {
    const QString path;
    const std::string id;  ///< in the host
    std::stop_source ended = {};
    // Under SharedEmbedder::m_mutex:
    std::optional<Error> failure = {};  ///< to load it
    Message placeReason = {};           ///< as it was lent last
};

SharedEmbedder::~SharedEmbedder() {
    setModel({});
    // The objects that the loader refers to may be destroyed after this.
    m_host.closeAndWait({});
}

void SharedEmbedder::setModel(const QString& path) {
    std::shared_ptr<Model> before;
    {
        const std::scoped_lock lock(m_mutex);
        before = std::exchange(m_model, nullptr);
        if (!path.isEmpty())
            m_model = std::make_shared<Model>(Model{path, "passages/" + std::to_string(++m_lastNumber)});
        if (m_model) {
            ModelSource source;
            source.loadEmbedder = [loader = m_loader,
                                   file = path.toStdString()](const std::stop_token& stop) {
                EmbedderOptions options;
                options.model = file;
                // Further threads would keep the priority of the thread that loaded it, whichever thread
                // asks.
                options.threads = 1;
                // A process of its own has that of the thread that starts it, and reads passages mostly.
                return inBackground([&] { return loader(options, stop); });
            };
            source.memory = [file = path.toStdString()] { return embedderMemory(file); };
            source.idleUnload = idleTime;
            m_host.add(m_model->id, std::move(source));
        }
    }
    if (!before) return;
    before->ended.request_stop();
    m_host.close(before->id);
}

QString SharedEmbedder::model() const {
    const std::scoped_lock lock(m_mutex);
    return m_model ? m_model->path : QString();
}

Message SharedEmbedder::placeReason() const {
    const std::scoped_lock lock(m_mutex);
    return m_model ? m_model->placeReason : Message();
}

std::shared_ptr<SharedEmbedder::Model> SharedEmbedder::current() const {
    const std::scoped_lock lock(m_mutex);
    if (!m_model) cancelled();
    if (m_model->failure) throw Error(*m_model->failure);
    return m_model;
}

bool SharedEmbedder::isLoading(const Model& model) const {
    const std::vector<ModelHost::State> states = m_host.states();
    const auto found = std::ranges::find(states, model.id, &ModelHost::State::id);
    return found != states.end() && found->phase == ModelHost::Phase::Loading;
}

Embedder& SharedEmbedder::lent(Model& model, EmbedderLoan& loan, const std::stop_token& stop,
                               EmbeddingKind kind) {
    try {
        const bool isQuestion = kind == EmbeddingKind::Query;
        Embedder* embedder = isQuestion ? loan.wait(stop, longestWait) : loan.wait(stop);
        if (embedder == nullptr && isQuestion && isLoading(model)) embedder = loan.wait(stop, longestLoad);
        if (embedder == nullptr) cancelled();
        const std::scoped_lock lock(m_mutex);
        model.placeReason = embedder->info().placeReason;
        return *embedder;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Cancelled) {
            const std::scoped_lock lock(m_mutex);
            model.failure = error;
        }
        throw;
    }
}

EmbeddedTexts SharedEmbedder::passages(std::span<const std::string> texts, const std::stop_token& stop) {
    const std::shared_ptr<Model> model = current();
    EmbeddedTexts made;
    size_t done = 0;
    do {
        const size_t count =
            textsOfTask(done, texts.size(), [&texts](size_t text) { return texts[text].size(); });
        EmbeddedTexts next = part(*model, texts.subspan(done, count), stop);
        made.identity = next.identity;
        made.dimensions = next.dimensions;
        std::ranges::move(next.vectors, std::back_inserter(made.vectors));
        done += count;
    } while (done < texts.size());
    return made;
}

EmbeddedTexts SharedEmbedder::part(Model& model, std::span<const std::string> texts,
                                   const std::stop_token& stop) {
    for (;;) {
        std::stop_source batch, all;
        {
            const std::scoped_lock lock(m_mutex);
            m_batch = batch;
        }
        const auto endAll = [&] {
            all.request_stop();
            batch.request_stop();
        };
        const std::stop_callback stopped(stop, endAll), changed(model.ended.get_token(), endAll);
        try {
            EmbedderLoan loan(m_host, model.id, Priority::Background);
            // A question would have to load it again.
            Embedder& embedder = lent(model, loan, all.get_token(), EmbeddingKind::Passage);
            const std::stop_callback unloaded(loan.stop(), endAll);
            return embedded(embedder, texts, EmbeddingKind::Passage, batch.get_token());
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Cancelled || all.stop_requested() || !batch.stop_requested())
                throw;
        }
    }
}

EmbeddedTexts SharedEmbedder::question(const QString& text) {
    const std::shared_ptr<Model> model = current();
    const std::string words = text.toStdString();
    EmbedderLoan loan(m_host, model->id, Priority::Reading);
    {
        // After it has asked: the passages ask again, and come after it.
        const std::scoped_lock lock(m_mutex);
        m_batch.request_stop();
    }
    std::stop_source all;
    const auto endAll = [&all] { all.request_stop(); };
    const std::stop_callback changed(model->ended.get_token(), endAll);
    Embedder& embedder = lent(*model, loan, all.get_token(), EmbeddingKind::Query);
    const std::stop_callback unloaded(loan.stop(), endAll);
    return embedded(embedder, std::span(&words, 1), EmbeddingKind::Query, all.get_token());
}

}  // namespace hearth::app
