#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>

#include "hearth/engine.h"

namespace hearth {

/// An engine that makes one reply after the other: submit() and step() in terms of generate().
class OneAtATime : public Engine {
public:
    RequestId submit(GenerationRequest request, GenerationListener& listener,
                     Priority priority = Priority::Reading) override;
    void cancel(RequestId id) override;
    void setPriority(RequestId id, Priority priority) override;
    std::optional<RequestStatus> status(RequestId id) const override;
    /// Makes the whole reply of the first in order.
    bool step() override;

private:
    struct Waiting {
        RequestId id = 0;
        GenerationRequest request;
        GenerationListener* listener = nullptr;
        Priority priority = Priority::Reading;
        std::stop_source stop;
    };
    mutable std::mutex m_mutex;  ///< of the queue, for cancel()
    std::deque<Waiting> m_queue;
    RequestId m_lastId = 0;
};

}  // namespace hearth
