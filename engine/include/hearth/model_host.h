#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "hearth/embedder_loop.h"
#include "hearth/host_resources.h"
#include "hearth/model_loop.h"
#include "hearth/request_queue.h"

namespace hearth {

class CacheLeases;

/// Ways to load a model of a host. The functions are called on threads of the host; those that load throw
/// Error. All but `load`, or `loadEmbedder`, may be left out.
struct ModelSource {
    ModelLoop::Load load = {};
    EmbedderLoop::Load loadEmbedder = {};         ///< in place of `load`, for a model that embeds or reranks
    ModelLoop::LoadElsewhere loadElsewhere = {};  ///< as ModelLoop has it
    std::function<void(Engine& engine)> keep = {};  ///< as ModelLoop has it
    std::function<void()> loaded = {};              ///< tasks run at once from now on
    /// It could not be loaded, or could not be loaded again and is gone.
    std::function<void(const Error& reason)> failed = {};
    /// It was unloaded because another model needed its memory, or because it was not in use for long.
    std::function<void()> unloaded = {};
    /// Bytes that a model takes, and that are free where it would go.
    struct Memory {
        uint64_t needed = 0, free = 0;
        bool onGpu = false;  ///< in the memory of a GPU
    };
    std::function<Memory()> memory = {};  ///< left out: there is room
    /// Time without use after which it is unloaded, in place of ModelHost::Options::idleUnload.
    std::optional<std::chrono::milliseconds> idleUnload = {};
};

/// Memory that a model of this plan takes when it is loaded, and that is free where it would go. A model on a
/// GPU takes its whole cache at once, one on the processor as its cache grows. `wantsWholeGpu`: a model of
/// which only some layers fit on the GPU as it is now needs more than is free.
ModelSource::Memory memoryFor(const MemoryPlan& plan, bool wantsWholeGpu = false);

/// Estimate of the memory that an embedding model takes, by the size of its file or folder, and that is free.
/// On a GPU, too, its weights pass through the memory of the computer.
ModelSource::Memory embedderMemory(const std::filesystem::path& model);

enum class ModelPhase : uint8_t { NotLoaded, Loading, Loaded, Failed };

/// A model of a host, loaded or not. It is in use, and stays loaded, while a pointer to it is held outside
/// the host.
class HostedModel {
public:
    HostedModel(std::string itsId, EngineExecutor& itsPort, RequestQueue::Limits limits)
        : id(std::move(itsId)), port(itsPort), requests(itsPort, limits) {}
    /// Posts a task to `port` that sets `contextLength` and `seesPictures` if the engine runs there.
    static void askAbilities(const std::shared_ptr<HostedModel>& model, EngineExecutor& port);

    const std::string id;
    EngineExecutor& port;  ///< a task that is posted loads the model, and waits for that
    RequestQueue requests;
    std::atomic<int> contextLength = 0;      ///< tokens; 0: not known yet
    std::atomic<bool> seesPictures = false;  ///< false until the engine runs
    // Set by the host.
    std::atomic<ModelPhase> phase = ModelPhase::NotLoaded;
    std::atomic<size_t> waiting = 0;  ///< tasks that wait until it is loaded
    std::atomic<std::chrono::steady_clock::time_point> used = std::chrono::steady_clock::now();
    std::atomic<bool> isClosed = false;
};

/// The models of a program by their ids, those that chat and those that embed or rerank. A task for a model
/// that is not loaded has it loaded, and waits until then; one model is loaded at a time, in the order of the
/// tasks. A model that is not in use is unloaded after a while, and earlier when another needs its memory.
/// Those that compute on the processor do so in turns. Memory of the caches goes to those that compute;
/// before a model that is idle is unloaded for another, caches give back what is enough. Loading and
/// unloading are done on a thread of the host; any thread may call, and only the destructor and
/// closeAndWait() wait.
class ModelHost {
public:
    struct Options {
        RequestQueue::Limits limits = {};  ///< of each model
        /// Time without use after which a model is unloaded; 0: never.
        std::chrono::milliseconds idleUnload{std::chrono::minutes(15)};
        /// Longest wait of a task for its model to be loaded.
        std::chrono::milliseconds longestWait{std::chrono::minutes(5)};
        ModelLoop::Told told = {};  ///< as ModelLoop has it; may be left out
        size_t mostEmbedders = 2;   ///< models that embed or rerank, loaded at a time
        /// Bytes that caches may grow into.
        std::function<uint64_t()> freeMemory = availableMemoryBytes;
    };
    explicit ModelHost(Options options);
    /// Ends what runs. Requests that still wait hear that the program stops.
    ~ModelHost();
    ModelHost(const ModelHost&) = delete;
    ModelHost& operator=(const ModelHost&) = delete;

