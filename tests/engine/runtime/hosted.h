#pragma once

#include <memory>
#include <string>
#include <utility>

#include "hearth/model_host.h"
#include "runtime/reply_wait.h"

namespace hearth::test {

/// A host with one model, which is loaded.
inline std::unique_ptr<ModelHost> hosted(const std::string& id, ModelLoop::Load load,
                                         RequestQueue::Limits limits = {}) {
    ModelHost::Options options;
    options.limits = limits;
    options.idleUnload = std::chrono::milliseconds(0);
    auto host = std::make_unique<ModelHost>(options);
    host->add(id, {.load = std::move(load)});
    waitFor(host->find(id)->port, [](Engine&) {});
    return host;
}

}  // namespace hearth::test
