#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hearth/embedder.h"
#include "hearth/error.h"

namespace hearth::test {

/// Behaviour of a ScriptedEmbedder. Shared with the test, so a test can read the requests.
struct EmbedderScript {
    /// A text has the meanings whose words it contains, any of them.
    std::vector<std::vector<std::string>> meanings = {
        {"ship", "boat", "vessel"}, {"bread", "loaf"}, {"rain", "storm", "weather"}};
    std::string hash = "one";
    std::string failure;  ///< why it cannot be loaded
    std::string place;    ///< EmbedderInfo::placeReason
    std::chrono::milliseconds textTime{0};
    std::function<void()> beforeText = [] {};  ///< called by the thread that reads a text
    std::function<void(size_t passages)> beforeRanking = [](size_t) {};
    std::atomic<int> loads = 0, passages = 0, questions = 0, cancelled = 0;
};

/// Makes vectors of words, as EmbedderScript says. All others together are the last dimension.
class ScriptedEmbedder : public Embedder {
public:
    explicit ScriptedEmbedder(std::shared_ptr<EmbedderScript> script) : m_script(std::move(script)) {
        m_info.modelName = "scripted";
        m_info.vectorsHash = m_script->hash;
        m_info.placeReason = Message::verbatim(m_script->place);
        m_info.dimensions = static_cast<int>(m_script->meanings.size()) + 1;
    }

    const EmbedderInfo& info() const override { return m_info; }
    const Tokenizer& tokenizer() const override { throw Error(ErrorCode::BadFile, "none"); }
    std::vector<TokenId> tokens(std::string_view, EmbeddingKind) const override { return {}; }
    std::vector<Embedding> embed(std::span<const std::string> texts, EmbeddingKind kind, std::stop_token stop,
                                 const std::function<void(size_t)>&) override {
        std::vector<Embedding> all;
        for (const std::string& text : texts) {
            m_script->beforeText();
            const auto end = std::chrono::steady_clock::now() + m_script->textTime;
            while (std::chrono::steady_clock::now() < end && !stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (stop.stop_requested()) {
                ++m_script->cancelled;
                throw Error(ErrorCode::Cancelled, "stopped");
            }
            all.push_back(vectorOf(text));
            ++(kind == EmbeddingKind::Query ? m_script->questions : m_script->passages);
        }
        return all;
    }
    std::vector<Embedding> embedTokens(std::span<const std::vector<TokenId>>, std::stop_token,
                                       const std::function<void(size_t)>&) override {
        return {};
    }
    std::vector<RerankScore> rerank(std::string_view query, std::span<const std::string> passages,
                                    std::stop_token stop, const std::function<void(size_t)>& done) override {
        m_script->beforeRanking(passages.size());
        const std::string asked(query);
        const Embedding wanted = embed(std::span(&asked, 1), EmbeddingKind::Query, stop, done).front();
        std::vector<RerankScore> scores;
        for (const Embedding& one : embed(passages, EmbeddingKind::Passage, stop, done)) {
            RerankScore& score = scores.emplace_back();
            for (size_t i = 0; i < one.values.size(); ++i) score.score += one.values[i] * wanted.values[i];
        }
        return scores;
    }

private:
    Embedding vectorOf(const std::string& text) const {
        Embedding made;
        for (const auto& words : m_script->meanings)
            made.values.push_back(
                std::ranges::any_of(
                    words, [&text](const std::string& word) { return text.find(word) != std::string::npos; })
                    ? 1.0F
                    : 0.0F);
        made.values.push_back(0.2F);
        float squares = 0;
        for (const float value : made.values) squares += value * value;
        for (float& value : made.values) value /= std::sqrt(squares);
        return made;
    }

    std::shared_ptr<EmbedderScript> m_script;
    EmbedderInfo m_info;
};

/// Loads such models for any path.
inline std::function<std::unique_ptr<Embedder>(const EmbedderOptions&, const std::stop_token&)>
scriptedEmbedders(std::shared_ptr<EmbedderScript> script) {
    return [script](const EmbedderOptions&, const std::stop_token&) -> std::unique_ptr<Embedder> {
        ++script->loads;
        if (!script->failure.empty()) throw Error(ErrorCode::BadFile, script->failure);
        return std::make_unique<ScriptedEmbedder>(script);
    };
}

}  // namespace hearth::test