    /// Adds a model; one with this id that is there already stays as it is.
    void add(const std::string& id, ModelSource source);
    /// Forgets a model as soon as it is neither in use nor loaded.
    void remove(const std::string& id);
    /// Ends what a model does, unloads and forgets it. Tasks that come for it hear that there is none. Work
    /// that is run() later finds it gone.
    void close(const std::string& id);
    /// Closes models, and waits until all tasks of them have ended. Not on a thread of the host.
    void closeAndWait(const std::vector<std::string>& ids);
    /// Keeps a model loaded: no other model gets its memory, and it is not unloaded for being idle.
    void keepLoaded(const std::string& id, bool keeps);
    /// Runs work on the thread of the host, in order with close(): no model is loaded or unloaded meanwhile,
    /// though one may be on its way. The destructor runs what is left. Must not throw.
    void run(std::function<void()> work);
    /// nullptr: there is none with this id that chats.
    std::shared_ptr<HostedModel> find(std::string_view id);
    /// Runs a task with a model that embeds or reranks, which stays loaded until then. If there is none with
    /// this id, the task hears that on a thread of the host.
    void post(const std::string& embedder, EmbedderTask task, Priority priority);

    using Phase = ModelPhase;
    struct State {
        std::string id;
        bool embeds = false;             ///< it embeds or reranks
        Phase phase = Phase::NotLoaded;  ///< Loading also of one that something waits for
        size_t waiting = 0;              ///< tasks that wait until it is loaded
        int running = 0;                 ///< replies, or tasks of one that embeds
        size_t queued = 0;               ///< requests, or such tasks, that wait for their turn
        int contextLength = 0;           ///< HostedModel::contextLength; 0 of one that embeds
        std::chrono::steady_clock::time_point used;
    };
    /// By id.
    std::vector<State> states() const;
    /// The turns of the models on the processor, for a JobTurn.
    std::shared_ptr<ProcessorTurns> turns() const { return m_turns; }

private:
    class Slot;
    class ChatSlot;
    class EmbedderSlot;
    /// Goes to the thread of its model, under the lock, or hears why it cannot.
    using WaitingTask = std::function<void(const Error* problem)>;
    using Clock = std::chrono::steady_clock;

    void keep(const std::stop_token& stop);
    void wake();
    bool runWork();
    static void refuse(const std::vector<WaitingTask>& tasks, const Error& problem);
    void refuseLater(WaitingTask task);
    /// The longest time until something is to be done though nobody asks for it.
    Clock::duration rest() const;
    void forgetRemoved();
    void expireWaiting();
    void followLoading();
    void beginLoading();
    bool makeRoom(Slot& wanted);
    bool askCaches(Slot& wanted, const ModelSource::Memory& memory);
    std::vector<std::string> loadedByUse(bool idle) const;
    void shareMemory();
    bool hasTooMany(const Slot& wanted) const;
    std::chrono::milliseconds idleUnload(const Slot& slot) const;
    void unloadIdle();
    void unload(Slot& slot);
    Slot* nextWanted() const;

    const Options m_options;
    const std::shared_ptr<ProcessorTurns> m_turns;
    const std::unique_ptr<CacheLeases> m_leases;
    mutable std::mutex m_mutex;  ///< of all slots
    std::condition_variable_any m_changed;
    bool m_asked = false;  ///< the keeper has something to do
    std::map<std::string, std::shared_ptr<Slot>, std::less<>> m_slots;
    std::vector<std::shared_ptr<Slot>> m_closed;  ///< as long as their models are in use
    std::deque<std::function<void()>> m_work;
    Clock::time_point m_nextTry;   ///< to find memory; the keeper's
    Clock::time_point m_sharedAt;  ///< the memory of caches; the keeper's
    std::jthread m_keeper;         // last: it uses the others
};

}  // namespace hearth
