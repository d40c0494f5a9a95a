#include "serving/served_models.h"

#include <algorithm>

#include "inference/inference_thread.h"
#include "inference/open_models.h"
#include "serving/program_names.h"

namespace hearth::app {

ServedModels servedModels(const OpenModels& open, const InferenceThread& inference) {
    std::vector<const OpenModel*> order;
    for (const auto& model : open.all())
        if (model->isReady) order.push_back(model.get());
    // Requests that name nothing go to the first one.
    std::ranges::stable_partition(order, [&](const OpenModel* model) { return model == open.current(); });
    std::vector<OpenModel::Part> parts;
    for (const OpenModel* model : order) parts.insert(parts.end(), model->parts.begin(), model->parts.end());
    const QStringList names = programNames(parts);
    ServedModels served;
    qsizetype next = 0;
    for (const OpenModel* model : order) {
        const auto hosted = inference.models(model->id);
        size_t taken = 0;
        for (size_t part = 0; part < model->parts.size(); ++part, ++next) {
            // Requests of programs on this computer must not leave it.
            if (names[next].isEmpty() || part >= hosted.size()) continue;
            served.models.push_back({names[next].toStdString(), hosted[part]});
            ++taken;
        }
        if (model == order.front() && taken == 2) served.rule = inference.routingRule(model->id);
    }
    return served;
}

}  // namespace hearth::app
