#include "hearth/model_host.h"

#include <algorithm>
#include <future>
#include <system_error>
#include <utility>

#include "hearth/host_resources.h"
#include "hearth/unexpected_error.h"
#include "runtime/cache_leases.h"
#include "runtime/host_slots.h"
#include "runtime/processor_turns.h"
#include "runtime/runtime_errors.h"

namespace hearth {

ModelSource::Memory memoryFor(const MemoryPlan& plan, bool wantsWholeGpu) {
    const bool onGpu = plan.layersOnDevice > 0;
    ModelSource::Memory memory;
    memory.needed = plan.weightsBytes + plan.scratchBytes + (onGpu ? plan.kvBytes : plan.kvCommittedBytes);
    memory.onGpu = onGpu;
    memory.free = onGpu ? plan.deviceFreeBytes : availableMemoryBytes();
    if (wantsWholeGpu && plan.layersOnDevice < plan.layers)
        memory.needed = std::max(memory.needed, memory.free + 1);
    return memory;
}

void HostedModel::askAbilities(const std::shared_ptr<HostedModel>& model, EngineExecutor& port) {
    port.post([weak = std::weak_ptr(model)](Engine* engine, const Error*) {
        const auto asking = weak.lock();
        if (!asking || engine == nullptr) return;
        const EngineInfo info = engine->info();
        asking->seesPictures = info.seesPictures;
        asking->contextLength = info.contextLength;
    });
}

ModelSource::Memory embedderMemory(const std::filesystem::path& model) {
    // Beside the weights: the rows of a pass, and the keys and values of one layer.
    constexpr uint64_t scratch = 64ULL << 20U;
    std::error_code ignored;
    uint64_t bytes = 0;
    if (std::filesystem::is_directory(model, ignored)) {
        for (const auto& entry : std::filesystem::directory_iterator(model, ignored))
            if (entry.path().extension() == ".safetensors") bytes += entry.file_size(ignored);
    } else if (const uintmax_t size = std::filesystem::file_size(model, ignored); !ignored) {
        bytes = size;
    }
    return {.needed = bytes + scratch, .free = availableMemoryBytes()};
}

/// Tells tasks that they get no model; to be called without the lock.
void ModelHost::refuse(const std::vector<WaitingTask>& tasks, const Error& problem) {
    for (const WaitingTask& task : tasks) {
        try {
            task(&problem);
        } catch (...) {
            // The answer of its request becomes an error with what it held.
            continue;
        }
    }
}

/// On the keeper's thread, on which the last engine has gone by then: never beside its own tasks. Under the
/// lock.
void ModelHost::refuseLater(WaitingTask task) {
    m_work.emplace_back([task = std::move(task)] { refuse({task}, Error(errors::serverStopped)); });
    wake();
}

ModelHost::ModelHost(Options options)
    : m_options(std::move(options)),
      m_turns(std::make_shared<ProcessorTurns>()),
      m_leases(std::make_unique<CacheLeases>(
          CacheLeases::Hooks{.freeMemory = m_options.freeMemory, .answered = [this] {
                                 const std::scoped_lock lock(m_mutex);
                                 wake();
                             }})) {
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
        std::vector<WaitingTask> tasks;
        {
            const std::scoped_lock lock(m_mutex);
            tasks = slot->takeWaiting();
        }
        refuse(tasks, Error(errors::serverStopped));
    }
    while (runWork()) {
    }
}

void ModelHost::add(const std::string& id, ModelSource source) {
    const std::scoped_lock lock(m_mutex);
    std::shared_ptr<Slot>& slot = m_slots[id];
    if (!slot && source.loadEmbedder) slot = std::make_shared<EmbedderSlot>(*this, id, std::move(source));
    if (!slot) slot = std::make_shared<ChatSlot>(*this, id, std::move(source));
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
    slot->setClosed();
    slot->setPhase(Phase::NotLoaded);
    m_closed.push_back(slot);
    m_slots.erase(found);
    m_work.emplace_back([this, slot] {
        unload(*slot);
        std::vector<WaitingTask> tasks;
        {
            const std::scoped_lock late(m_mutex);
            tasks = slot->takeWaiting();
        }
        refuse(tasks, Error(errors::serverStopped));
    });
    wake();
}

void ModelHost::closeAndWait(const std::vector<std::string>& ids) {
    for (const std::string& id : ids) close(id);
    // Tasks that the last tasks of a model have posted are refused by the work that follows its end.
    for (int round = 0; round < 2; ++round) {
        const auto done = std::make_shared<std::promise<void>>();
        run([done] { done->set_value(); });
        done->get_future().wait();
    }
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
    return found == m_slots.end() ? nullptr : found->second->hosted();
}

