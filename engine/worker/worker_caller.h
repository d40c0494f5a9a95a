#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "worker/wire.h"
#include "worker/worker_calls.h"

namespace hearth {

/// Has the process of an engine carry out calls, on the engine's thread.
class WorkerCaller {
public:
    /// Reads a result, or a part of it that comes on the way.
    using Read = std::function<void(wire::Reader&)>;

    /// Another process does it where this one is gone and nothing runs; the result is read by `read` once
    /// listeners have heard their events. Throws Error.
    virtual void call(wire::Call call, const std::string& arguments, const std::stop_token& stop,
                      const Read& read = {}, const Read& hear = {}) = 0;
    /// The same for what must not throw: false where the process is gone.
    virtual bool callIfThere(wire::Call call, const std::string& arguments = {}, const Read& read = {}) = 0;
    virtual bool isGone() const = 0;
    /// Stops the question about attention of this number in the process of this moment; from any thread, and
    /// also when the caller is gone.
    virtual std::function<void()> attentionStop(uint64_t number) const = 0;

protected:
    ~WorkerCaller() = default;
};

}  // namespace hearth
