#include "server/engine_thread.h"

#include <chrono>
#include <new>
#include <utility>

#include "hearth/waking_engine.h"
#include "server/server_errors.h"

namespace hearth::server {

EngineThread::EngineThread(Load load)
    : m_thread([this, load = std::move(load)](const std::stop_token& stop) { run(load, stop); }) {
}

EngineThread::~EngineThread() {
    m_thread.request_stop();
    m_changed.notify_all();
}

void EngineThread::post(Task task) {
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    m_changed.notify_all();
}

void EngineThread::cancel(RequestId id) {
    const std::scoped_lock lock(m_mutex);
    if (m_engine != nullptr) m_engine->cancel(id);
}

void EngineThread::waitUntilReady() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_state != State::Loading; });
    if (m_problem) throw Error(*m_problem);
}

EngineThread::State EngineThread::state() const {
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

std::deque<EnginePort::Task> EngineThread::takeTasks() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_tasks, {});
}

void EngineThread::run(const Load& load, const std::stop_token& stop) {
    std::unique_ptr<Engine> engine;
    std::optional<Error> problem;
    try {
        engine = load(stop);
    } catch (const Error& error) {
        problem = error;
    } catch (const std::bad_alloc&) {
        problem = Error(errors::noMemoryToLoad);
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_state = engine ? State::Ready : State::Failed;
        m_problem = problem;
        m_engine = engine.get();
    }
    m_changed.notify_all();
    if (engine) {
        serve(*engine, stop);
        end(*engine);
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_engine = nullptr;
    }
    engine.reset();
    if (!problem) problem = Error(errors::serverStopped);
    // Nobody may wait for ever: what still comes is told as well.
    while (true) {
        for (const Task& task : takeTasks()) task(nullptr, &*problem);
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [this] { return !m_tasks.empty(); }) && m_tasks.empty()) return;
    }
}

void EngineThread::end(Engine& engine) {
    // What is not written by then is computed again: an end does not wait for a slow disk.
    constexpr auto longest = std::chrono::seconds(2);
    const auto end = std::chrono::steady_clock::now() + longest;
    std::stop_source late;
    const auto watch = [&](double) {
        if (std::chrono::steady_clock::now() > end) late.request_stop();
    };
    try {
        engine.endAll();
        engine.savePrefixes(watch, late.get_token());
    } catch (const Error&) {
        // What is not kept is computed again.
    }
}

void EngineThread::serve(Engine& engine, const std::stop_token& stop) {
    setWaker(engine, [this] {
        {
            const std::scoped_lock lock(m_mutex);
            m_isWoken = true;
        }
        m_changed.notify_all();
    });
    while (!stop.stop_requested()) {
        for (const Task& task : takeTasks()) task(&engine, nullptr);
        if (engine.step()) continue;
        std::unique_lock lock(m_mutex);
        (void)m_changed.wait(lock, stop, [this] { return !m_tasks.empty() || m_isWoken; });
        m_isWoken = false;
    }
}

}  // namespace hearth::server
