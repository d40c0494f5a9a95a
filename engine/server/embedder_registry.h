#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/model_host.h"
#include "server/model_folder.h"
#include "server/model_registry.h"

namespace hearth::server {

/// Names for the models of a host that make embeddings or score passages. The host loads each when it is
/// first asked for.
class EmbedderRegistry {
public:
    /// Called on a thread of the host; throws Error.
    using Load = std::function<std::unique_ptr<Embedder>(const std::filesystem::path& model,
                                                         const std::stop_token& stop)>;

    static constexpr size_t mostWaiting = 1024;

    /// Adds the models to the host, which outlives this. Of models with the same name the first is served.
    EmbedderRegistry(ModelHost& host, const std::vector<FoundModel>& models, const Load& load);
    /// Tasks that wait hear that the server stops.
    ~EmbedderRegistry();
    EmbedderRegistry(const EmbedderRegistry&) = delete;
    EmbedderRegistry& operator=(const EmbedderRegistry&) = delete;

    enum class Use { Embed, Rerank };
    /// Finds the name of the model that a request means. "": to embed the first that makes embeddings; to
    /// rerank the first reranker, or where there is none the first of the others, which do it by cosines.
    /// nullopt: there is none. From any thread.
    std::optional<std::string> find(std::string_view wanted, Use use) const;
    /// True if the model of a name that find() gave only scores. From any thread.
    bool reranks(const std::string& name) const;
    /// For /v1/models. From any thread.
    std::vector<ModelRegistry::Listed> list() const;
    /// Runs a task with a model; `name` as find() gives it. Where too many wait, the task hears that before
    /// this returns. From any thread, tasks included.
    void post(const std::string& name, EmbedderTask task, Priority priority = Priority::Chat);
    /// Number of tasks that have not begun. From any thread.
    size_t waiting() const;

private:
    struct Entry {
        std::string name;
        int64_t created = 0;
        bool reranks = false;
    };
    static std::string idOf(const std::string& name);

    ModelHost& m_host;
    std::vector<Entry> m_entries;
};

}  // namespace hearth::server
