#include "hearth/model_host.h"

#include <algorithm>
#include <utility>

#include "hearth/host_resources.h"
#include "hearth/unexpected_error.h"
#include "runtime/processor_turns.h"
#include "runtime/runtime_errors.h"

namespace hearth {

ModelSource::Memory memoryFor(const MemoryPlan& plan, bool wantsWholeCard) {
    const bool onCard = plan.layersOnDevice > 0;
    ModelSource::Memory memory;
    memory.needed = plan.weightsBytes + plan.scratchBytes + (onCard ? plan.kvBytes : plan.kvCommittedBytes);
    memory.free = onCard ? plan.deviceFreeBytes : availableMemoryBytes();
    if (wantsWholeCard && plan.layersOnDevice < plan.layers)
        memory.needed = std::max(memory.needed, memory.free + 1);
    return memory;
}

void HostedModel::askContextLength(const std::shared_ptr<HostedModel>& model, EnginePort& port) {
    port.post([weak = std::weak_ptr(model)](Engine* engine, const Error*) {
        const auto asking = weak.lock();
        if (asking && engine != nullptr) asking->contextLength = engine->info().contextLength;
    });
}

/// A model and what waits for it.
class ModelHost::Slot final : public EnginePort {
public:
    Slot(ModelHost& host, const std::string& id, ModelSource itsSource)
        : source(std::move(itsSource)),
          model(std::make_shared<HostedModel>(id, *this, host.m_options.limits)),
          m_host(host) {}

    void post(Task task) override { post(std::move(task), true); }
    void postIfLoaded(Task task) override { post(std::move(task), false); }
    void postIdle(IdleTask task) override {
        {
            const std::scoped_lock lock(m_host.m_mutex);
            if (phase == Phase::Loaded && thread) return thread->postIdle(std::move(task));
        }
        task(nullptr, {});
    }
    void beside(WorkThread::Task work) override {
        const std::scoped_lock lock(m_host.m_mutex);
        if (thread) thread->beside(std::move(work));
    }
    void cancel(RequestId id) override {
        const std::scoped_lock lock(m_host.m_mutex);
        if (thread) thread->cancel(id);
    }
    void replyFailed(const Error& problem, bool othersRun) override {
        const std::scoped_lock lock(m_host.m_mutex);
        if (thread) thread->replyFailed(problem, othersRun);
    }
    void watch(const std::weak_ptr<EngineWatcher>& watcher) override {
        const std::scoped_lock lock(m_host.m_mutex);
        std::erase_if(watchers, [](const auto& one) { return one.expired(); });
        watchers.push_back(watcher);
        if (thread) thread->watch(watcher);
    }

    struct Waiting {
        Task task;
        Clock::time_point since;
    };

    // Everything under ModelHost::m_mutex.
    const ModelSource source;
    const std::shared_ptr<HostedModel> model;
    Phase phase = Phase::NotLoaded;
    std::unique_ptr<ModelLoop> thread;
    std::vector<std::weak_ptr<EngineWatcher>> watchers;  ///< of each thread
    std::deque<Waiting> waiting;
    Clock::time_point used = Clock::now();
    bool isRemoved = false, isClosed = false;
    bool isKept = false;  ///< keepLoaded()

