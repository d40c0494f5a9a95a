#include "hearth/model_loop.h"

#include <chrono>
#include <iterator>
#include <utility>

#include "hearth/cache_admin.h"
#include "hearth/unexpected_error.h"
#include "hearth/waking_engine.h"
#include "runtime/processor_turns.h"
#include "runtime/runtime_errors.h"

namespace hearth {

ModelLoop::ModelLoop(Load load, Hooks hooks)
    : m_hooks(std::move(hooks)),
      m_thread([this, load = std::move(load)](const std::stop_token& stop) { run(load, stop); }) {
}

ModelLoop::~ModelLoop() {
    std::unique_ptr<WorkThread> beside;
    {
        const std::scoped_lock lock(m_mutex);
        m_ends = true;
        beside.swap(m_beside);
    }
    // Its work may post tasks, which the thread still answers.
    beside.reset();
    m_thread.request_stop();
    m_changed.notify_all();
}

void ModelLoop::post(Task task) {
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.push_back(std::move(task));
        m_idleStop.request_stop();
    }
    m_changed.notify_all();
}

void ModelLoop::postIdle(IdleTask task) {
    {
        const std::scoped_lock lock(m_mutex);
        m_idleTasks.push_back(std::move(task));
    }
    m_changed.notify_all();
}

void ModelLoop::runIdleTasks(Engine* engine) {
    std::deque<IdleTask> tasks;
    std::stop_token stop;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_idleTasks.empty()) return;
        tasks.swap(m_idleTasks);
        if (m_tasks.empty()) m_idleStop = std::stop_source();
        stop = m_idleStop.get_token();
    }
    for (const IdleTask& task : tasks) {
        try {
            task(stop.stop_requested() ? nullptr : engine, stop);
        } catch (...) {
            // Nobody waits for it.
            continue;
        }
    }
}

void ModelLoop::beside(WorkThread::Task work) {
    const std::scoped_lock lock(m_mutex);
    if (m_ends) return;
    if (!m_beside) m_beside = std::make_unique<WorkThread>();
    m_beside->post(std::move(work));
}

void ModelLoop::watch(const std::weak_ptr<EngineWatcher>& watcher) {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_watchers, [](const auto& one) { return one.expired(); });
    m_watchers.push_back(watcher);
}

void ModelLoop::tellWatchers(const Error& reason) {
    std::vector<std::weak_ptr<EngineWatcher>> watchers;
    {
        const std::scoped_lock lock(m_mutex);
        watchers = m_watchers;
    }
    for (const auto& one : watchers)
        if (const auto watcher = one.lock()) watcher->engineGone(reason);
}

void ModelLoop::cancel(RequestId id) {
    const std::scoped_lock lock(m_mutex);
    if (m_engine) m_engine->cancel(id);
}

void ModelLoop::replyFailed(const Error& problem, bool othersRun) {
    if (m_engine && m_hooks.loadElsewhere && !m_fault)
        m_fault = deviceFault(m_engine->info(), problem.code(), problem.message(), othersRun);
}

void ModelLoop::waitUntilReady() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_state != State::Loading; });
    if (m_problem) throw Error(*m_problem);
}

ModelLoop::State ModelLoop::state() const {
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

std::optional<Error> ModelLoop::problem() const {
    const std::scoped_lock lock(m_mutex);
    return m_problem;
}

std::deque<EngineExecutor::Task> ModelLoop::takeTasks() {
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_tasks, {});
}

void ModelLoop::load(const std::function<std::unique_ptr<Engine>()>& loaded) {
    std::unique_ptr<Engine> engine;
    std::optional<Error> problem;
    try {
        engine = loaded();
        if (!engine) problem = Error(errors::unexpected, {"no model"});
    } catch (...) {
        problem = currentError(errors::noMemoryToLoad);
    }
    const State state = engine ? State::Ready : State::Failed;
    {
        const std::scoped_lock lock(m_mutex);
        m_problem = problem;
        m_engine = std::move(engine);
    }
    setState(state);
}

void ModelLoop::setState(State state) {
    {
        const std::scoped_lock lock(m_mutex);
        m_state = state;
    }
    m_changed.notify_all();
    if (m_hooks.changed) m_hooks.changed();
}

void ModelLoop::leaveDevice(const Error& reason) {
    // Before the engine ends its requests, for which it would give no reason.
    tellWatchers(reason);
    try {
        m_engine->endAll();
    } catch (...) {
        // Nothing on a device that is lost can be asked for anything.
    }
    std::unique_ptr<Engine> gone;
    {
        const std::scoped_lock lock(m_mutex);
        gone.swap(m_engine);
    }
    gone.reset();
    setState(State::Loading);
}

