#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/http/raw_client.h"
#include "http/response.h"

namespace hearth::test {

/// The response that a handler received, for the thread of the test.
class HeldResponse {
public:
    void put(std::shared_ptr<http::Response> response) {
        const std::lock_guard lock(m_mutex);
        m_response = std::move(response);
        m_changed.notify_all();
    }
    /// Waits for it; nullptr: none came.
    std::shared_ptr<http::Response> take() {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, kLongEnough, [this] { return m_response != nullptr; });
        return std::exchange(m_response, nullptr);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::shared_ptr<http::Response> m_response;
};

}  // namespace hearth::test
