#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "session/scheduler.h"

namespace hearth::test {

/// Takes the best token each time, a fixed number of times, and keeps all logits.
class GreedyClient final : public SequenceClient {
public:
    explicit GreedyClient(size_t count) : m_count(count) {}
    void started(size_t cached, size_t disk) override { reused = cached, fromDisk = disk; }
    void promptProcessed(size_t done, size_t total) override { progress.emplace_back(done, total); }
    std::optional<TokenId> next(std::span<const float> logits) override {
        all.emplace_back(logits.begin(), logits.end());
        tokens.push_back(
            static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
        if (tokens.size() >= m_count) return std::nullopt;
        return tokens.back();
    }
    void draftsChecked(DraftSource, size_t count, size_t right) override {
        drafted += count;
        accepted += right;
    }
    void full() override { isFull = true; }
    void failed(const Error& error) override { problem = error; }
    bool stopped() const override { return stop; }

    std::vector<TokenId> tokens;
    std::vector<std::vector<float>> all;
    std::vector<std::pair<size_t, size_t>> progress;
    size_t reused = 0, fromDisk = 0;
    size_t drafted = 0, accepted = 0;
    bool isFull = false, stop = false;
    std::optional<Error> problem;

private:
    size_t m_count;
};

inline std::vector<TokenId> randomTokens(size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<TokenId> tokens(count);
    for (TokenId& token : tokens) token = static_cast<TokenId>(random() % 40);
    return tokens;
}

}  // namespace hearth::test
