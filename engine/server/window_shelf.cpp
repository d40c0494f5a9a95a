#include "server/window_shelf.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace hearth::server {

namespace {

/// A model with the port that its requests use.
struct ModelAtPort {
    ModelAtPort(const LocalServer::Model& its, std::shared_ptr<CountingPort> itsPort, int parallel,
                std::shared_ptr<ReplyMemory> memory, int64_t created)
        : port(std::move(itsPort)),
          model(its.name,
                std::make_shared<HostedModel>(its.name, *port, RequestQueue::Limits{.parallel = parallel}),
                std::move(memory), created) {}

    const std::shared_ptr<CountingPort> port;
    ServedModel model;
};

}  // namespace

void WindowShelf::setModels(std::vector<LocalServer::Model> models, const std::optional<RoutingRule>& rule) {
    const std::scoped_lock lock(m_mutex);
    const std::vector<Entry> before = std::exchange(m_models, {});
    for (LocalServer::Model& model : models) {
        const auto same = std::ranges::find(before, model, &Entry::model);
        if (same != before.end())
            m_models.push_back(*same);
        else
            m_models.push_back({std::move(model), std::make_shared<ReplyMemory>(), std::time(nullptr)});
    }
    m_routing = routingOf(before, rule);
    std::erase_if(m_earlier, [](const auto& model) { return model.expired(); });
    for (const Entry& entry : before)
        if (std::ranges::find(m_models, entry.model, &Entry::model) == m_models.end())
            m_earlier.push_back(entry.served);
}

std::shared_ptr<const Routing> WindowShelf::routingOf(const std::vector<Entry>& before,
                                                      const std::optional<RoutingRule>& rule) const {
    if (!rule || m_models.size() < 2) return nullptr;
    auto routing = std::make_shared<Routing>(
        Routing{.small = m_models[0].model.name, .large = m_models[1].model.name, .rule = *rule});
    const bool isSame = m_routing != nullptr && before.size() >= 2 && before[0].model == m_models[0].model &&
                        before[1].model == m_models[1].model;
    if (isSame) routing->figures = m_routing->figures;
    return routing;
}

/// nullptr: the model is closed.
std::shared_ptr<ServedModel> WindowShelf::served(Entry& entry) const {
    auto hosted = entry.model.model.lock();
    if (!hosted || hosted->isClosed) return nullptr;
    if (auto known = entry.served.lock()) return known;
    const auto made =
        std::make_shared<ModelAtPort>(entry.model, std::make_shared<CountingPort>(std::move(hosted), m_tasks),
                                      m_parallel, entry.memory, entry.created);
    std::shared_ptr<ServedModel> model(made, &made->model);
    entry.served = model;
    return model;
}

std::shared_ptr<ServedModel> WindowShelf::find(std::string_view name) {
    const std::scoped_lock lock(m_mutex);
    return modelCalled(name);
}

ModelShelf::Meant WindowShelf::meant(std::string_view name) {
    const std::scoped_lock lock(m_mutex);
    if (m_routing && meansRouted(name)) return {nullptr, m_routing};
    return {modelCalled(name)};
}

std::shared_ptr<ServedModel> WindowShelf::modelCalled(std::string_view name) {
    if (m_models.empty()) return nullptr;
    // Where there is one alone, no other can be meant.
    if (m_models.size() == 1) return served(m_models.front());
    if (m_routing && name == routedModelName) return nullptr;
    if (name.empty()) return served(m_models.front());
    auto found = std::ranges::find_if(m_models, [&](const Entry& one) { return one.model.name == name; });
    if (found == m_models.end())
        found = std::ranges::find_if(m_models,
                                     [&](const Entry& one) { return meansModel(name, one.model.name); });
    return found == m_models.end() ? nullptr : served(*found);
}

std::vector<ModelShelf::Listed> WindowShelf::list() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<Listed> listed;
    if (m_routing)
        listed.push_back(
            {std::string(routedModelName), std::max(m_models[0].created, m_models[1].created), "loaded"});
    for (const Entry& entry : m_models) {
        const auto hosted = entry.model.model.lock();
        const bool isLoaded = hosted && hosted->isLoaded;
        listed.push_back({entry.model.name, entry.created, isLoaded ? "loaded" : "not loaded",
                          hosted ? hosted->contextLength.load() : 0});
    }
    return listed;
}

std::vector<std::shared_ptr<ServedModel>> WindowShelf::all() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<ServedModel>> all;
    for (const Entry& entry : m_models)
        if (auto model = entry.served.lock()) all.push_back(std::move(model));
    for (const auto& earlier : m_earlier)
        if (auto model = earlier.lock()) all.push_back(std::move(model));
    return all;
}

int WindowShelf::running() const {
    int sum = 0;
    for (const auto& model : all()) sum += model->requests.running();
    return sum;
}

size_t WindowShelf::waiting() const {
    size_t sum = 0;
    for (const auto& model : all()) sum += model->requests.waiting();
    return sum;
}

std::shared_ptr<const Routing> WindowShelf::routing() const {
    const std::scoped_lock lock(m_mutex);
    return m_routing;
}

bool WindowShelf::isIdle() const {
    // A request that goes from one model to the other, or from those that wait to those that run, could be
    // overlooked in both places; but that takes a task.
    const uint64_t before = m_tasks->posted();
    return m_tasks->open() == 0 && waiting() == 0 && running() == 0 && m_tasks->posted() == before;
}

}  // namespace hearth::server
