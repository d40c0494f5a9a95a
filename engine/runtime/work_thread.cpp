#include "hearth/work_thread.h"

#include <utility>

namespace hearth {

WorkThread::WorkThread() : m_thread([this](const std::stop_token& stop) { run(stop); }) {
}

WorkThread::~WorkThread() {
    m_thread.request_stop();
    m_changed.notify_all();
    m_thread.join();
}

void WorkThread::post(Task task) {
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
        ++m_open;
    }
    m_changed.notify_all();
}

void WorkThread::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        Task task;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_tasks.empty(); })) return;
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        try {
            task(stop);
        } catch (...) {
            // The last line of defence: the task's state is released, which notifies the request that waits
            // for it.
        }
        // The task's state is released before the task counts as done.
        task = nullptr;
        --m_open;
    }
}

}  // namespace hearth
