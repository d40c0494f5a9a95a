#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace hearth::app {

/// Counts that something came, for one who waits for any of many. From any thread.
class Arrivals {
public:
    void note() {
        {
            const std::scoped_lock lock(m_mutex);
            ++m_count;
        }
        m_changed.notify_all();
    }
    uint64_t count() const {
        const std::scoped_lock lock(m_mutex);
        return m_count;
    }
    /// Returns when the count is another than `before`, or after this time.
    void waitForMore(uint64_t before, std::chrono::milliseconds longest) const {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, longest, [&] { return m_count != before; });
    }

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_changed;
    uint64_t m_count = 0;
};

}  // namespace hearth::app