    bool isIdle() const { return model.use_count() == 1 && waiting.empty(); }
    /// For tasks that get no engine; to be called without the lock.
    static void refuse(std::vector<Task> tasks, const Error& problem) {
        for (const Task& task : tasks) {
            try {
                task(nullptr, &problem);
            } catch (...) {
                // The answer of its request becomes an error with what it held.
                continue;
            }
        }
    }
    std::vector<Task> takeWaiting(Clock::time_point before = Clock::time_point::max()) {
        std::vector<Task> tasks;
        while (!waiting.empty() && waiting.front().since <= before) {
            tasks.push_back(std::move(waiting.front().task));
            waiting.pop_front();
        }
        return tasks;
    }
    State state() const {
        const bool isAskedFor = phase != Phase::Loaded && !waiting.empty();
        return {.id = model->id,
                .phase = isAskedFor ? Phase::Loading : phase,
                .waiting = waiting.size(),
                .running = model->requests.running(),
                .queued = model->requests.waiting(),
                .contextLength = model->contextLength,
                .used = used};
    }

private:
    /// `loads`: where the model is not there and not on its way, it is loaded.
    void post(Task task, bool loads) {
        const std::scoped_lock lock(m_host.m_mutex);
        if (loads) used = Clock::now();
        if (phase == Phase::Loaded && thread) return thread->post(std::move(task));
        if (!isClosed && (loads || phase == Phase::Loading || !waiting.empty()))
            waiting.push_back({std::move(task), Clock::now()});
        else
            // On the keeper's thread, on which the last engine has gone by then: never beside its own tasks.
            m_host.m_work.emplace_back(
                [task = std::move(task)] { refuse({task}, Error(errors::serverStopped)); });
        m_host.wake();
    }

    ModelHost& m_host;
};

ModelHost::ModelHost(Options options)
    : m_options(std::move(options)), m_turns(std::make_unique<ProcessorTurns>()) {
    m_keeper = std::jthread([this](const std::stop_token& stop) { keep(stop); });
}

/// Under the lock.
void ModelHost::wake() {
    m_asked = true;
    m_changed.notify_all();
}

ModelHost::~ModelHost() {
    m_keeper.request_stop();
    m_changed.notify_all();
    m_keeper.join();
    while (runWork()) {
    }
    for (const auto& [name, slot] : m_slots) unload(*slot);
    for (const auto& [name, slot] : m_slots) {
        // With those that ended just now, and those that another model handed over.
        std::vector<EnginePort::Task> tasks;
        {
            const std::scoped_lock lock(m_mutex);
            tasks = slot->takeWaiting();
        }
        Slot::refuse(std::move(tasks), Error(errors::serverStopped));
    }
    while (runWork()) {
    }
}

void ModelHost::add(const std::string& id, ModelSource source) {
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<Slot>& slot = m_slots[id];
    if (!slot) slot = std::make_shared<Slot>(*this, id, std::move(source));
    slot->isRemoved = false;
}

void ModelHost::remove(const std::string& id) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_slots.find(id);
    if (found == m_slots.end()) return;
    found->second->isRemoved = true;
    wake();
}

void ModelHost::close(const std::string& id) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_slots.find(id);
    if (found == m_slots.end()) return;
    const std::shared_ptr<Slot> slot = found->second;
    slot->isClosed = slot->model->isClosed = true;
    slot->phase = Phase::NotLoaded;
    m_closed.push_back(slot);
    m_slots.erase(found);
    m_work.emplace_back([this, slot] {
        unload(*slot);
        std::vector<EnginePort::Task> tasks;
        {
            const std::scoped_lock late(m_mutex);
            tasks = slot->takeWaiting();
        }
        Slot::refuse(std::move(tasks), Error(errors::serverStopped));
    });
    wake();
}

void ModelHost::keepLoaded(const std::string& id, bool keeps) {
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_slots.find(id); found != m_slots.end()) found->second->isKept = keeps;
}

void ModelHost::run(std::function<void()> work) {
    const std::scoped_lock lock(m_mutex);
    m_work.push_back(std::move(work));
    wake();
}

/// False: there was nothing to do.
bool ModelHost::runWork() {
    std::deque<std::function<void()>> all;
    {
        const std::scoped_lock lock(m_mutex);
        all.swap(m_work);
    }
    for (const auto& work : all) work();
    return !all.empty();
}

std::shared_ptr<HostedModel> ModelHost::find(std::string_view id) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_slots.find(id);
    return found == m_slots.end() ? nullptr : found->second->model;
}

std::vector<ModelHost::State> ModelHost::states() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<State> states;
    for (const auto& [id, slot] : m_slots) states.push_back(slot->state());
    return states;
}