void ModelHost::post(const std::string& embedder, EmbedderTask task, Priority priority) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_slots.find(embedder);
    if (found != m_slots.end() && found->second->embeds())
        return static_cast<EmbedderSlot&>(*found->second).post(std::move(task), priority);
    refuseLater([task = std::move(task)](const Error* problem) { task(nullptr, problem, {}); });
}

std::vector<ModelHost::State> ModelHost::states() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<State> states;
    for (const auto& [id, slot] : m_slots) states.push_back(slot->state());
    return states;
}

void ModelHost::keep(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        // The remaining work of an unloaded model comes before another one is loaded.
        while (runWork()) {
        }
        forgetRemoved();
        expireWaiting();
        followLoading();
        beginLoading();
        unloadIdle();
        shareMemory();
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
    Clock::duration rest = m_closed.empty() && !m_leases->isShared() ? never : rarely;
    const auto now = Clock::now();
    for (const auto& [id, slot] : m_slots) {
        const auto idle = idleUnload(*slot);
        if (slot->isRemoved) rest = std::min(rest, rarely);
        if (slot->phase != Phase::Loaded || idle.count() == 0) continue;
        const Clock::duration left =
            slot->embeds() ? slot->used + idle - now : std::min<Clock::duration>(rarely, idle);
        rest = std::min(rest, left < rarely ? soon : left);
    }
    return rest;
}

std::chrono::milliseconds ModelHost::idleUnload(const Slot& slot) const {
    return slot.source.idleUnload.value_or(m_options.idleUnload);
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
    std::vector<WaitingTask> expired;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_options.longestWait.count() == 0) return;
        const auto before = Clock::now() - m_options.longestWait;
        for (const auto& [name, slot] : m_slots)
            for (WaitingTask& task : slot->takeWaiting(before)) expired.push_back(std::move(task));
    }
    refuse(expired, Error(errors::stillLoading));
}

void ModelHost::followLoading() {
    std::vector<std::unique_ptr<LoadedLoop>> failed;  // ends after the lock
    std::vector<std::function<void()>> told;
    std::unique_lock lock(m_mutex);
    for (const auto& [name, slot] : m_slots) {
        if (!slot->thread) continue;
        const LoadedLoop::State state = slot->thread->state();
        const ModelSource& source = slot->source;
        if (state == LoadedLoop::State::Failed && slot->phase != Phase::Failed) {
            // The next request tries again. Tasks hear why from the thread, which ends when it has told them.
            slot->setPhase(Phase::Failed);
            slot->giveWaiting();
            if (const auto reason = slot->thread->problem(); reason && source.failed)
                told.emplace_back([tell = source.failed, reason = *reason] { tell(reason); });
            m_leases->remove(name);
            failed.push_back(std::move(slot->thread));
        } else if (state == LoadedLoop::State::Ready && slot->phase == Phase::Loading) {
            // Before its tasks run, so that a caller who is answered by one of them finds the model loaded.
            slot->touch(Clock::now());
            slot->setPhase(Phase::Loaded);
            slot->giveWaiting();
            slot->loaded();
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
            // An answer about a cache wakes the keeper.
            m_nextTry = m_leases->isWaiting() ? Clock::time_point() : Clock::now() + pause;
            return;
        }
    } catch (...) {
        const Error problem = currentError(errors::noMemoryToLoad);
        std::vector<WaitingTask> tasks;
        {
            const std::scoped_lock lock(m_mutex);
            wanted->setPhase(Phase::Failed);
            tasks = wanted->takeWaiting();
        }
        if (wanted->source.failed) wanted->source.failed(problem);
        return refuse(tasks, problem);
    }
    const std::scoped_lock lock(m_mutex);
    // Nobody may want it any more.
    if (wanted->isClosed) return;
    wanted->setPhase(Phase::Loading);
    wanted->asked = Slot::Asked::Nothing;
    wanted->begin();
}

/// Under the lock.
bool ModelHost::hasTooMany(const Slot& wanted) const {
    const auto counts = [](const auto& entry) {
        return entry.second->embeds() && entry.second->phase == Phase::Loaded;
    };
    return wanted.embeds() && std::cmp_greater_equal(std::count_if(m_slots.begin(), m_slots.end(), counts),
                                                     m_options.mostEmbedders);
}

