#include "hearth/request_queue.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hearth/prompt_making.h"
#include "hearth/unexpected_error.h"
#include "runtime/runtime_errors.h"

namespace hearth {

namespace {

using Clock = std::chrono::steady_clock;

GenerationResult nothingMade() {
    GenerationResult result;
    result.reason = FinishReason::Cancelled;
    return result;
}

}  // namespace

/// Lives as long as a task or a request refers to it. Everything happens where the engine runs, but add(),
/// cancel() and the figures.
class RequestQueue::Core final : public EngineWatcher,
                                 public std::enable_shared_from_this<RequestQueue::Core> {
public:
    Core(EngineExecutor& port, Limits limits) : m_port(port), m_limits(limits) {}

    RequestId add(GenerationRequest request, ReplySink& sink, Priority priority, const Policy& policy);
    void cancel(RequestId id);
    void setPriority(RequestId id, Priority priority);
    void whenUnread(EngineExecutor::Task task);
    void afterCancelled(EngineExecutor::Task task);
    void engineGone(const Error& reason) override;

    std::atomic<int> running = 0;
    std::atomic<Priority> urgency = Priority::Chat;
    std::atomic<size_t> waitingCount = 0;

private:
    class Entry;
    using EntryPtr = std::shared_ptr<Entry>;

    void arrive(const EntryPtr& entry, Engine* engine, const Error* problem);
    void enqueue(const EntryPtr& entry, Engine& engine);
    /// Ends those that wait and were cancelled, or all of them where there is no engine; then starts as many
    /// as may run.
    void serve(Engine* engine, const Error* problem);
    void endWaiting(Engine* engine, const Error* problem);
    void start(const EntryPtr& entry, Engine& engine);
    /// Lets the next one start when the engine is done with a request that ran. Before the last call of its
    /// sink, which may let go of the model: then nothing may be asked of the port any more, where it would
    /// have the model loaded again.
    void giveTurn(const EntryPtr& entry);
    /// After that call.
    void release(const EntryPtr& entry);
    /// After m_running, or a priority in it, has changed.
    void noteUrgency();
    bool isRead() const;
    /// The next of the tasks that wait until nobody reads; all of them where there is no engine.
    void runUnread(Engine* engine, const Error* problem);
    void runAfterCancelled(const EngineExecutor::Task& task, Engine* engine, const Error* problem);
    /// Its id is not valid any more.
    void forget(const Entry& entry);

    EngineExecutor& m_port;
    const Limits m_limits;
    std::list<EntryPtr> m_waiting;
    std::vector<EntryPtr> m_running;
    std::deque<EngineExecutor::Task> m_unread;
    bool m_watches = false;  ///< for engines that go
    std::mutex m_mutex;      ///< of the rest, and of Entry::idAtEngine
    RequestId m_lastId = 0;
    std::unordered_map<RequestId, EntryPtr> m_entries;
};

/// One request; the engine's listener while it runs.
class RequestQueue::Core::Entry final : public GenerationListener,
                                        public std::enable_shared_from_this<RequestQueue::Core::Entry> {
public:
    Entry(std::shared_ptr<Core> itsCore, GenerationRequest request, ReplySink& itsSink, Priority itsPriority,
          const Policy& itsPolicy)
        : core(std::move(itsCore)),
          making(std::make_shared<PromptMaking>(PromptMaking{std::move(request)})),
          sink(itsSink),
          priority(itsPriority),
          policy(itsPolicy) {}

    bool isCancelled() const { return making->stop.stop_requested(); }

    void prefillProgress(int done, int total, int reused, double tokensPerS) override {
        sink.prefillProgress(done, total, reused, tokensPerS);
    }
    void readingPicture(double done, double seconds) override { sink.readingPicture(done, seconds); }
    void replied(const ReplyDelta& delta) override { sink.replied(delta); }
    void finished(GenerationResult result) override {
        if (std::exchange(hasEnded, true)) return;
        core->giveTurn(shared_from_this());
        sink.finished(std::move(result));
        core->release(shared_from_this());
    }
    void failed(const Error& error) override {
        if (std::exchange(hasEnded, true)) return;
        core->m_port.replyFailed(error, core->running > 1);
        core->giveTurn(shared_from_this());
        sink.failed(error);
        core->release(shared_from_this());
    }

    const std::shared_ptr<Core> core;
    RequestId id = 0;
    std::shared_ptr<PromptMaking> making;
    ReplySink& sink;
    Priority priority;
    const Policy policy;
    const Clock::time_point asked = Clock::now();
    RequestId idAtEngine = 0;  ///< 0: it does not run
    bool hasEnded = false;     ///< its sink heard the last
};

RequestId RequestQueue::Core::add(GenerationRequest request, ReplySink& sink, Priority priority,
                                  const Policy& policy) {
    const auto entry =
        std::make_shared<Entry>(shared_from_this(), std::move(request), sink, priority, policy);
    {
        const std::scoped_lock lock(m_mutex);
        entry->id = ++m_lastId;
        m_entries.emplace(entry->id, entry);
    }
    const RequestId id = entry->id;
    m_port.post([self = shared_from_this(), entry](Engine* engine, const Error* problem) {
        self->arrive(entry, engine, problem);
    });
    return id;
}

void RequestQueue::Core::forget(const Entry& entry) {
    const std::scoped_lock lock(m_mutex);
    m_entries.erase(entry.id);
}

void RequestQueue::Core::arrive(const EntryPtr& entry, Engine* engine, const Error* problem) {
    const auto prepared = [self = shared_from_this(), entry](Engine* still, const Error* why) {
        if (still == nullptr) {
            self->forget(*entry);
            return entry->sink.failed(*why);
        }
        self->enqueue(entry, *still);
    };
    if (engine != nullptr && !std::exchange(m_watches, true)) m_port.watch(weak_from_this());
    if (engine == nullptr || entry->isCancelled()) return prepared(engine, problem);
    makePrompt(*engine, m_port, entry->making, prepared);
}

void RequestQueue::Core::enqueue(const EntryPtr& entry, Engine& engine) {
    serve(&engine, nullptr);
    if (m_waiting.size() >= m_limits.mostWaiting && running >= m_limits.parallel && !entry->isCancelled()) {
        forget(*entry);
        return entry->sink.failed(Error(errors::tooManyRequests));
    }
    m_waiting.push_back(entry);
    serve(&engine, nullptr);
}

void RequestQueue::Core::endWaiting(Engine* engine, const Error* problem) {
    for (auto it = m_waiting.begin(); it != m_waiting.end();) {
        const auto at = it++;
        const EntryPtr entry = *at;
        if (engine != nullptr && !entry->isCancelled()) continue;
        m_waiting.erase(at);
        forget(*entry);
        if (entry->isCancelled())
            entry->sink.finished(nothingMade());
        else
            entry->sink.failed(*problem);
    }
}

void RequestQueue::Core::serve(Engine* engine, const Error* problem) {
    endWaiting(engine, problem);
    while (engine != nullptr && !m_waiting.empty() && running < m_limits.parallel) {
        const auto next =
            std::ranges::min_element(m_waiting, {}, [](const EntryPtr& one) { return one->priority; });
        const EntryPtr entry = *next;
        m_waiting.erase(next);
        start(entry, *engine);
        // A request that fails may take others along.
        endWaiting(engine, problem);
    }
    waitingCount = m_waiting.size();
}

void RequestQueue::Core::start(const EntryPtr& entry, Engine& engine) {
    ++running;
    m_running.push_back(entry);
    noteUrgency();
    try {
        GenerationRequest& request = entry->making->request;
        const std::chrono::duration<double, std::milli> waited = Clock::now() - entry->asked;
        request.spentMs += waited.count();
        request.speculation = entry->policy.speculation.value_or(defaultSpeculation(engine.info()));
        entry->sink.preparing(engine, request, false);
        entry->sink.starting(engine, request);
        if (entry->making->problem) throw Error(*entry->making->problem);
        const RequestId id = engine.submit(std::move(request), *entry, entry->priority);
        const std::scoped_lock lock(m_mutex);
        entry->idAtEngine = id;
    } catch (...) {
        return entry->failed(currentError(errors::noMemoryForRequest));
    }
    if (entry->isCancelled()) m_port.cancel(entry->idAtEngine);
}

void RequestQueue::Core::giveTurn(const EntryPtr& entry) {
    // The engine still has the entry on its stack.
    m_port.post([self = shared_from_this(), entry](Engine* engine, const Error* problem) {
        self->serve(engine, problem);
        self->runUnread(engine, problem);
    });
}

bool RequestQueue::Core::isRead() const {
    return std::ranges::any_of(m_running,
                               [](const EntryPtr& entry) { return entry->priority == Priority::Reading; });
}

void RequestQueue::Core::whenUnread(EngineExecutor::Task task) {
    m_port.postIfLoaded(
        [self = shared_from_this(), task = std::move(task)](Engine* engine, const Error* problem) {
            if (engine == nullptr) return task(engine, problem);
            self->m_unread.push_back(task);
            // Others have their turn already.
            if (self->m_unread.size() == 1) self->runUnread(engine, problem);
        });
}

void RequestQueue::Core::runUnread(Engine* engine, const Error* problem) {
    if (engine == nullptr) {
        for (const EngineExecutor::Task& task : std::exchange(m_unread, {})) task(engine, problem);
        return;
    }
    if (m_unread.empty() || isRead()) return;
    const EngineExecutor::Task task = std::move(m_unread.front());
    m_unread.pop_front();
    task(engine, problem);
    if (m_unread.empty()) return;
    m_port.postIfLoaded(
        [self = shared_from_this()](Engine* still, const Error* why) { self->runUnread(still, why); });
}

void RequestQueue::Core::afterCancelled(EngineExecutor::Task task) {
    m_port.postIfLoaded(
        [self = shared_from_this(), task = std::move(task)](Engine* engine, const Error* problem) {
            self->runAfterCancelled(task, engine, problem);
        });
}

void RequestQueue::Core::runAfterCancelled(const EngineExecutor::Task& task, Engine* engine,
                                           const Error* problem) {
    const bool waits =
        std::ranges::any_of(m_running, [](const EntryPtr& entry) { return entry->isCancelled(); });
    if (engine == nullptr || !waits) return task(engine, problem);
    // After the next step.
    m_port.postIfLoaded([self = shared_from_this(), task](Engine* still, const Error* why) {
        self->runAfterCancelled(task, still, why);
    });
}

void RequestQueue::Core::release(const EntryPtr& entry) {
    forget(*entry);
    m_running.erase(std::ranges::find(m_running, entry));
    --running;
    noteUrgency();
}

void RequestQueue::Core::noteUrgency() {
    const auto most =
        std::ranges::min_element(m_running, {}, [](const EntryPtr& entry) { return entry->priority; });
    urgency = most == m_running.end() ? Priority::Chat : (*most)->priority;
}

void RequestQueue::Core::engineGone(const Error& reason) {
    for (const EntryPtr& entry : std::vector<EntryPtr>(m_running)) entry->failed(reason);
}

void RequestQueue::Core::cancel(RequestId id) {
    EntryPtr entry;
    RequestId there = 0;
    {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_entries.find(id);
        if (found == m_entries.end()) return;
        entry = found->second;
        entry->making->stop.request_stop();
        there = entry->idAtEngine;
    }
    if (there != 0) return m_port.cancel(there);
    // One that waits gives its place up at once, not when its turn comes.
    m_port.post(
        [self = shared_from_this()](Engine* engine, const Error* problem) { self->serve(engine, problem); });
}

void RequestQueue::Core::setPriority(RequestId id, Priority priority) {
    m_port.post([self = shared_from_this(), id, priority](Engine* engine, const Error*) {
        EntryPtr entry;
        RequestId there = 0;
        {
            const std::scoped_lock lock(self->m_mutex);
            const auto found = self->m_entries.find(id);
            if (found == self->m_entries.end()) return;
            entry = found->second;
            there = entry->idAtEngine;
        }
        entry->priority = priority;
        self->noteUrgency();
        if (engine == nullptr) return;
        if (there != 0) engine->setPriority(there, priority);
        self->runUnread(engine, nullptr);
    });
}

RequestQueue::RequestQueue(EngineExecutor& port, Limits limits)
    : m_core(std::make_shared<Core>(port, limits)) {
}

RequestQueue::~RequestQueue() = default;

RequestId RequestQueue::submit(GenerationRequest request, ReplySink& sink, Priority priority,
                               const Policy& policy) {
    return m_core->add(std::move(request), sink, priority, policy);
}

void RequestQueue::cancel(RequestId id) {
    m_core->cancel(id);
}

void RequestQueue::setPriority(RequestId id, Priority priority) {
    m_core->setPriority(id, priority);
}

void RequestQueue::whenUnread(EngineExecutor::Task task) {
    m_core->whenUnread(std::move(task));
}

void RequestQueue::afterCancelled(EngineExecutor::Task task) {
    m_core->afterCancelled(std::move(task));
}

int RequestQueue::running() const noexcept {
    return m_core->running;
}

Priority RequestQueue::urgency() const noexcept {
    return m_core->urgency;
}

size_t RequestQueue::waiting() const noexcept {
    return m_core->waitingCount;
}

}  // namespace hearth
