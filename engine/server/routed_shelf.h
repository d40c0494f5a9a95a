#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "server/routing.h"
#include "server/served_model.h"

namespace hearth::server {

/// Other models, and in front of them `routedModelName`, which is two of them. A model of that name cannot be
/// asked for.
class RoutedShelf final : public ModelShelf {
public:
    /// `models` outlives it. Throws Error where one of the two is not there.
    RoutedShelf(ModelShelf& models, Routing routing);

    /// Never the model that is two: see meant().
    std::shared_ptr<ServedModel> find(std::string_view name) override {
        return name == routedModelName ? nullptr : m_models.find(name);
    }
    Meant meant(std::string_view name) override;
    std::vector<Listed> list() const override;
    int running() const override { return m_models.running(); }
    size_t waiting() const override { return m_models.waiting(); }
    std::shared_ptr<const Routing> routing() const override { return m_routing; }

private:
    ModelShelf& m_models;
    const std::shared_ptr<const Routing> m_routing;
    const int64_t m_created;
};

}  // namespace hearth::server
