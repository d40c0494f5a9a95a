#include "hearth/embedder_loop.h"

#include <algorithm>
#include <utility>

#include "hearth/unexpected_error.h"
#include "runtime/processor_turns.h"
#include "runtime/runtime_errors.h"

namespace hearth {

size_t textsOfTask(size_t first, size_t texts, const std::function<size_t(size_t text)>& bytes) {
    size_t end = first, sum = 0;
    for (; end < texts; ++end) {
        sum += bytes(end);
        if (end > first && sum > embedderTaskBytes) break;
    }
    return end - first;
}

/// The processor for one task.
class EmbedderLoop::Turn {
public:
    Turn(EmbedderLoop& loop, ProcessorTurns& turns, const std::stop_token& stop)
        : m_loop(loop), m_stop(stop), m_seat(turns, [&loop] { loop.wake(); }) {}

    /// Waits for the turn of a task that nobody has taken. False: there is none any more, or the end has
    /// come.
    bool begin() {
        while (!m_stop.stop_requested()) {
            const std::optional<Priority> priority = m_loop.urgency();
            if (!priority) break;
            m_priority = *priority;
            if (m_seat.begin(m_priority)) return true;
            m_loop.sleep(m_stop);
        }
        m_seat.leave();
        return false;
    }
    /// Between two layers, on the thread that works, for which that of the loop may be waiting. The task must
    /// not hold up a more urgent one.
    void pause() {
        m_seat.end();
        while (!m_seat.begin(std::min(m_priority, m_loop.urgency().value_or(m_priority)))) {
            if (m_stop.stop_requested()) return;
            m_loop.sleep(m_stop);
        }
    }
    void end() { m_loop.urgency() ? m_seat.end() : m_seat.leave(); }

private:
    EmbedderLoop& m_loop;
    const std::stop_token m_stop;
    Priority m_priority = Priority::Chat;
    ProcessorTurns::Seat m_seat;
};

EmbedderLoop::EmbedderLoop(Load load, Hooks hooks)
    : m_hooks(std::move(hooks)),
      m_thread([this, load = std::move(load)](const std::stop_token& stop) { run(load, stop); }) {
}

EmbedderLoop::~EmbedderLoop() {
    m_thread.request_stop();
    m_thread.join();
}

void EmbedderLoop::post(EmbedderTask task, Priority priority) {
    {
        const std::scoped_lock lock(m_mutex);
        m_tasks.emplace(priority, std::move(task));
        m_isWoken = true;
    }
    m_changed.notify_all();
}

void EmbedderLoop::wake() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isWoken = true;
    }
    m_changed.notify_all();
}

void EmbedderLoop::sleep(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    (void)m_changed.wait(lock, stop, [this] { return m_isWoken; });
    m_isWoken = false;
}

EmbedderLoop::State EmbedderLoop::state() const {
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

std::optional<Error> EmbedderLoop::problem() const {
    const std::scoped_lock lock(m_mutex);
    return m_problem;
}

size_t EmbedderLoop::waiting() const {
    const std::scoped_lock lock(m_mutex);
    return m_tasks.size();
}

bool EmbedderLoop::isRunning() const {
    const std::scoped_lock lock(m_mutex);
    return m_isRunning;
}

std::optional<Priority> EmbedderLoop::urgency() const {
    const std::scoped_lock lock(m_mutex);
    return m_tasks.empty() ? std::nullopt : std::optional(m_tasks.begin()->first);
}

EmbedderTask EmbedderLoop::takeTask() {
    const std::scoped_lock lock(m_mutex);
    if (m_tasks.empty()) return {};
    EmbedderTask task = std::move(m_tasks.begin()->second);
    m_tasks.erase(m_tasks.begin());
    m_isRunning = true;
    return task;
}

void EmbedderLoop::runTask(EmbedderTask task, Embedder* embedder, const Error* problem,
                           const std::stop_token& stop) {
    try {
        task(embedder, problem, stop);
    } catch (...) {
        // It was one request's, whose answer becomes an error with what the task held of it.
    }
    // Objects that it holds are destroyed before the model counts as idle.
    task = nullptr;
    const std::scoped_lock lock(m_mutex);
    m_isRunning = false;
}

void EmbedderLoop::load(const Load& load, const std::stop_token& stop) {
    std::optional<Error> problem;
    try {
        m_embedder = load(stop);
        if (!m_embedder) problem = Error(errors::unexpected, {"no model"});
    } catch (...) {
        problem = currentError(errors::noMemoryToLoad);
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_problem = problem;
        m_state = problem ? State::Failed : State::Ready;
    }
    if (m_hooks.changed) m_hooks.changed();
}

void EmbedderLoop::run(const Load& load, const std::stop_token& stop) {
    this->load(load, stop);
    if (m_embedder) serve(stop);
    m_embedder.reset();
    refuseAll(stop);
}

void EmbedderLoop::serve(const std::stop_token& stop) {
    std::optional<Turn> turn;
    if (m_hooks.turns != nullptr) turn.emplace(*this, *m_hooks.turns, stop);
    while (!stop.stop_requested()) {
        if (!urgency()) {
            sleep(stop);
            continue;
        }
        // Asked each time: a model whose GPU fails goes on on the processor.
        const bool takesTurn = turn && !m_embedder->info().onDevice;
        if (takesTurn && !turn->begin()) continue;
        m_embedder->setPause(takesTurn ? [&turn] { turn->pause(); } : std::function<void()>());
        if (EmbedderTask task = takeTask()) runTask(std::move(task), m_embedder.get(), nullptr, stop);
        if (takesTurn) turn->end();
    }
}

/// Nobody may wait for ever: what still comes is told as well.
void EmbedderLoop::refuseAll(const std::stop_token& stop) {
    const std::optional<Error> known = problem();
    const Error reason = known ? *known : Error(errors::serverStopped);
    while (true) {
        while (EmbedderTask task = takeTask()) runTask(std::move(task), nullptr, &reason, stop);
        if (stop.stop_requested()) return;
        sleep(stop);
    }
}

}  // namespace hearth
