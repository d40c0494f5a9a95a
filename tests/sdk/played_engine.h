#pragma once

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/scripted_engine.h"

namespace hearth::test {

/// An engine that thinks, says something and calls two tools, whatever it is asked; what the last message
/// says can change that: "fail" fails after the first words, "slow" takes ten seconds. Its tokens are those
/// of a real vocabulary. Like ScriptedEngine it is no model: it stands in for one that calls tools well.
class PlayedEngine final : public ScriptedEngine {
public:
    explicit PlayedEngine(std::unique_ptr<Engine> vocabulary)
        : ScriptedEngine(std::make_shared<EngineScript>()), m_vocabulary(std::move(vocabulary)) {}

    const Tokenizer& tokenizer() const override { return m_vocabulary->tokenizer(); }
    std::vector<TokenId> promptTokens(const GenerationRequest& request, std::stop_token stop) const override {
        return m_vocabulary->promptTokens(request, stop);
    }
    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority) override {
        const std::scoped_lock lock(m_mutex);
        Played& played = m_played.emplace_back();
        played.id = ++m_lastId;
        played.listener = &listener;
        const std::string& asked = request.messages.empty() ? m_nothing : request.messages.back().content;
        played.fails = asked == "fail";
        played.result.metrics.promptTokens = 30;
        played.result.metrics.reusedTokens = 20;
        played.result.metrics.processedTokens = 10;
        if (asked == "slow") {
            ReplyDelta delta;
            delta.text = delta.shown = ".";
            played.deltas.assign(1000, delta);
        } else {
            played.deltas = deltas();
        }
        return m_lastId;
    }
    void cancel(RequestId id) override {
        const std::scoped_lock lock(m_mutex);
        for (Played& played : m_played)
            if (played.id == id) played.cancelled = true;
    }
    bool step() override {
        if (m_played.empty()) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(m_played.front().deltas.size() > 100 ? 10 : 1));
        // cancel() comes from other threads, and from the listeners.
        for (Played& played : m_played) goOn(played);
        const std::scoped_lock lock(m_mutex);
        m_played.remove_if([](const Played& played) { return played.ended; });
        return true;
    }

private:
    struct Played {
        RequestId id = 0;
        GenerationListener* listener = nullptr;
        std::vector<ReplyDelta> deltas;
        size_t told = 0;
        bool begun = false, fails = false, ended = false;
        std::atomic<bool> cancelled = false;
        GenerationResult result;
    };

    std::vector<ReplyDelta> deltas() const {
        std::vector<ReplyDelta> deltas;
        const auto token = [&](ReplyDelta delta) {
            GeneratedToken generated;
            generated.token = 40;
            generated.probability = 0.5F;
            generated.candidates = {{.token = 40, .plainProbability = 0.5F},
                                    {.token = 41, .plainProbability = 0.25F}};
            delta.tokens = {generated};
            deltas.push_back(std::move(delta));
        };
        for (const char* text : {"I should ", "look."}) {
            ReplyDelta delta;
            delta.reasoning = text;
            token(delta);
        }
        for (const char* text : {"Let me ", "look."}) {
            ReplyDelta delta;
            delta.text = delta.shown = text;
            token(delta);
        }
        const auto call = [&](int index, const char* name, const char* arguments) {
            ReplyDelta delta;
            delta.call = ToolCallDelta{
                .index = index, .id = "", .name = name, .arguments = arguments, .written = arguments};
            token(delta);
        };
        call(0, "weather", R"({"city":)");
        call(0, "", R"("Rome"})");
        call(1, "time", "{}");
        return deltas;
    }
    static void goOn(Played& played) {
        if (played.cancelled) {
            played.result.reason = FinishReason::Cancelled;
        } else if (!std::exchange(played.begun, true)) {
            played.listener->prefillProgress(20, 30, 20, 1000);
            return;
        } else if (played.fails && played.told == 2) {
            played.ended = true;
            played.listener->failed(Error(ErrorCode::Device, "The card is gone."));
            return;
        } else if (played.told < played.deltas.size()) {
            ++played.result.metrics.generatedTokens;
            played.listener->replied(played.deltas[played.told++]);
            return;
        }
        played.ended = true;
        played.listener->finished(std::move(played.result));
    }

    const std::string m_nothing;
    std::unique_ptr<Engine> m_vocabulary;
    std::mutex m_mutex;  ///< of the list itself
    std::list<Played> m_played;
    RequestId m_lastId = 0;
};

}  // namespace hearth::test
