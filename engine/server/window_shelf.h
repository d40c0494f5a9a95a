#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/served_model.h"

namespace hearth::server {

/// The one model that its owner loads and changes at will; it answers to any name. From any thread.
class WindowShelf final : public ModelShelf {
public:
    /// `port` outlives it. `parallel`: replies of each model at a time.
    WindowShelf(EnginePort& port, int parallel) : m_port(port), m_parallel(parallel) {}

    /// "": there is none. The one before answers no further requests.
    void setModel(const std::string& name);

    std::shared_ptr<ServedModel> find(std::string_view name) override;
    std::vector<Listed> list() const override;
    int running() const override;
    size_t waiting() const override;

private:
    EnginePort& m_port;
    const int m_parallel;
    mutable std::mutex m_mutex;
    std::shared_ptr<ServedModel> m_model;
    std::vector<std::shared_ptr<ServedModel>> m_earlier;  ///< as long as their requests run
};

}  // namespace hearth::server