/// Loaded models that may be asked for their memory and are idle, or compute; the least recently used first.
std::vector<std::string> ModelHost::loadedByUse(bool idle) const {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::pair<Clock::time_point, std::string>> found;
    for (const auto& [id, slot] : m_slots)
        if (slot->phase == Phase::Loaded && slot->isIdle() == idle) found.emplace_back(slot->used, id);
    std::sort(found.begin(), found.end());
    std::vector<std::string> ids;
    for (auto& [used, id] : found) ids.push_back(std::move(id));
    return ids;
}

/// Asks the caches of other models for the memory that a model lacks. True: answers are to come, after which
/// the memory is looked at again. Caches are cut only if that is enough; otherwise a model is unloaded with
/// all of its cache.
bool ModelHost::askCaches(Slot& wanted, const ModelSource::Memory& memory) {
    using Asked = Slot::Asked;
    if (m_leases->isWaiting()) return true;
    const uint64_t missing = memory.needed - memory.free;
    if (wanted.asked == Asked::Nothing) {
        wanted.asked = Asked::Sizes;
        if (m_leases->ask(memory.onGpu)) return true;
    }
    if (wanted.asked == Asked::Sizes) {
        wanted.asked = Asked::Idle;
        if (m_leases->giveBack(loadedByUse(true), missing)) return true;
    }
    if (wanted.asked == Asked::Idle && loadedByUse(true).empty()) {
        wanted.asked = Asked::All;
        return m_leases->giveBack(loadedByUse(false), missing);
    }
    return false;
}

/// Each second, or else a cache that has grown would not give way to another.
void ModelHost::shareMemory() {
    constexpr auto pause = std::chrono::seconds(1);
    if (!m_leases->isShared() || Clock::now() - m_sharedAt < pause) return;
    m_sharedAt = Clock::now();
    std::vector<std::string> busy;
    uint64_t reserved = 0;
    {
        const std::scoped_lock lock(m_mutex);
        for (const auto& [id, slot] : m_slots) {
            if (slot->phase == Phase::Loading && !slot->memory.onGpu) reserved += slot->memory.needed;
            if (slot->phase == Phase::Loaded && slot->state().running > 0) busy.push_back(id);
        }
    }
    m_leases->share(busy, reserved);
}

/// False: those that have the memory are in use.
bool ModelHost::makeRoom(Slot& wanted) {
    const auto isLoaded = [](const auto& entry) { return entry.second->phase == Phase::Loaded; };
    while (true) {
        bool tooMany = false;
        {
            const std::scoped_lock lock(m_mutex);
            tooMany = hasTooMany(wanted);
            const bool hasRoom =
                !wanted.source.memory || std::none_of(m_slots.begin(), m_slots.end(), isLoaded);
            if (!tooMany && hasRoom) return true;
        }
        if (!tooMany) {
            const ModelSource::Memory memory = wanted.memory = wanted.source.memory();
            if (memory.needed <= memory.free) return true;
            if (askCaches(wanted, memory)) return false;
        }
        Slot* oldest = nullptr;
        bool othersBusy = false;
        {
            const std::scoped_lock lock(m_mutex);
            for (const auto& [name, slot] : m_slots) {
                if (slot->phase != Phase::Loaded || slot->isKept || (tooMany && !slot->embeds())) continue;
                if (!slot->isIdle())
                    othersBusy = true;
                else if (oldest == nullptr || slot->used < oldest->used)
                    oldest = slot.get();
            }
            if (oldest != nullptr) oldest->setPhase(Phase::NotLoaded);
        }
        // With nothing left to give, loading says itself what is missing.
        if (oldest == nullptr) return !othersBusy;
        unload(*oldest);
        if (oldest->source.unloaded) oldest->source.unloaded();
    }
}

void ModelHost::unloadIdle() {
    std::vector<Slot*> idle;
    {
        const std::scoped_lock lock(m_mutex);
        const auto now = Clock::now();
        for (const auto& [name, slot] : m_slots) {
            if (slot->phase != Phase::Loaded) continue;
            if (!slot->isIdle()) slot->touch(now);
            const auto idleTime = idleUnload(*slot);
            if (slot->isKept || idleTime.count() == 0 || now - slot->used < idleTime) continue;
            slot->setPhase(Phase::NotLoaded);
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
    std::unique_ptr<LoadedLoop> thread;
    m_leases->remove(slot.id);
    {
        const std::scoped_lock lock(m_mutex);
        thread = std::move(slot.thread);
    }
    thread.reset();
}

}  // namespace hearth
