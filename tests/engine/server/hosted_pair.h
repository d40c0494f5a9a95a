#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/hosted.h"
#include "hearth/local_server.h"

namespace hearth::test {

/// A host with two models, "small" and "large", which are loaded.
class HostedPair {
public:
    HostedPair(ModelLoop::Load small, ModelLoop::Load large) : m_host(hosted("small", std::move(small))) {
        m_host->add("large", {.load = std::move(large)});
        waitFor(m_host->find("large")->port, [](Engine&) {});
    }

    LocalServer::Model small() const { return {"small", m_host->find("small")}; }
    LocalServer::Model large() const { return {"large", m_host->find("large")}; }
    std::vector<LocalServer::Model> both() const { return {small(), large()}; }
    ModelHost& host() { return *m_host; }

private:
    std::unique_ptr<ModelHost> m_host;
};

}  // namespace hearth::test
