#pragma once

#include <QString>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/embedder.h"
#include "store/vector_table.h"

namespace hearth::app {

/// Loads an embedding model: Embedder::load, by way of onDevice(), or a stand-in in tests.
using EmbedderLoader =
    std::function<std::unique_ptr<Embedder>(const EmbedderOptions& options, const std::stop_token& stop)>;

/// What a model is given of a passage: the name of its file and its headings say what its sentences are
/// about.
std::string passageText(const store::PassageForVector& passage);

/// Texts as vectors, with the model that made them.
struct EmbeddedTexts {
    QString identity;  ///< of all that the vectors depend on; those of equal ones may be compared
    int dimensions = 0;
    std::vector<std::vector<float>> vectors;  ///< shape (texts, dimensions), each of length 1 or zeros
};

/// The embedding model of the documents. It is loaded once, when it is first needed, for the thread that
/// reads documents and for the one that searches them; a question goes before the passages that are being
/// read. It works on the thread that asks alone, and so with the priority of that. Any thread.
class SharedEmbedder {
public:
    explicit SharedEmbedder(EmbedderLoader loader) : m_loader(std::move(loader)) {}

    /// Another model from now on, by its path; empty: none. What is under way with the one before ends, and
    /// a model that could not be loaded is tried again.
    void setModel(const QString& path);
    QString model() const;
    bool hasModel() const { return !model().isEmpty(); }

    /// The model without any text. Throws as question() does, and Error(Cancelled) soon after a stop request.
    EmbeddedTexts loaded(const std::stop_token& stop) { return passages({}, stop); }
    /// Throws Error(Cancelled) soon after a stop request.
    EmbeddedTexts passages(std::span<const std::string> texts, const std::stop_token& stop);
    /// Throws Error: why the model cannot be loaded; Cancelled when another was set, there is none, or the
    /// passages are not interrupted within two seconds.
    EmbeddedTexts question(const QString& text);

private:
    /// With m_using locked.
    Embedder& ready(const std::stop_token& stop);
    EmbeddedTexts embedded(Embedder& embedder, std::span<const std::string> texts, EmbeddingKind kind,
                           const std::stop_token& stop);

    const EmbedderLoader m_loader;
    mutable std::mutex m_mutex;  ///< of the next five; never held for long
    std::condition_variable_any m_answered;
    QString m_path;
    int m_questions = 0;       ///< that wait or are being answered
    std::stop_source m_batch;  ///< ends the passages that are being read, for a question
    std::stop_source m_model;  ///< ends all work with this model

    std::timed_mutex m_using;  ///< of the rest, while the model works
    std::unique_ptr<Embedder> m_embedder;
    QString m_loadedPath, m_identity;
    std::exception_ptr m_failure;  ///< of the model at m_loadedPath
};

}  // namespace hearth::app
