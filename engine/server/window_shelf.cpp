#include "server/window_shelf.h"

#include <algorithm>
#include <utility>

namespace hearth::server {

namespace {

/// A model with the port that its requests use.
struct ModelAtPort {
    ModelAtPort(std::string name, std::shared_ptr<CountingPort> itsPort, int parallel)
        : port(std::move(itsPort)), model(std::move(name), {}, *port, parallel) {}

    const std::shared_ptr<CountingPort> port;
    ServedModel model;
};

}  // namespace

WindowShelf::Entry WindowShelf::entryFor(LocalServer::Model model) const {
    const auto made = std::make_shared<ModelAtPort>(
        std::move(model.name), std::make_shared<CountingPort>(model.model, m_tasks), m_parallel);
    return {.hosted = std::move(model.model), .served = {made, &made->model}};
}

void WindowShelf::setModels(std::vector<LocalServer::Model> models, const std::optional<RoutingRule>& rule) {
    const std::scoped_lock lock(m_mutex);
    const std::vector<Entry> before = std::exchange(m_models, {});
    for (LocalServer::Model& model : models) {
        const auto same = std::ranges::find_if(before, [&](const Entry& entry) {
            return entry.hosted == model.model && entry.served->name == model.name;
        });
        m_models.push_back(same == before.end() ? entryFor(std::move(model)) : *same);
    }
    m_routing = routingOf(before, rule);
    std::erase_if(m_earlier, [](const auto& model) { return model.expired(); });
    for (const Entry& entry : before)
        if (std::ranges::find(m_models, entry) == m_models.end()) m_earlier.emplace_back(entry.served);
}

std::shared_ptr<const Routing> WindowShelf::routingOf(const std::vector<Entry>& before,
                                                      const std::optional<RoutingRule>& rule) const {
    if (m_models.size() != 2) return nullptr;
    auto routing = std::make_shared<Routing>(Routing{.small = m_models.front().served->name,
                                                     .large = m_models.back().served->name,
                                                     .rule = rule.value_or(RoutingRule())});
    if (m_models == before) routing->figures = m_routing->figures;
    return routing;
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

std::shared_ptr<ServedModel> WindowShelf::modelCalled(std::string_view name) const {
    if (m_models.empty()) return nullptr;
    // Where there is one alone, no other can be meant.
    if (m_models.size() == 1) return m_models.front().served;
    if (name == routedModelName) return nullptr;
    auto found = std::ranges::find_if(m_models, [&](const Entry& one) { return one.served->name == name; });
    if (found == m_models.end())
        found = std::ranges::find_if(m_models, [&](const Entry& one) { return one.served->isCalled(name); });
    return found == m_models.end() ? nullptr : found->served;
}

std::vector<ModelShelf::Listed> WindowShelf::list() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<Listed> listed;
    if (m_routing)
        listed.push_back({std::string(routedModelName),
                          std::max(m_models.front().served->created, m_models.back().served->created),
                          "loaded"});
    for (const auto& [hosted, served] : m_models)
        listed.push_back({served->name, served->created, "loaded", hosted->contextLength});
    return listed;
}

std::vector<std::shared_ptr<ServedModel>> WindowShelf::all() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<ServedModel>> all;
    for (const Entry& entry : m_models) all.push_back(entry.served);
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
