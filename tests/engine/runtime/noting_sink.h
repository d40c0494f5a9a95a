#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <string>

#include "hearth/generator.h"

namespace hearth::test {

/// Keeps what a request became: its text, or "cancelled: TEXT", or "failed: WHY".
class NotingSink final : public ReplySink {
public:
    void preparing(Engine& engine, GenerationRequest& request, bool) override {
        if (onStart) onStart(engine, request);
    }
    void replied(const ReplyDelta& delta) override {
        if (onText) onText(delta);
    }
    void finished(GenerationResult result) override {
        spentMs = result.metrics.timeToFirstTokenMs;
        tell((result.reason == FinishReason::Cancelled ? "cancelled: " : "") + result.text);
    }
    void failed(const Error& error) override { tell(std::string("failed: ") + error.what()); }

    /// Waits; a second end would throw in tell().
    std::string end() { return m_end->get_future().get(); }
    bool hasEnded() const { return m_ended; }

    std::function<void(Engine&, GenerationRequest&)> onStart;
    std::function<void(const ReplyDelta&)> onText;
    double spentMs = 0;

private:
    void tell(const std::string& what) {
        // The waiting thread may release the sink as soon as the promise is set.
        const auto end = m_end;
        m_ended = true;
        end->set_value(what);
    }
    const std::shared_ptr<std::promise<std::string>> m_end = std::make_shared<std::promise<std::string>>();
    std::atomic<bool> m_ended = false;
};

}  // namespace hearth::test
