#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "hearth/model_host.h"

namespace hearth::test {

/// Calls a function where the engine of a model runs, after `steps` of its steps.
inline void afterSteps(const std::shared_ptr<HostedModel>& model, int steps, std::function<void()> then) {
    model->port.postIfLoaded([model, steps, then = std::move(then)](Engine*, const Error*) {
        if (steps == 0) return then();
        afterSteps(model, steps - 1, then);
    });
}

}  // namespace hearth::test
