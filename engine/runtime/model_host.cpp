#include "runtime/model_host.h"

#include <algorithm>
#include <utility>

#include "hearth/unexpected_error.h"
#include "runtime/runtime_errors.h"

namespace hearth {

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

    void post(Task task) override {
        const std::scoped_lock lock(m_host.m_mutex);
        if (phase == Phase::Loaded && thread) return thread->post(std::move(task));
        waiting.push_back({std::move(task), Clock::now()});
        m_host.m_asked = true;
        m_host.m_changed.notify_all();
    }
    void beside(WorkThread::Task work) override {
        const std::scoped_lock lock(m_host.m_mutex);
        if (thread) thread->beside(std::move(work));
    }
    void cancel(RequestId id) override {
        const std::scoped_lock lock(m_host.m_mutex);
        if (thread) thread->cancel(id);
    }
    void replyFailed(const Error& problem) override {
        const std::scoped_lock lock(m_host.m_mutex);
        if (thread) thread->replyFailed(problem);
    }
    void watch(const std::weak_ptr<EngineWatcher>& watcher) override {
        const std::scoped_lock lock(m_host.m_mutex);
        watchers.push_back(watcher);
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
    bool isRemoved = false;

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
    ModelHost& m_host;
};

ModelHost::ModelHost(Options options) : m_options(std::move(options)) {
    m_keeper = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ModelHost::~ModelHost() {
    m_keeper.request_stop();
    m_changed.notify_all();
    m_keeper.join();
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
    m_asked = true;
    m_changed.notify_all();
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

void ModelHost::run(const std::stop_token& stop) {
    constexpr Clock::duration soon = std::chrono::milliseconds(50), rarely = std::chrono::seconds(1);
    while (!stop.stop_requested()) {
        forgetRemoved();
        expireWaiting();
        followLoading();
        beginLoading();
        unloadIdle();
        std::unique_lock lock(m_mutex);
        const bool underWay = std::any_of(m_slots.begin(), m_slots.end(), [](const auto& entry) {
            return entry.second->phase == Phase::Loading || !entry.second->waiting.empty();
        });
        const bool soonIdle = m_options.idleUnload.count() > 0 && m_options.idleUnload < rarely;
        (void)m_changed.wait_for(lock, stop, underWay || soonIdle ? soon : rarely,
                                 [this] { return m_asked; });
        m_asked = false;
    }
}

void ModelHost::forgetRemoved() {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_slots, [](const auto& entry) {
        const Slot& slot = *entry.second;
        return slot.isRemoved && !slot.thread && slot.isIdle();
    });
}

void ModelHost::expireWaiting() {
    std::vector<EnginePort::Task> expired;
    {
        const std::scoped_lock lock(m_mutex);
        const auto before = Clock::now() - m_options.longestWait;
        for (const auto& [name, slot] : m_slots)
            for (EnginePort::Task& task : slot->takeWaiting(before)) expired.push_back(std::move(task));
    }
    Slot::refuse(std::move(expired), Error(errors::stillLoading));
}

void ModelHost::followLoading() {
    std::vector<std::unique_ptr<ModelLoop>> failed;  // ends after the lock
    const std::scoped_lock lock(m_mutex);
    for (const auto& [name, slot] : m_slots) {
        if (slot->phase == Phase::Loaded && slot->thread &&
            slot->thread->state() == ModelLoop::State::Failed) {
            // Its device was lost and it could not be loaded elsewhere; the next request tries again.
            slot->phase = Phase::Failed;
            failed.push_back(std::move(slot->thread));
        }
        if (slot->phase != Phase::Loading) continue;
        const ModelLoop::State state = slot->thread->state();
        if (state == ModelLoop::State::Loading) continue;
        // Those of one that failed hear why from its thread, which ends when it has told them.
        for (EnginePort::Task& task : slot->takeWaiting()) slot->thread->post(std::move(task));
        slot->used = Clock::now();
        slot->phase = state == ModelLoop::State::Ready ? Phase::Loaded : Phase::Failed;
        if (slot->phase == Phase::Loaded) HostedModel::askContextLength(slot->model, *slot->thread);
        if (slot->phase == Phase::Failed) failed.push_back(std::move(slot->thread));
    }
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
        return Slot::refuse(std::move(tasks), problem);
    }
    const std::scoped_lock lock(m_mutex);
    wanted->phase = Phase::Loading;
    const ModelSource& source = wanted->source;
    wanted->thread = std::make_unique<ModelLoop>(source.load, source.loadElsewhere, m_options.told);
    for (const auto& watcher : wanted->watchers) wanted->thread->watch(watcher);
}

/// False: those that have the memory are in use.
bool ModelHost::makeRoom(Slot& wanted) {
    while (true) {
        if (!wanted.source.memory) return true;
        const ModelSource::Memory memory = wanted.source.memory();
        if (memory.needed <= memory.free) return true;
        Slot* oldest = nullptr;
        bool othersBusy = false;
        {
            const std::scoped_lock lock(m_mutex);
            for (const auto& [name, slot] : m_slots) {
                if (slot->phase != Phase::Loaded) continue;
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
    }
}

void ModelHost::unloadIdle() {
    std::vector<Slot*> idle;
    {
        const std::scoped_lock lock(m_mutex);
        const auto now = Clock::now();
        for (const auto& [name, slot] : m_slots) {
            if (slot->phase != Phase::Loaded) continue;
            if (!slot->isIdle()) slot->used = now;
            if (m_options.idleUnload.count() == 0 || now - slot->used < m_options.idleUnload) continue;
            slot->phase = Phase::NotLoaded;
            idle.push_back(slot.get());
        }
    }
    for (Slot* slot : idle) unload(*slot);
}

/// A task that comes during this waits until the model is loaded again.
void ModelHost::unload(Slot& slot) {
    std::unique_ptr<ModelLoop> thread;
    {
        const std::scoped_lock lock(m_mutex);
        thread = std::move(slot.thread);
    }
    thread.reset();
}

}  // namespace hearth