void ModelLoop::run(const Load& load, const std::stop_token& stop) {
    this->load([&] { return load(stop); });
    while (m_engine) {
        m_wasAsked = false;
        const std::optional<Error> broken = serveSafely(stop);
        if ((!m_fault && !broken) || stop.stop_requested()) break;
        leaveDevice(broken ? *broken : Error(m_fault->code, m_fault->cause));
        if (broken && !m_wasAsked) {
            // Another would do the same.
            this->load(
                []() -> std::unique_ptr<Engine> { throw Error(errors::unexpected, {"its engine ends"}); });
            break;
        }
        const auto fault = std::exchange(m_fault, std::nullopt);
        this->load([&] { return fault ? m_hooks.loadElsewhere(*fault, stop) : load(stop); });
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
        for (const Task& task : takeTasks()) run(task, nullptr, &*problem);
        runIdleTasks(nullptr);
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [this] { return !m_tasks.empty() || !m_idleTasks.empty(); }) &&
            m_tasks.empty() && m_idleTasks.empty())
            return;
    }
}

namespace {

/// Writes cached prefixes for a limited time; the rest is computed again. Shutdown does not wait for a slow
/// disk.
void keepForAMoment(Engine& engine) {
    constexpr auto longest = std::chrono::seconds(2);
    const auto end = std::chrono::steady_clock::now() + longest;
    std::stop_source late;
    const auto watch = [&](double) {
        if (std::chrono::steady_clock::now() > end) late.request_stop();
    };
    if (CacheAdmin* const cache = engine.cache()) cache->flush(watch, late.get_token());
}

}  // namespace

void ModelLoop::end(Engine& engine) {
    try {
        engine.endAll();
        m_hooks.keep ? m_hooks.keep(engine) : keepForAMoment(engine);
        tellPrefixProblem(engine);
    } catch (...) {
        // Prefixes that are not written are computed again.
    }
    tellWatchers(Error(errors::serverStopped));
}

void ModelLoop::tellPrefixProblem(Engine& engine) {
    if (!m_hooks.told || engine.cache() == nullptr) return;
    const std::optional<Error> problem = engine.cache()->takeProblem();
    // A disk that stays full reports the same problem with every reply.
    if (problem && std::exchange(m_lastTold, problem->what()) != problem->what()) m_hooks.told(*problem);
}

void ModelLoop::run(const Task& task, Engine* engine, const Error* problem) {
    try {
        task(engine, problem);
    } catch (...) {
        // It was one request's, whose answer becomes an error with what the task held of it.
    }
}

std::optional<Error> ModelLoop::serveSafely(const std::stop_token& stop) {
    try {
        serve(stop);
        return std::nullopt;
    } catch (...) {
        // An engine tells its listeners what fails; one that throws is in an unknown state.
        return currentError(errors::noMemoryForRequest);
    }
}

void ModelLoop::runTasks() {
    std::deque<Task> tasks = takeTasks();
    m_wasAsked = m_wasAsked || !tasks.empty();
    for (; !tasks.empty() && !m_fault; tasks.pop_front()) run(tasks.front(), m_engine.get(), nullptr);
    if (tasks.empty()) return;
    // The next engine's.
    const std::scoped_lock lock(m_mutex);
    m_tasks.insert(m_tasks.begin(), std::make_move_iterator(tasks.begin()),
                   std::make_move_iterator(tasks.end()));
}

namespace {

/// False where another computer does the work, or a GPU all of it.
bool usesProcessor(const EngineInfo& info) {
    const bool isOnGpu = info.onDevice && info.memory.layersOnDevice >= info.memory.layers;
    return info.serverHost.empty() && !isOnGpu;
}

}  // namespace

void ModelLoop::serve(const std::stop_token& stop) {
    const auto wake = [this] {
        {
            const std::scoped_lock lock(m_mutex);
            m_isWoken = true;
        }
        m_changed.notify_all();
    };
    const auto sleep = [this, &stop] {
        std::unique_lock lock(m_mutex);
        (void)m_changed.wait(lock, stop,
                             [this] { return !m_tasks.empty() || !m_idleTasks.empty() || m_isWoken; });
        m_isWoken = false;
    };
    setWaker(*m_engine, wake);
    std::optional<ProcessorTurns::Seat> seat;
    if (m_hooks.turns != nullptr && usesProcessor(m_engine->info())) seat.emplace(*m_hooks.turns, wake);
    while (!stop.stop_requested()) {
        runTasks();
        // Before the engine is asked for anything that it would do on its device.
        if (m_fault) return;
        if (seat && !seat->begin(m_hooks.urgency ? m_hooks.urgency() : Priority::Chat)) {
            runIdleTasks(nullptr);
            sleep();
            continue;
        }
        const bool continues = m_engine->step();
        // Tasks posted in the meantime wait for the next engine.
        if (m_fault) return;
        if (seat) continues ? seat->end() : seat->leave();
        runIdleTasks(continues ? nullptr : m_engine.get());
        if (continues) continue;
        tellPrefixProblem(*m_engine);
        sleep();
    }
}

}  // namespace hearth
