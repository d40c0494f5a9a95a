#include "server/engine_thread.h"

#include <chrono>
#include <iterator>
#include <new>
#include <utility>

#include "hearth/waking_engine.h"
#include "server/server_errors.h"

namespace hearth::server {

EngineThread::EngineThread(Load load, LoadElsewhere elsewhere)
    : m_elsewhere(std::move(elsewhere)),
      m_thread([this, load = std::move(load)](const std::stop_token& stop) { run(load, stop); }) {
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
    if (m_engine) m_engine->cancel(id);
}

void EngineThread::replyFailed(const Error& problem) {
    // All replies have heard it but those that had no room for their cache, and these are no harm to others.
    if (m_engine && m_elsewhere && !m_fault)
        m_fault = deviceFault(m_engine->info(), problem.code(), problem.message(), true);
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

void EngineThread::load(const std::function<std::unique_ptr<Engine>()>& loaded) {
    std::unique_ptr<Engine> engine;
    std::optional<Error> problem;
    try {
        engine = loaded();
    } catch (const Error& error) {
        problem = error;
    } catch (const std::bad_alloc&) {
        problem = Error(errors::noMemoryToLoad);
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_state = engine ? State::Ready : State::Failed;
        m_problem = problem;
        m_engine = std::move(engine);
    }
    m_changed.notify_all();
}

void EngineThread::leaveDevice() {
    try {
        m_engine->endAll();
    } catch (const Error&) {
        // Nothing on a device that is lost can be asked for anything.
    }
    std::unique_ptr<Engine> gone;
    const std::scoped_lock lock(m_mutex);
    m_state = State::Loading;
    gone.swap(m_engine);
}

void EngineThread::run(const Load& load, const std::stop_token& stop) {
    this->load([&] { return load(stop); });
    while (m_engine) {
        serve(stop);
        if (!m_fault || stop.stop_requested()) break;
        leaveDevice();
        const DeviceFault fault = *std::exchange(m_fault, std::nullopt);
        this->load([&] { return m_elsewhere(fault, stop); });
    }
    if (m_engine) end(*m_engine);
    std::unique_ptr<Engine> engine;
    std::optional<Error> problem;
    {
        const std::scoped_lock lock(m_mutex);
        engine = std::move(m_engine);
        problem = m_problem;
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

void EngineThread::runTasks() {
    std::deque<Task> tasks = takeTasks();
    for (; !tasks.empty() && !m_fault; tasks.pop_front()) tasks.front()(m_engine.get(), nullptr);
    if (tasks.empty()) return;
    // The next engine's.
    const std::scoped_lock lock(m_mutex);
    m_tasks.insert(m_tasks.begin(), std::make_move_iterator(tasks.begin()),
                   std::make_move_iterator(tasks.end()));
}

void EngineThread::serve(const std::stop_token& stop) {
    setWaker(*m_engine, [this] {
        {
            const std::scoped_lock lock(m_mutex);
            m_isWoken = true;
        }
        m_changed.notify_all();
    });
    while (!stop.stop_requested()) {
        runTasks();
        // Before the engine is asked for anything that it would do on its device.
        if (m_fault) return;
        const bool goesOn = m_engine->step();
        // What was asked meanwhile waits for the next engine.
        if (m_fault) return;
        if (goesOn) continue;
        std::unique_lock lock(m_mutex);
        (void)m_changed.wait(lock, stop, [this] { return !m_tasks.empty() || m_isWoken; });
        m_isWoken = false;
    }
}

}  // namespace hearth::server
