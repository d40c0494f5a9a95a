#pragma once

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
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "server/served_model.h"

namespace hearth::server {

/// How a folder of models is served.
struct FolderShelfOptions {
    std::filesystem::path folder;
    std::vector<std::string> leftOut = {};  ///< names of models of the folder that others serve
    int parallel = 8;                       ///< replies of a model at a time
    /// A model that nobody asked for so long is unloaded; 0: never.
    std::chrono::milliseconds idleUnload{std::chrono::minutes(15)};
    /// So long requests wait for their model to be loaded.
    std::chrono::milliseconds longestWait{std::chrono::minutes(5)};
    /// How a model is loaded; called on a thread of its own, throws Error.
    std::function<std::unique_ptr<Engine>(const std::filesystem::path& model, const std::stop_token& stop)>
        load;
    /// The same for a model whose device is lost (EngineThread); may be left out.
    std::function<std::unique_ptr<Engine>(const std::filesystem::path& model, const DeviceFault& fault,
                                          const std::stop_token& stop)>
        loadElsewhere = {};
    /// How much memory a model takes, and how much is free where it would go. Throws Error.
    struct Memory {
        uint64_t needed = 0, free = 0;
    };
    std::function<Memory(const std::filesystem::path& model)> memory;
};

/// The models of a folder. Each is loaded when a request names it, which then waits; it is unloaded when
/// nobody asks for it any more, or when another needs its memory, and never while a request has it. One is
/// loaded at a time, in the order in which they were asked for. What is loaded, unloaded and looked for is
/// done on a thread of its own.
class FolderShelf final : public ModelShelf {
public:
    explicit FolderShelf(FolderShelfOptions options);
    /// Requests that still wait hear that the server stops.
    ~FolderShelf() override;
    FolderShelf(const FolderShelf&) = delete;
    FolderShelf& operator=(const FolderShelf&) = delete;

    std::shared_ptr<ServedModel> find(std::string_view name) override;
    std::vector<Listed> list() const override;
    int running() const override;
    size_t waiting() const override;

private:
    class Slot;
    using Clock = std::chrono::steady_clock;

    void run(const std::stop_token& stop);
    void lookForModels();
    void expireWaiting();
    void followLoading();
    void beginLoading();
    bool makeRoom(Slot& wanted);
    void unloadIdle();
    void unload(Slot& slot);
    Slot* nextWanted() const;

    FolderShelfOptions m_options;
    mutable std::mutex m_mutex;  ///< of all slots
    std::condition_variable_any m_changed;
    bool m_asked = false;  ///< something waits that did not before
    std::map<std::string, std::shared_ptr<Slot>, std::less<>> m_slots;
    Clock::time_point m_nextTry;  ///< to find memory; the keeper's
    std::jthread m_keeper;        // last: it uses the others
};

}  // namespace hearth::server
