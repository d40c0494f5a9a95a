#include "documents/shared_embedder.h"

#include <chrono>

#include "hearth/error.h"

namespace hearth::app {

namespace {

/// Of passageText(): vectors of texts that were put together otherwise are not compared.
const QString textForm = QStringLiteral("1");

/// What a question waits for the thread that reads passages, which may get little time. Most often that lets
/// go within some milliseconds.
constexpr auto longestWait = std::chrono::seconds(2);

[[noreturn]] void cancelled() {
    throw Error(ErrorCode::Cancelled, "The work was stopped.");
}

bool isCancelled(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        return error.code() == ErrorCode::Cancelled;
    } catch (...) {
        return false;
    }
}

}  // namespace

std::string passageText(const store::PassageForVector& passage) {
    QString text = passage.headings;
    if (!text.isEmpty()) text += u'\n';
    return (text + passage.text).toStdString();
}

void SharedEmbedder::setModel(const QString& path) {
    std::stop_source ended;
    {
        const std::scoped_lock lock(m_mutex);
        m_path = path;
        std::swap(ended, m_model);
    }
    ended.request_stop();
    // Its memory is free now and not when somebody asks for another.
    const std::scoped_lock lock(m_using);
    m_embedder.reset();
    m_loadedPath.clear();
    m_failure = nullptr;
}

QString SharedEmbedder::model() const {
    const std::scoped_lock lock(m_mutex);
    return m_path;
}

Embedder& SharedEmbedder::ready(const std::stop_token& stop) {
    const QString path = model();
    if (path.isEmpty() || stop.stop_requested()) cancelled();
    if (path != m_loadedPath) {
        m_embedder.reset();
        m_loadedPath = path;
        m_failure = nullptr;
        EmbedderOptions options;
        options.model = path.toStdString();
        // Others would have the priority of the thread that loaded it, whoever asks.
        options.threads = 1;
        try {
            m_embedder = m_loader(options, stop);
            m_identity = QString::fromStdString(m_embedder->info().vectorsHash) + u'/' + textForm;
        } catch (...) {
            m_failure = std::current_exception();
            if (isCancelled(m_failure)) m_loadedPath.clear();
        }
    }
    if (m_failure) std::rethrow_exception(m_failure);
    return *m_embedder;
}

EmbeddedTexts SharedEmbedder::embedded(Embedder& embedder, std::span<const std::string> texts,
                                       EmbeddingKind kind, const std::stop_token& stop) {
    EmbeddedTexts made{m_identity, embedder.info().dimensions, {}};
    if (texts.empty()) return made;
    for (Embedding& vector : embedder.embed(texts, kind, stop))
        made.vectors.push_back(std::move(vector.values));
    return made;
}

EmbeddedTexts SharedEmbedder::passages(std::span<const std::string> texts, const std::stop_token& stop) {
    for (;;) {
        std::stop_source batch, all;
        std::stop_token model;
        {
            std::unique_lock lock(m_mutex);
            m_answered.wait(lock, stop, [this] { return m_questions == 0; });
            if (stop.stop_requested()) cancelled();
            m_batch = batch;
            model = m_model.get_token();
        }
        const auto endAll = [&] {
            all.request_stop();
            batch.request_stop();
        };
        const std::stop_callback stopped(stop, endAll), changed(model, endAll);
        try {
            const std::scoped_lock lock(m_using);
            // A question would have to load it again.
            Embedder& embedder = ready(all.get_token());
            return embedded(embedder, texts, EmbeddingKind::Passage, batch.get_token());
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Cancelled || all.stop_requested() || !batch.stop_requested())
                throw;
        }
    }
}

EmbeddedTexts SharedEmbedder::question(const QString& text) {
    std::stop_token model;
    {
        const std::scoped_lock lock(m_mutex);
        ++m_questions;
        m_batch.request_stop();
        model = m_model.get_token();
    }
    const auto answered = [this] {
        const std::scoped_lock lock(m_mutex);
        --m_questions;
        m_answered.notify_all();
    };
    try {
        const std::string words = text.toStdString();
        EmbeddedTexts made;
        {
            const std::unique_lock lock(m_using, longestWait);
            if (!lock.owns_lock()) cancelled();
            made = embedded(ready(model), std::span(&words, 1), EmbeddingKind::Query, model);
        }
        answered();
        return made;
    } catch (...) {
        answered();
        throw;
    }
}

}  // namespace hearth::app
