#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "hearth/embedder.h"
#include "hearth/error.h"
#include "server/embedder_registry.h"

namespace hearth::test {

/// An embedder whose vectors are (bytes of the text, EmbeddingKind), not normalised, so that tests can
/// recognise the request. For lists of tokens: (their number, 7). Reads eight bytes of a text.
class CountingEmbedder final : public Embedder {
public:
    explicit CountingEmbedder(std::atomic<int>& alive) : m_alive(alive) {
        ++m_alive;
        m_info.modelName = "counting";
        m_info.dimensions = 2;
        m_info.maxTokens = 8;
    }
    ~CountingEmbedder() override { --m_alive; }

    const EmbedderInfo& info() const override { return m_info; }
    const Tokenizer& tokenizer() const override { throw Error(ErrorCode::BadFile, "There is none."); }
    std::vector<TokenId> tokens(std::string_view text, EmbeddingKind) const override {
        return std::vector<TokenId>(std::min<size_t>(text.size(), 8), 1);
    }
    std::vector<Embedding> embed(std::span<const std::string> texts, EmbeddingKind kind, std::stop_token stop,
                                 const std::function<void(size_t)>&) override {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
        std::vector<Embedding> all;
        for (const std::string& text : texts)
            all.push_back({.values = {static_cast<float>(text.size()), static_cast<float>(kind)},
                           .tokens = static_cast<int>(tokens(text, kind).size()),
                           .truncated = text.size() > 8});
        return all;
    }
    std::vector<Embedding> embedTokens(std::span<const std::vector<TokenId>> texts, std::stop_token,
                                       const std::function<void(size_t)>&) override {
        std::vector<Embedding> all;
        for (const auto& text : texts)
            all.push_back(
                {.values = {static_cast<float>(text.size()), 7.0F}, .tokens = static_cast<int>(text.size())});
        return all;
    }
    std::vector<RerankScore> rerank(std::string_view query, std::span<const std::string> passages,
                                    std::stop_token, const std::function<void(size_t)>&) override {
        std::vector<RerankScore> all;
        for (const std::string& text : passages)
            all.push_back({.score = text == query ? 1.0F : 1.0F / static_cast<float>(2 + text.size()),
                           .tokens = 1,
                           .truncated = text.size() > 8});
        return all;
    }

private:
    std::atomic<int>& m_alive;
    EmbedderInfo m_info;
};

/// A shelf of such ones, called as these say; "bad" cannot be loaded, "scores" is a reranker.
class CountingRegistry {
public:
    explicit CountingRegistry(std::initializer_list<const char*> names) {
        std::vector<server::FoundModel> models;
        for (const char* name : names) models.push_back({name, name, std::string_view(name) == "scores"});
        registry = std::make_unique<server::EmbedderRegistry>(
            m_host, models,
            [this](const std::filesystem::path& model, const std::stop_token&) -> std::unique_ptr<Embedder> {
                ++loads;
                if (model == "bad") throw Error(ErrorCode::BadFile, "It is damaged.");
                return std::make_unique<CountingEmbedder>(alive);
            });
    }
    std::atomic<int> loads = 0, alive = 0;

private:
    ModelHost m_host{ModelHost::Options()};

public:
    std::unique_ptr<server::EmbedderRegistry> registry;
};

}  // namespace hearth::test
