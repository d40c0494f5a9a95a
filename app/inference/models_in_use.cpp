#include "inference/models_in_use.h"

#include <utility>

namespace hearth::app {

std::shared_ptr<ModelInUse> ModelsInUse::take(quint64 id) {
    if (id == m_current) m_current = 0;
    return m_models.take(id);
}

ModelsInUse::HostedModels ModelsInUse::partsOf(quint64 id) const {
    const auto found = find(id);
    return found ? found->models() : HostedModels();
}

ModelsInUse::HostedModels ModelsInUse::parts() const {
    HostedModels all;
    for (const auto& open : m_models) {
        const HostedModels models = open->models();
        all.insert(all.end(), models.begin(), models.end());
    }
    return all;
}

void ModelsInUse::at(const std::shared_ptr<HostedModel>& model, Turn turn, EngineTask work) {
    EngineExecutor::Task task = [this, work = std::move(work)](Engine* engine, const Error*) {
        if (engine != nullptr) return work(engine);
        run([work] { work(nullptr); });
    };
    switch (turn) {
        case Turn::Next:
            return model->port.postIfLoaded(std::move(task));
        case Turn::Unread:
            return model->requests.whenUnread(std::move(task));
        case Turn::AfterStopped:
            return model->requests.afterCancelled(std::move(task));
    }
}

void ModelsInUse::with(RouteTarget part, Turn turn, const EngineTask& work) {
    const auto open = current();
    if (const auto model = open ? open->model(part) : nullptr)
        at(model, turn, work);
    else
        run([work] { work(nullptr); });
}

}  // namespace hearth::app
