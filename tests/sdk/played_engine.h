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

#include "played_agent.h"
#include "support/scripted_engine.h"

namespace hearth::test {

/// An engine that thinks, says something and calls two tools, for any request. The last message can change
/// that: "fail" fails after the first words, "slow" takes ten seconds, and with pictures the reply gives
/// their sizes ("37x23"); each counts 100 tokens. Its tokens are those of a real vocabulary. As an agent it
/// follows PlayedAgent instead. Like ScriptedEngine it is not a model: it stands in for one that calls tools
/// well.
class PlayedEngine final : public ScriptedEngine {
public:
    PlayedEngine(std::unique_ptr<Engine> vocabulary, bool isAgent)
        : ScriptedEngine(seeingScript()), m_vocabulary(std::move(vocabulary)), m_isAgent(isAgent) {}

    std::shared_ptr<const PromptService> prompts() const override { return m_vocabulary->prompts(); }
    RequestId submit(GenerationRequest request, GenerationListener& listener, Priority) override {
        const std::scoped_lock lock(m_mutex);
        Played& played = m_played.emplace_back();
        played.id = ++m_lastId;
        played.listener = &listener;
        const ChatMessage& last = request.messages.empty() ? m_nothing : request.messages.back();
        const std::string& asked = last.content;
        played.fails = asked == "fail";
        int pictureTokens = 0;
        for (const ChatMessage& message : request.messages)
            pictureTokens += 100 * static_cast<int>(message.pictures.size());
        played.result.metrics.promptTokens = 30 + pictureTokens;
        played.result.metrics.reusedTokens = 20;
        played.result.metrics.processedTokens = 10 + pictureTokens;
        if (m_isAgent) {
            played.deltas = deltasOf(PlayedAgent::replyTo(request));
        } else if (asked == "slow") {
            ReplyDelta delta;
            delta.text = delta.shown = ".";
            played.deltas.assign(1000, delta);
        } else if (!last.pictures.empty()) {
            for (const MessagePicture& picture : last.pictures) addText(played.deltas, sizeOf(*picture.file));
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
        for (Played& played : m_played) resume(played);
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

    static std::shared_ptr<EngineScript> seeingScript() {
        auto script = std::make_shared<EngineScript>();
        script->seesPictures = true;
        return script;
    }
    static std::string sizeOf(const PictureFile& picture) {
        return std::to_string(picture.size().width) + "x" + std::to_string(picture.size().height) + " ";
    }
    static void addToken(std::vector<ReplyDelta>& deltas, ReplyDelta delta) {
        GeneratedToken generated;
        generated.token = 40;
        generated.probability = 0.5F;
        generated.candidates = {{.token = 40, .plainProbability = 0.5F},
                                {.token = 41, .plainProbability = 0.25F}};
        delta.tokens = {generated};
        deltas.push_back(std::move(delta));
    }
    static void addCall(std::vector<ReplyDelta>& deltas, ToolCallDelta call) {
        ReplyDelta delta;
        delta.call = std::move(call);
        addToken(deltas, std::move(delta));
    }
    static void addText(std::vector<ReplyDelta>& deltas, std::string text) {
        ReplyDelta delta;
        delta.text = delta.shown = std::move(text);
        addToken(deltas, std::move(delta));
    }
    /// Texts in words, arguments in two parts.
    static std::vector<ReplyDelta> deltasOf(PlayedAgent::Reply reply) {
        std::vector<ReplyDelta> deltas;
        for (size_t at = 0; at < reply.text.size();) {
            const size_t end = std::min(reply.text.find(' ', at), reply.text.size() - 1) + 1;
            addText(deltas, reply.text.substr(at, end - at));
            at = end;
        }
        for (ToolCallDelta& call : reply.calls) {
            ToolCallDelta rest{.index = call.index,
                               .id = {},
                               .name = {},
                               .arguments = call.arguments.substr(1),
                               .written = {}};
            call.arguments.resize(1);
            addCall(deltas, std::move(call));
            addCall(deltas, std::move(rest));
        }
        return deltas;
    }
    static std::vector<ReplyDelta> deltas() {
        std::vector<ReplyDelta> deltas;
        for (const char* text : {"I should ", "look."}) {
            ReplyDelta delta;
            delta.reasoning = text;
            addToken(deltas, std::move(delta));
        }
        for (const char* text : {"Let me ", "look."}) addText(deltas, text);
        const auto call = [&](int index, const char* name, const char* arguments) {
            addCall(deltas,
                    {.index = index, .id = "", .name = name, .arguments = arguments, .written = arguments});
        };
        call(0, "weather", R"({"city":)");
        call(0, "", R"("Rome"})");
        call(1, "time", "{}");
        return deltas;
    }
    static void resume(Played& played) {
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

    const ChatMessage m_nothing;
    std::unique_ptr<Engine> m_vocabulary;
    const bool m_isAgent;
    std::mutex m_mutex;  ///< of the list itself
    std::list<Played> m_played;
    RequestId m_lastId = 0;
};

}  // namespace hearth::test
