#include "server/embedding_routes.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "embedding/pooled_rows.h"
#include "hearth/readable_text.h"
#include "openai/embedding_answer.h"
#include "openai/embedding_request.h"
#include "openai/refusal.h"
#include "openai/rerank_request.h"
#include "server/embedding_job.h"

namespace hearth::server {

namespace {

[[noreturn]] void refuseLength(const std::string& field, size_t number, const Embedder& embedder) {
    const std::string name = field + "[" + std::to_string(number) + "]";
    throw openai::Refusal{"The text " + name + " has more than the " +
                              std::to_string(embedder.info().maxTokens) +
                              " tokens that the model reads; cut it, or set \"truncate\" to true.",
                          field, "context_length_exceeded"};
}

[[noreturn]] void refuseReranker() {
    throw openai::Refusal{"This model scores passages and makes no embeddings.", "model",
                          "unsupported_model"};
}

template <typename Result>
int tokensOf(const std::vector<Result>& results) {
    int tokens = 0;
    for (const Result& one : results) tokens += one.tokens;
    return tokens;
}

/// The embeddings of a request, as they are made.
struct EmbeddingsMade {
    openai::EmbeddingRequest request;
    std::vector<Embedding> done = {};

    size_t bytes(size_t text) const {
        constexpr size_t perToken = 4;
        return request.texts.empty() ? request.tokens[text].size() * perToken : request.texts[text].size();
    }
    /// A question is a short request; programs send documents by the hundred.
    Priority priority() const {
        const size_t first = textsOfTask(0, request.count(), [this](size_t text) { return bytes(text); });
        return first < request.count() ? Priority::Background : Priority::Chat;
    }
    void part(Embedder& embedder, size_t first, size_t count, const std::stop_token& stop) {
        if (embedder.info().scoresPairs) refuseReranker();
        if (request.dimensions.value_or(1) > embedder.info().dimensions)
            openai::refuseField("dimensions", "can be " + std::to_string(embedder.info().dimensions) +
                                                  " at most with this model.");
        auto made = request.texts.empty()
                        ? embedder.embedTokens(tokens(embedder, first, count), stop)
                        : embedder.embed(std::span(request.texts).subspan(first, count), request.kind, stop);
        for (size_t i = 0; i < made.size(); ++i) {
            if (made[i].truncated && !request.truncate) refuseLength("input", first + i, embedder);
            if (request.dimensions) cut(made[i].values);
        }
        std::move(made.begin(), made.end(), std::back_inserter(done));
    }

private:
    /// Shortens an embedding; for models that were trained for it (Kusupati et al. 2022).
    void cut(std::vector<float>& values) const {
        values.resize(static_cast<size_t>(*request.dimensions));
        makeUnitLength(values);
    }
    std::span<const std::vector<TokenId>> tokens(const Embedder& embedder, size_t first, size_t count) {
        const auto part = std::span(request.tokens).subspan(first, count);
        const auto most = static_cast<size_t>(embedder.info().maxTokens);
        for (size_t i = 0; i < part.size(); ++i) {
            if (part[i].size() <= most) continue;
            if (!request.truncate) refuseLength("input", first + i, embedder);
            part[i].resize(most);
        }
        return part;
    }
};

}  // namespace

std::string EmbeddingRoutes::modelFor(const std::string& wanted, EmbedderRegistry::Use use) const {
    const auto name = m_shelf == nullptr ? std::nullopt : m_shelf->find(wanted, use);
    if (m_shelf == nullptr || (!name && wanted.empty()))
        throw openai::Refusal{"This server has no embedding model; start it with --embedding-model.", "model",
                              "unsupported_model"};
    if (name && use == EmbedderRegistry::Use::Embed && m_shelf->reranks(*name)) refuseReranker();
    if (name) return *name;
    const auto isMeant = [&](const ModelRegistry::Listed& model) { return meansModel(wanted, model.name); };
    if (std::ranges::any_of(m_chats.list(), isMeant))
        throw openai::Refusal{"The model \"" + readableText(wanted) + "\" makes no embeddings.", "model",
                              "unsupported_model"};
    // If there is only one model, no other can be meant.
    if (const auto all = m_shelf->list(); all.size() == 1) return modelFor(all.front().name, use);
    throw openai::Refusal{"There is no model called \"" + readableText(wanted) + "\".", "model",
                          "model_not_found", 404};
}

void EmbeddingRoutes::embeddings(const std::shared_ptr<ApiCall>& call) {
    try {
        openai::RequestNotes notes(m_unknownFields);
        const auto made = std::make_shared<EmbeddingsMade>(
            EmbeddingsMade{openai::readEmbeddingRequest(takeBody(*call), notes)});
        m_log->tell(notes);
        const std::string model = modelFor(made->request.model, EmbedderRegistry::Use::Embed);
        startEmbedding(
            *m_shelf, m_log, call, model,
            {.texts = made->request.count(),
             .bytes = [made](size_t text) { return made->bytes(text); },
             .priority = made->priority(),
             .part = [made](Embedder& embedder, size_t first, size_t count,
                            const std::stop_token& stop) { made->part(embedder, first, count, stop); },
             .answer = [made,
                        model] { return openai::embeddingAnswer(model, made->done, made->request.base64); },
             .tokens = [made] { return tokensOf(made->done); }});
    } catch (const openai::Refusal& refusal) {
        m_log->refuse(*call, problemOf(refusal));
    }
}

void EmbeddingRoutes::rerank(const std::shared_ptr<ApiCall>& call) {
    try {
        openai::RequestNotes notes(m_unknownFields);
        const auto request =
            std::make_shared<const openai::RerankRequest>(openai::readRerankRequest(takeBody(*call), notes));
        m_log->tell(notes);
        const std::string model = modelFor(request->model, EmbedderRegistry::Use::Rerank);
        const auto scores = std::make_shared<std::vector<RerankScore>>();
        const std::string id = "rerank-" + std::to_string(m_startTime) + "-" + std::to_string(++m_lastId);
        startEmbedding(
            *m_shelf, m_log, call, model,
            {.texts = request->documents.size(),
             .bytes =
                 [request](size_t text) { return request->query.size() + request->documents[text].size(); },
             .part =
                 [request, scores](Embedder& embedder, size_t first, size_t count,
                                   const std::stop_token& stop) {
                     const auto part = std::span(request->documents).subspan(first, count);
                     for (const RerankScore& one : embedder.rerank(request->query, part, stop)) {
                         if (one.truncated && !request->truncate)
                             refuseLength("documents", scores->size(), embedder);
                         scores->push_back(one);
                     }
                 },
             .answer = [id, model, request,
                        scores] { return openai::rerankAnswer(id, model, *request, *scores); },
             .tokens = [scores] { return tokensOf(*scores); }});
    } catch (const openai::Refusal& refusal) {
        m_log->refuse(*call, problemOf(refusal));
    }
}

}  // namespace hearth::server
