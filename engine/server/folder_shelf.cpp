#include "server/folder_shelf.h"

#include <algorithm>
#include <utility>

#include "server/model_folder.h"
#include "server/server_errors.h"

namespace hearth::server {

/// A model of the folder, loaded or not. Whoever has its ServedModel has a request for it.
class FolderShelf::Slot final : public EnginePort {
public:
    enum class State : uint8_t { NotLoaded, Loading, Loaded, Failed };

    Slot(FolderShelf& shelf, const FoundModel& found)
        : path(found.path),
          served(std::make_shared<ServedModel>(found.name, std::vector<std::string>(), *this,
                                               shelf.m_options.parallel)),
          m_shelf(shelf) {}

    void post(Task task) override {
        const std::scoped_lock lock(m_shelf.m_mutex);
        if (state == State::Loaded && thread) return thread->post(std::move(task));
        waiting.push_back({std::move(task), Clock::now()});
        m_shelf.m_asked = true;
        m_shelf.m_changed.notify_all();
    }
    void cancel(RequestId id) override {
        const std::scoped_lock lock(m_shelf.m_mutex);
        if (thread) thread->cancel(id);
    }
    void replyFailed(const Error& problem) override {
        const std::scoped_lock lock(m_shelf.m_mutex);
        if (thread) thread->replyFailed(problem);
    }

    struct Waiting {
        Task task;
        Clock::time_point since;
    };

    // Everything under FolderShelf::m_mutex.
    const std::filesystem::path path;
    std::shared_ptr<ServedModel> served;
    State state = State::NotLoaded;
    std::unique_ptr<EngineThread> thread;
    std::deque<Waiting> waiting;
    Clock::time_point used = Clock::now();
    bool present = true;  ///< in the folder

