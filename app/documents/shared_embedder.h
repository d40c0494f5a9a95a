#pragma once

#include <QString>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "hearth/embedder.h"
#include "hearth/embedder_loan.h"
#include "store/vector_table.h"

namespace hearth::app {

/// Loads an embedding model: Embedder::load through onDevice(), or a stand-in in tests.
using EmbedderLoader =
    std::function<std::unique_ptr<Embedder>(const EmbedderOptions& options, const std::stop_token& stop)>;

/// Text of a passage for a model. It includes the name of the file and the headings, which give the sentences
/// their context.
std::string passageText(const store::PassageForVector& passage);

/// Texts as vectors, with the model that made them.
struct EmbeddedTexts {
    QString identity;  ///< of all that the vectors depend on; those of equal ones may be compared
    int dimensions = 0;
    std::vector<std::vector<float>> vectors;  ///< shape (texts, dimensions), each of length 1 or zeros
};

/// The embedding model of the documents, one of the models of a host. It is loaded when it is needed, for the
/// thread that reads documents and for the one that searches them. Passages being read give way to questions
/// and to everything else. It works only on the calling thread, with the priority of that thread. Any thread.
class SharedEmbedder {
public:
    /// The host and the objects that the loader refers to outlive it.
    SharedEmbedder(ModelHost& host, EmbedderLoader loader) : m_host(host), m_loader(std::move(loader)) {}
    /// Waits until the model is unloaded. Not on a thread of the host.
    ~SharedEmbedder();
    SharedEmbedder(const SharedEmbedder&) = delete;
    SharedEmbedder& operator=(const SharedEmbedder&) = delete;

    /// Uses another model from now on, by its path; empty: none. Work with the previous one ends, and a model
    /// that could not be loaded is tried again.
    void setModel(const QString& path);
    QString model() const;
    bool hasModel() const { return !model().isEmpty(); }
    /// EmbedderInfo::placeReason of the model when it was last lent; empty before that.
    Message placeReason() const;

    /// The model without any text. Throws as question() does, and Error(Cancelled) soon after a stop request.
    EmbeddedTexts loaded(const std::stop_token& stop) { return passages({}, stop); }
    /// Throws Error(Cancelled) soon after a stop request.
    EmbeddedTexts passages(std::span<const std::string> texts, const std::stop_token& stop);
    /// Throws Error: the reason why the model cannot be loaded; Cancelled when another was set, there is
    /// none, it is not loaded within half a minute, or the passages are not interrupted within two seconds.
    EmbeddedTexts question(const QString& text);

private:
    struct Model;
    /// Throws Error(Cancelled) when there is none, and the reason if it cannot be loaded.
    std::shared_ptr<Model> current() const;
    /// The embedder, once it is lent. Throws as question() does.
    Embedder& lent(Model& model, EmbedderLoan& loan, const std::stop_token& stop, EmbeddingKind kind);
    bool isLoading(const Model& model) const;
    /// Vectors of passages that are one task of the host.
    EmbeddedTexts part(Model& model, std::span<const std::string> texts, const std::stop_token& stop);

    ModelHost& m_host;
    const EmbedderLoader m_loader;
    mutable std::mutex m_mutex;  ///< of the rest; never held for long
    uint64_t m_lastNumber = 0;
    std::shared_ptr<Model> m_model;  ///< nullptr: there is none
    std::stop_source m_batch;        ///< ends the passages that are being read, for a question
};

}  // namespace hearth::app
