#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "hearth/embedder.h"
#include "hearth/error.h"
#include "server/model_folder.h"
#include "server/served_model.h"

namespace hearth::server {

/// The models of a server that make embeddings or score passages. Each is loaded when it is first asked for;
/// those that were asked for last stay loaded, two at most. All work is done on a thread of its own, in the
/// order in which it came.
class EmbedderShelf {
public:
    /// Called on the thread of the shelf; throws Error.
    using Load = std::function<std::unique_ptr<Embedder>(const std::filesystem::path& model,
                                                         const std::stop_token& stop)>;
    /// Called once, on that thread, or on the one that posts or destroys. `embedder` nullptr: there is none,
    /// and `problem` says why. `stop`: the shelf is about to end. Must not throw.
    using Task = std::function<void(Embedder* embedder, const Error* problem, const std::stop_token& stop)>;

    static constexpr size_t mostLoaded = 2, mostWaiting = 1024;

    /// Of models with the same name the first is served.
    EmbedderShelf(std::vector<FoundModel> models, Load load);
    /// Tasks that wait hear that the server stops.
    ~EmbedderShelf();
    EmbedderShelf(const EmbedderShelf&) = delete;
    EmbedderShelf& operator=(const EmbedderShelf&) = delete;

    enum class Use { Embed, Rerank };
    /// What the model is called that a request means. "": to embed the first that makes embeddings; to rerank
    /// the first reranker, or where there is none the first of the others, which do it by cosines. nullopt:
    /// there is none. From any thread.
    std::optional<std::string> find(std::string_view wanted, Use use) const;
    /// Whether the model of a name that find() gave only scores. From any thread.
    bool reranks(const std::string& name) const;
    /// For /v1/models. From any thread.
    std::vector<ModelShelf::Listed> list() const;
    /// `name` as find() gives it. From any thread, tasks included.
    void post(const std::string& name, Task task);
    /// Tasks that have not begun. From any thread.
    size_t waiting() const;

private:
    struct Slot {
        std::string name;
        std::filesystem::path path;
        int64_t created = 0;
        bool reranks = false;
        std::unique_ptr<Embedder> embedder;  ///< the thread's alone
        uint64_t used = 0;                   ///< the thread's alone: the higher, the later
        const char* state = "not loaded";    ///< under m_mutex
    };
    struct Waiting {
        Slot* slot = nullptr;
        Task task;
    };

    void run(const std::stop_token& stop);
    static void run(const Task& task, Embedder* embedder, const Error* problem, const std::stop_token& stop);
    void serve(const Waiting& next, const std::stop_token& stop);
    void load(Slot& slot, const std::stop_token& stop);
    void setState(Slot& slot, const char* state);

    std::vector<Slot> m_slots;
    Load m_load;
    uint64_t m_lastUse = 0;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Waiting> m_waiting;
    std::jthread m_thread;  // last: it uses the others
};

}  // namespace hearth::server