void ModelHost::keep(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        // What a model that goes leaves to be done comes before another is loaded.
        while (runWork()) {
        }
        forgetRemoved();
        expireWaiting();
        followLoading();
        beginLoading();
        unloadIdle();
        std::unique_lock lock(m_mutex);
        (void)m_changed.wait_for(lock, stop, rest(), [this] { return m_asked; });
        m_asked = false;
    }
}

/// Under the lock. Nobody tells that a pointer to a model is held no more.
ModelHost::Clock::duration ModelHost::rest() const {
    constexpr Clock::duration soon = std::chrono::milliseconds(50), rarely = std::chrono::seconds(1);
    constexpr Clock::duration never = std::chrono::hours(1);
    const auto waits = [](const auto& entry) { return !entry.second->waiting.empty(); };
    if (std::any_of(m_slots.begin(), m_slots.end(), waits)) return soon;
    const auto goes = [this](const auto& entry) {
        const Slot& slot = *entry.second;
        return slot.isRemoved || (slot.phase == Phase::Loaded && m_options.idleUnload.count() > 0);
    };
    const bool someGo = !m_closed.empty() || std::any_of(m_slots.begin(), m_slots.end(), goes);
    if (!someGo) return never;
    return m_options.idleUnload.count() > 0 && m_options.idleUnload < rarely ? soon : rarely;
}

void ModelHost::forgetRemoved() {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_slots, [](const auto& entry) {
        const Slot& slot = *entry.second;
        return slot.isRemoved && !slot.thread && slot.isIdle();
    });
    std::erase_if(m_closed, [](const auto& slot) { return !slot->thread && slot->isIdle(); });
}

void ModelHost::expireWaiting() {
    std::vector<EnginePort::Task> expired;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_options.longestWait.count() == 0) return;
        const auto before = Clock::now() - m_options.longestWait;
        for (const auto& [name, slot] : m_slots)
            for (EnginePort::Task& task : slot->takeWaiting(before)) expired.push_back(std::move(task));
    }
    Slot::refuse(std::move(expired), Error(errors::stillLoading));
}

void ModelHost::followLoading() {
    std::vector<std::unique_ptr<ModelLoop>> failed;  // ends after the lock
    std::vector<std::function<void()>> told;
    std::unique_lock lock(m_mutex);
    for (const auto& [name, slot] : m_slots) {
        if (!slot->thread) continue;
        const ModelLoop::State state = slot->thread->state();
        const ModelSource& source = slot->source;
        if (state == ModelLoop::State::Failed && slot->phase != Phase::Failed) {
            // The next request tries again. Tasks hear why from the thread, which ends when it has told them.
            for (EnginePort::Task& task : slot->takeWaiting()) slot->thread->post(std::move(task));
            slot->phase = Phase::Failed;
            if (const auto reason = slot->thread->problem(); reason && source.failed)
                told.emplace_back([tell = source.failed, reason = *reason] { tell(reason); });
            slot->model->isLoaded = false;
            failed.push_back(std::move(slot->thread));
        } else if (state == ModelLoop::State::Ready && slot->phase == Phase::Loading) {
            for (EnginePort::Task& task : slot->takeWaiting()) slot->thread->post(std::move(task));
            slot->used = Clock::now();
            slot->phase = Phase::Loaded;
            slot->model->isLoaded = true;
            HostedModel::askContextLength(slot->model, *slot->thread);
            if (source.loaded) told.push_back(source.loaded);
        }
    }
    lock.unlock();
    for (const auto& tell : told) tell();
}

ModelHost::Slot* ModelHost::nextWanted() const {
    Slot* wanted = nullptr;
    for (const auto& [name, slot] : m_slots) {
        if (slot->phase == Phase::Loading) return nullptr;
        if (slot->phase == Phase::Loaded || slot->waiting.empty()) continue;
        if (wanted == nullptr || slot->waiting.front().since < wanted->waiting.front().since)
            wanted = slot.get();
    }
    return wanted;
}