    bool isIdle() const { return served.use_count() == 1 && waiting.empty(); }
    /// For tasks that get no engine; to be called without the lock.
    static void refuse(std::vector<Task> tasks, const Error& problem) {
        for (const Task& task : tasks) task(nullptr, &problem);
    }
    std::vector<Task> takeWaiting(Clock::time_point before = Clock::time_point::max()) {
        std::vector<Task> tasks;
        while (!waiting.empty() && waiting.front().since <= before) {
            tasks.push_back(std::move(waiting.front().task));
            waiting.pop_front();
        }
        return tasks;
    }
    const char* stateName() const {
        switch (state) {
            case State::Loading:
                return "loading";
            case State::Loaded:
                return "loaded";
            case State::Failed:
                return waiting.empty() ? "failed" : "loading";
            case State::NotLoaded:
                break;
        }
        return waiting.empty() ? "not loaded" : "loading";
    }

private:
    FolderShelf& m_shelf;
};

FolderShelf::FolderShelf(FolderShelfOptions options) : m_options(std::move(options)) {
    lookForModels();
    m_keeper = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

FolderShelf::~FolderShelf() {
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

std::shared_ptr<ServedModel> FolderShelf::find(std::string_view name) {
    constexpr std::string_view extension = ".gguf";
    if (name.ends_with(extension)) name.remove_suffix(extension.size());
    const std::scoped_lock lock(m_mutex);
    if (!name.empty()) {
        const auto slot = m_slots.find(name);
        return slot == m_slots.end() ? nullptr : slot->second->served;
    }
    // One that is there already, or the first by name.
    Slot* best = nullptr;
    for (const auto& [key, slot] : m_slots)
        if (best == nullptr || (slot->state == Slot::State::Loaded &&
                                (best->state != Slot::State::Loaded || slot->used > best->used)))
            best = slot.get();
    return best == nullptr ? nullptr : best->served;
}

std::vector<ModelShelf::Listed> FolderShelf::list() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<Listed> listed;
    for (const auto& [name, slot] : m_slots)
        listed.push_back({name, slot->served->created, slot->stateName()});
    return listed;
}

int FolderShelf::running() const {
    const std::scoped_lock lock(m_mutex);
    int all = 0;
    for (const auto& [name, slot] : m_slots) all += slot->served->queue.running();
    return all;
}

size_t FolderShelf::waiting() const {
    const std::scoped_lock lock(m_mutex);
    size_t all = 0;
    for (const auto& [name, slot] : m_slots) all += slot->served->queue.waiting() + slot->waiting.size();
    return all;
}

void FolderShelf::run(const std::stop_token& stop) {
    constexpr Clock::duration soon = std::chrono::milliseconds(50), rarely = std::chrono::seconds(1);
    constexpr auto looksEvery = std::chrono::seconds(2);
    auto nextLook = Clock::now() + looksEvery;
    while (!stop.stop_requested()) {
        if (Clock::now() >= nextLook) {
            lookForModels();
            nextLook = Clock::now() + looksEvery;
        }
        expireWaiting();
        followLoading();
        beginLoading();
        unloadIdle();
        std::unique_lock lock(m_mutex);
        const bool underWay = std::any_of(m_slots.begin(), m_slots.end(), [](const auto& entry) {
            return entry.second->state == Slot::State::Loading || !entry.second->waiting.empty();
        });
        const bool soonIdle = m_options.idleUnload.count() > 0 && m_options.idleUnload < rarely;
        (void)m_changed.wait_for(lock, stop, underWay || soonIdle ? soon : rarely,
                                 [this] { return m_asked; });
        m_asked = false;
    }
}

void FolderShelf::lookForModels() {
    const std::vector<FoundModel> found = modelsIn(m_options.folder);
    const std::scoped_lock lock(m_mutex);
    for (const auto& [name, slot] : m_slots) slot->present = false;
    for (const FoundModel& model : found) {
        if (std::find(m_options.leftOut.begin(), m_options.leftOut.end(), model.name) !=
            m_options.leftOut.end())
            continue;
        std::shared_ptr<Slot>& slot = m_slots[model.name];
        if (!slot) slot = std::make_shared<Slot>(*this, model);
        slot->present = true;
    }
    std::erase_if(m_slots, [](const auto& entry) {
        const Slot& slot = *entry.second;
        return !slot.present && !slot.thread && slot.isIdle();
    });
}

void FolderShelf::expireWaiting() {
    std::vector<EnginePort::Task> expired;
    {
        const std::scoped_lock lock(m_mutex);
        const auto before = Clock::now() - m_options.longestWait;
        for (const auto& [name, slot] : m_slots)
            for (EnginePort::Task& task : slot->takeWaiting(before)) expired.push_back(std::move(task));
    }
    Slot::refuse(std::move(expired), Error(errors::stillLoading));
}

void FolderShelf::followLoading() {
    std::vector<std::unique_ptr<EngineThread>> failed;  // ends after the lock
    const std::scoped_lock lock(m_mutex);
    for (const auto& [name, slot] : m_slots) {
        if (slot->state == Slot::State::Loaded && slot->thread &&
            slot->thread->state() == EngineThread::State::Failed) {
            // Its device was lost and it could not be loaded elsewhere; the next request tries again.
            slot->state = Slot::State::Failed;
            failed.push_back(std::move(slot->thread));
        }
        if (slot->state != Slot::State::Loading) continue;
        const EngineThread::State state = slot->thread->state();
        if (state == EngineThread::State::Loading) continue;
        // Those of one that failed hear why from its thread, which ends when it has told them.
        for (EnginePort::Task& task : slot->takeWaiting()) slot->thread->post(std::move(task));
        slot->used = Clock::now();
        slot->state = state == EngineThread::State::Ready ? Slot::State::Loaded : Slot::State::Failed;
        if (slot->state == Slot::State::Failed) failed.push_back(std::move(slot->thread));
    }
}

FolderShelf::Slot* FolderShelf::nextWanted() const {
    Slot* wanted = nullptr;
    for (const auto& [name, slot] : m_slots) {
        if (slot->state == Slot::State::Loading) return nullptr;
        if (slot->state == Slot::State::Loaded || slot->waiting.empty()) continue;
        if (wanted == nullptr || slot->waiting.front().since < wanted->waiting.front().since)
            wanted = slot.get();
    }
    return wanted;
}

void FolderShelf::beginLoading() {
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
    } catch (const Error& error) {
        std::vector<EnginePort::Task> tasks;
        {
            const std::scoped_lock lock(m_mutex);
            wanted->state = Slot::State::Failed;
            tasks = wanted->takeWaiting();
        }
        return Slot::refuse(std::move(tasks), error);
    }
    const std::scoped_lock lock(m_mutex);
    wanted->state = Slot::State::Loading;
    const auto load = [load = m_options.load, path = wanted->path](const std::stop_token& stop) {
        return load(path, stop);
    };
    EngineThread::LoadElsewhere elsewhere;
    if (m_options.loadElsewhere)
        elsewhere = [load = m_options.loadElsewhere, path = wanted->path](const DeviceFault& fault,
                                                                          const std::stop_token& stop) {
            return load(path, fault, stop);
        };
    wanted->thread = std::make_unique<EngineThread>(load, std::move(elsewhere));
}

/// False: those that have the memory are in use.
bool FolderShelf::makeRoom(Slot& wanted) {
    while (true) {
        const FolderShelfOptions::Memory memory = m_options.memory(wanted.path);
        if (memory.needed <= memory.free) return true;
        Slot* oldest = nullptr;
        bool othersBusy = false;
        {
            const std::scoped_lock lock(m_mutex);
            for (const auto& [name, slot] : m_slots) {
                if (slot->state != Slot::State::Loaded) continue;
                if (!slot->isIdle())
                    othersBusy = true;
                else if (oldest == nullptr || slot->used < oldest->used)
                    oldest = slot.get();
            }
            if (oldest != nullptr) oldest->state = Slot::State::NotLoaded;
        }
        // With nothing left to give, loading says itself what is missing.
        if (oldest == nullptr) return !othersBusy;
        unload(*oldest);
    }
}

void FolderShelf::unloadIdle() {
    std::vector<Slot*> idle;
    {
        const std::scoped_lock lock(m_mutex);
        const auto now = Clock::now();
        for (const auto& [name, slot] : m_slots) {
            if (slot->state != Slot::State::Loaded) continue;
            if (!slot->isIdle()) slot->used = now;
            if (m_options.idleUnload.count() == 0 || now - slot->used < m_options.idleUnload) continue;
            slot->state = Slot::State::NotLoaded;
            idle.push_back(slot.get());
        }
    }
    for (Slot* slot : idle) unload(*slot);
}

/// What asks for it meanwhile waits until it is loaded again.
void FolderShelf::unload(Slot& slot) {
    std::unique_ptr<EngineThread> thread;
    {
        const std::scoped_lock lock(m_mutex);
        thread = std::move(slot.thread);
    }
    thread.reset();
}

}  // namespace hearth::server
