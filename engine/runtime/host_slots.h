#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hearth/model_host.h"
#include "runtime/cache_leases.h"

namespace hearth {

/// A model and what waits for it. Everything under ModelHost::m_mutex.
class ModelHost::Slot {
public:
    Slot(ModelHost& host, std::string itsId, ModelSource itsSource)
        : id(std::move(itsId)), source(std::move(itsSource)), m_host(host) {}
    virtual ~Slot() = default;
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// Starts the thread, which loads the model.
    virtual void begin() = 0;
    virtual bool embeds() const = 0;
    /// nullptr: the model does not chat.
    virtual std::shared_ptr<HostedModel> hosted() const { return nullptr; }
    /// True where nobody uses the model, or waits for it.
    virtual bool isIdle() const = 0;
    /// The thread is ready.
    virtual void loaded() {}
    virtual void setClosed() { isClosed = true; }
    void setPhase(Phase now) {
        phase = now;
        show();
    }
    void touch(Clock::time_point now) {
        used = now;
        show();
    }
    virtual State state() const {
        const bool isAskedFor = phase != Phase::Loaded && !waiting.empty();
        State state;
        state.id = id;
        state.embeds = embeds();
        state.phase = isAskedFor ? Phase::Loading : phase;
        state.waiting = waiting.size();
        state.used = used;
        return state;
    }

    /// Gives the thread a task, now or when the model is loaded. `loads`: where it is not there and not on
    /// its way, it is loaded.
    void give(WaitingTask task, bool loads) {
        if (loads) touch(Clock::now());
        if (phase == Phase::Loaded && thread) return task(nullptr);
        if (!isClosed && (loads || phase == Phase::Loading || !waiting.empty())) {
            waiting.push_back({std::move(task), Clock::now()});
            show();
            m_host.wake();
        } else {
            m_host.refuseLater(std::move(task));
        }
    }
    std::vector<WaitingTask> takeWaiting(Clock::time_point before = Clock::time_point::max()) {
        std::vector<WaitingTask> tasks;
        while (!waiting.empty() && waiting.front().since <= before) {
            tasks.push_back(std::move(waiting.front().task));
            waiting.pop_front();
        }
        show();
        return tasks;
    }
    void giveWaiting() {
        for (const WaitingTask& task : takeWaiting()) task(nullptr);
    }

    struct Waiting {
        WaitingTask task;
        Clock::time_point since;
    };

    const std::string id;
    const ModelSource source;
    Phase phase = Phase::NotLoaded;
    std::unique_ptr<LoadedLoop> thread;
    std::deque<Waiting> waiting;
    Clock::time_point used = Clock::now();
    bool isRemoved = false, isClosed = false;
    bool isKept = false;  ///< keepLoaded()
    // The keeper's.
    ModelSource::Memory memory = {};                           ///< as it was when it was loaded
    enum class Asked : uint8_t { Nothing, Sizes, Idle, All };  ///< of the caches of others, to load this one
    Asked asked = Asked::Nothing;

protected:
    /// Tells those who have no lock how the model is.
    virtual void show() {}
    ModelHost& host() const { return m_host; }
    std::function<void()> waker() const {
        return [&host = m_host] {
            const std::scoped_lock lock(host.m_mutex);
            host.wake();
        };
    }

private:
    ModelHost& m_host;
};

/// A model that chats.
class ModelHost::ChatSlot final : public Slot, public EngineExecutor {
public:
    ChatSlot(ModelHost& itsHost, const std::string& itsId, ModelSource itsSource)
        : Slot(itsHost, itsId, std::move(itsSource)),
          m_model(std::make_shared<HostedModel>(itsId, *this, itsHost.m_options.limits)) {}

    void begin() override {
        ModelLoop::Hooks hooks;
        hooks.loadElsewhere = source.loadElsewhere;
        hooks.told = host().m_options.told;
        hooks.keep = source.keep;
        hooks.changed = waker();
        hooks.turns = host().m_turns.get();
        hooks.urgency = [model = m_model.get()] { return model->requests.urgency(); };
        thread = std::make_unique<ModelLoop>(source.load, std::move(hooks));
        for (const auto& watcher : m_watchers) loop()->watch(watcher);
    }
    bool embeds() const override { return false; }
    std::shared_ptr<HostedModel> hosted() const override { return m_model; }
    bool isIdle() const override { return m_model.use_count() == 1 && waiting.empty(); }
    void loaded() override {
        host().m_leases->add(id, *loop(), memory.onGpu);
        HostedModel::askAbilities(m_model, *loop());
    }
    void setClosed() override { isClosed = m_model->isClosed = true; }
    State state() const override {
        State state = Slot::state();
        state.running = m_model->requests.running();
        state.queued = m_model->requests.waiting();
        state.contextLength = m_model->contextLength;
        return state;
    }

    void post(Task task) override { post(std::move(task), true); }
    void postIfLoaded(Task task) override { post(std::move(task), false); }
    void postIdle(IdleTask task) override {
        {
            const std::scoped_lock lock(host().m_mutex);
            if (phase == Phase::Loaded && thread) return loop()->postIdle(std::move(task));
        }
        task(nullptr, {});
    }
    void beside(WorkThread::Task work) override {
        const std::scoped_lock lock(host().m_mutex);
        if (thread) loop()->beside(std::move(work));
    }
    void cancel(RequestId request) override {
        const std::scoped_lock lock(host().m_mutex);
        if (thread) loop()->cancel(request);
    }
    void replyFailed(const Error& problem, bool othersRun) override {
        const std::scoped_lock lock(host().m_mutex);
        if (thread) loop()->replyFailed(problem, othersRun);
    }
    void watch(const std::weak_ptr<EngineWatcher>& watcher) override {
        const std::scoped_lock lock(host().m_mutex);
        std::erase_if(m_watchers, [](const auto& one) { return one.expired(); });
        m_watchers.push_back(watcher);
        if (thread) loop()->watch(watcher);
    }

private:
    void show() override {
        m_model->phase = phase;
        m_model->waiting = waiting.size();
        m_model->used = used;
    }
    ModelLoop* loop() const { return static_cast<ModelLoop*>(thread.get()); }
    void post(Task task, bool loads) {
        const std::scoped_lock lock(host().m_mutex);
        give([this, task = std::move(task)](
                 const Error* problem) { problem != nullptr ? task(nullptr, problem) : loop()->post(task); },
             loads);
    }

    const std::shared_ptr<HostedModel> m_model;
    std::vector<std::weak_ptr<EngineWatcher>> m_watchers;  ///< of each thread
};

/// A model that embeds or reranks.
class ModelHost::EmbedderSlot final : public Slot {
public:
    using Slot::Slot;

    void begin() override {
        thread = std::make_unique<EmbedderLoop>(
            source.loadEmbedder, EmbedderLoop::Hooks{.changed = waker(), .turns = host().m_turns.get()});
    }
    bool embeds() const override { return true; }
    bool isIdle() const override {
        return waiting.empty() && (!thread || (loop()->waiting() == 0 && !loop()->isRunning()));
    }
    State state() const override {
        State state = Slot::state();
        if (!thread) return state;
        state.running = loop()->isRunning() ? 1 : 0;
        state.queued = loop()->waiting();
        return state;
    }
    void post(EmbedderTask task, Priority priority) {
        give(
            [this, task = std::move(task), priority](const Error* problem) {
                problem != nullptr ? task(nullptr, problem, {}) : loop()->post(task, priority);
            },
            true);
    }

private:
    EmbedderLoop* loop() const { return static_cast<EmbedderLoop*>(thread.get()); }
};

}  // namespace hearth
