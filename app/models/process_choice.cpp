#include "models/process_choice.h"

#include <utility>

namespace hearth::app {

EngineFactory inChosenProcess(EngineFactory here, EngineFactory own, const ProcessChoice& choice) {
    return [here = std::move(here), own = std::move(own), &choice](
               const EngineOptions& options, const std::function<void(const LoadStatus&)>& progress,
               std::stop_token stop) {
        const EngineFactory& way = choice.isOwn() && own ? own : here;
        return way(options, progress, std::move(stop));
    };
}

}  // namespace hearth::app