void ModelHost::beginLoading() {
    Slot* wanted = nullptr;
    {
        const std::scoped_lock lock(m_mutex);
        wanted = nextWanted();
    }
    if (wanted == nullptr || Clock::now() < m_nextTry) return;
    try {
        constexpr auto pause = std::chrono::milliseconds(250);
        if (!makeRoom(*wanted)) {
            m_nextTry = Clock::now() + pause;
            return;
        }
    } catch (...) {
        const Error problem = currentError(errors::noMemoryToLoad);
        std::vector<EnginePort::Task> tasks;
        {
            const std::scoped_lock lock(m_mutex);
            wanted->phase = Phase::Failed;
            tasks = wanted->takeWaiting();
        }
        if (wanted->source.failed) wanted->source.failed(problem);
        return Slot::refuse(std::move(tasks), problem);
    }
    const std::scoped_lock lock(m_mutex);
    // Nobody may want it any more.
    if (wanted->isClosed) return;
    wanted->phase = Phase::Loading;
    const ModelSource& source = wanted->source;
    ModelLoop::Hooks hooks;
    hooks.loadElsewhere = source.loadElsewhere;
    hooks.told = m_options.told;
    hooks.keep = source.keep;
    hooks.changed = [this] {
        const std::scoped_lock inner(m_mutex);
        wake();
    };
    hooks.turns = m_turns.get();
    hooks.urgency = [model = wanted->model.get()] { return model->requests.urgency(); };
    wanted->thread = std::make_unique<ModelLoop>(source.load, std::move(hooks));
    for (const auto& watcher : wanted->watchers) wanted->thread->watch(watcher);
}

/// False: those that have the memory are in use.
bool ModelHost::makeRoom(Slot& wanted) {
    const auto isLoaded = [](const auto& entry) { return entry.second->phase == Phase::Loaded; };
    while (wanted.source.memory) {
        {
            const std::scoped_lock lock(m_mutex);
            if (std::none_of(m_slots.begin(), m_slots.end(), isLoaded)) return true;
        }
        const ModelSource::Memory memory = wanted.source.memory();
        if (memory.needed <= memory.free) return true;
        Slot* oldest = nullptr;
        bool othersBusy = false;
        {
            const std::scoped_lock lock(m_mutex);
            for (const auto& [name, slot] : m_slots) {
                if (slot->phase != Phase::Loaded || slot->isKept) continue;
                if (!slot->isIdle())
                    othersBusy = true;
                else if (oldest == nullptr || slot->used < oldest->used)
                    oldest = slot.get();
            }
            if (oldest != nullptr) oldest->phase = Phase::NotLoaded;
        }
        // With nothing left to give, loading says itself what is missing.
        if (oldest == nullptr) return !othersBusy;
        unload(*oldest);
        if (oldest->source.unloaded) oldest->source.unloaded();
    }
    return true;
}

void ModelHost::unloadIdle() {
    std::vector<Slot*> idle;
    {
        const std::scoped_lock lock(m_mutex);
        const auto now = Clock::now();
        for (const auto& [name, slot] : m_slots) {
            if (slot->phase != Phase::Loaded) continue;
            if (!slot->isIdle()) slot->used = now;
            if (slot->isKept || m_options.idleUnload.count() == 0) continue;
            if (now - slot->used < m_options.idleUnload) continue;
            slot->phase = Phase::NotLoaded;
            idle.push_back(slot.get());
        }
    }
    for (Slot* slot : idle) {
        unload(*slot);
        if (slot->source.unloaded) slot->source.unloaded();
    }
}

/// A task that comes during this waits until the model is loaded again.
void ModelHost::unload(Slot& slot) {
    std::unique_ptr<ModelLoop> thread;
    {
        const std::scoped_lock lock(m_mutex);
        thread = std::move(slot.thread);
        slot.model->isLoaded = false;
    }
    thread.reset();
}

}  // namespace hearth
