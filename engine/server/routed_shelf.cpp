#include "server/routed_shelf.h"

#include <ctime>

#include "server/server_errors.h"

namespace hearth::server {

RoutedShelf::RoutedShelf(ModelShelf& models, Routing routing)
    : m_models(models),
      m_routing(std::make_shared<const Routing>(std::move(routing))),
      m_created(std::time(nullptr)) {
    for (const std::string& name : {m_routing->small, m_routing->large})
        if (name.empty() || !m_models.find(name)) throw Error(errors::noRoutedModel, {name});
    if (m_models.find(m_routing->small)->model == m_models.find(m_routing->large)->model)
        throw Error(errors::sameRoutedModel, {m_routing->small});
}

ModelShelf::Meant RoutedShelf::meant(std::string_view name) {
    if (meansRouted(name)) return {nullptr, m_routing};
    return {find(name)};
}

std::vector<ModelShelf::Listed> RoutedShelf::list() const {
    std::vector<Listed> listed{{std::string(routedModelName), m_created, "not loaded"}};
    for (Listed& model : m_models.list()) {
        if (model.name == routedModelName) continue;
        // It answers as soon as the small one does.
        if (model.name == m_routing->small) listed.front().state = model.state;
        listed.push_back(std::move(model));
    }
    return listed;
}

}  // namespace hearth::server
