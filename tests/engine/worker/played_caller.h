#pragma once

#include <string>
#include <utility>
#include <vector>

#include "worker/worker_caller.h"

namespace hearth::test {

/// Carries out calls without a process: notes them, and gives the next answer.
class PlayedCaller final : public WorkerCaller {
public:
    void call(wire::Call call, const std::string&, const std::stop_token&, const Read& read,
              const Read& hear) override {
        calls.push_back(call);
        for (const std::string& part : std::exchange(parts, {})) {
            wire::Reader in(part);
            hear(in);
        }
        answer(read);
    }
    bool callIfThere(wire::Call call, const std::string&, const Read& read) override {
        if (gone) return false;
        calls.push_back(call);
        answer(read);
        return true;
    }
    bool isGone() const override { return gone; }
    std::function<void()> attentionStop(uint64_t number) const override {
        return [this, number] { stopped.push_back(number); };
    }

    bool gone = false;
    std::string next;                ///< the next answer
    std::vector<std::string> parts;  ///< that come before it
    std::vector<wire::Call> calls;
    mutable std::vector<uint64_t> stopped;

private:
    void answer(const Read& read) {
        const std::string bytes = std::exchange(next, {});
        wire::Reader in(bytes);
        if (read) read(in);
    }
};

}  // namespace hearth::test
