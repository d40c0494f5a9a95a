#pragma once

#include <string>
#include <vector>

#include "server/served_model.h"

namespace hearth::server {

/// One model of a host, which answers to any name: there is no other that could be meant.
class SingleModelShelf final : public ModelShelf {
public:
    /// The host has one model; it outlives this. `aliases`: further names to list.
    SingleModelShelf(ModelHost& host, const std::string& id, std::vector<std::string> aliases = {});

    std::shared_ptr<ServedModel> find(std::string_view) override { return m_model; }
    std::vector<Listed> list() const override;
    int running() const override { return m_model->requests.running(); }
    size_t waiting() const override { return m_model->requests.waiting(); }

private:
    ModelHost& m_host;
    const std::vector<std::string> m_aliases;
    const std::shared_ptr<ServedModel> m_model;
};

}  // namespace hearth::server
