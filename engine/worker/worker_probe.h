#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>

#include "hearth/probe.h"
#include "worker/engine_wire.h"
#include "worker/worker_caller.h"

namespace hearth {

/// Looks into a model in another process.
class WorkerProbe final : public Probe {
public:
    /// `caller` outlives this.
    explicit WorkerProbe(WorkerCaller& caller) : m_caller(caller) {}

    void readLogits(const LogitQuestion& question, const LogitListener& each, std::stop_token stop) override;
    void readAttention(AttentionQuestion question, AttentionListener& listener) override;

    /// True while questions about attention wait for their answers.
    bool isAsked() const noexcept { return !m_looking.empty(); }
    /// Tells the answer to the question of this number to its listener.
    void tell(uint64_t number, wire::ReplyEvent::Attention answer);
    /// Tells all listeners that there will be no answer.
    void tellLost(const Error& loss);

private:
    /// A question about attention.
    struct Looking {
        AttentionListener* listener = nullptr;
        std::unique_ptr<std::stop_callback<std::function<void()>>> onStop;
    };

    WorkerCaller& m_caller;
    std::map<uint64_t, Looking> m_looking;  ///< by number
    uint64_t m_lastNumber = 0;
};

}  // namespace hearth
