#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hearth/local_server.h"
#include "server/counting_port.h"
#include "server/routing.h"
#include "server/served_model.h"

namespace hearth::server {

/// The models that its owner has open and changes at will: none, one that answers to any name, or several,
/// with a rule also `routedModelName`, which is the first two of them. From any thread.
class WindowShelf final : public ModelShelf {
public:
    /// `parallel`: replies of each model at a time.
    explicit WindowShelf(int parallel) : m_parallel(parallel) {}

    /// As LocalServer::setModels(). A model that is there already stays as it is, and so do the figures of
    /// the same two models. Requests that others have continue.
    void setModels(std::vector<LocalServer::Model> models, const std::optional<RoutingRule>& rule);

    std::shared_ptr<ServedModel> find(std::string_view name) override;
    Meant meant(std::string_view name) override;
    std::vector<Listed> list() const override;
    int running() const override;
    size_t waiting() const override;
    std::shared_ptr<const Routing> routing() const override;
    /// Returns true if no model, also of those before, has a request or a task. While nobody asks for
    /// replies, that stays so.
    bool isIdle() const;

private:
    struct Entry {
        LocalServer::Model model;
        std::shared_ptr<ReplyMemory> memory;
        int64_t created = 0;
        /// With a queue of its own; its requests hold it, and it holds the model.
        std::weak_ptr<ServedModel> served = {};
    };
    // Under the lock.
    std::shared_ptr<ServedModel> modelCalled(std::string_view name);
    std::shared_ptr<ServedModel> served(Entry& entry) const;
    std::shared_ptr<const Routing> routingOf(const std::vector<Entry>& before,
                                             const std::optional<RoutingRule>& rule) const;
    /// Those of m_models and m_earlier that have requests.
    std::vector<std::shared_ptr<ServedModel>> all() const;

    const int m_parallel;
    const std::shared_ptr<TaskCount> m_tasks = std::make_shared<TaskCount>();
    mutable std::mutex m_mutex;  ///< of the rest
    std::vector<Entry> m_models;
    std::vector<std::weak_ptr<ServedModel>> m_earlier;  ///< their requests hold them
    std::shared_ptr<const Routing> m_routing;
};

}  // namespace hearth::server
