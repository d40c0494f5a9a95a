#include "models/model_questions.h"

#include <memory>
#include <optional>
#include <utility>

#include "endpoints/endpoint.h"
#include "hearth/error.h"
#include "hearth/host_resources.h"
#include "inference/engine_provider.h"
#include "models/model_probe.h"
#include "settings/app_settings.h"

namespace hearth::app {

namespace {

/// The options of a model with what is chosen for every one.
EngineOptions optionsFor(EngineOptions common, const QString& path) {
    common.model = path.toStdString();
    return common;
}

HeaderOpener openerOf(const ModelProvider& models) {
    return [&models](const QString& path) { return models.header(path); };
}

/// Not known where the file cannot be read: the planner says why.
TokenWork workOf(const ModelProvider& models, const QString& path) {
    try {
        return models.work(path);
    } catch (const Error&) {
        return {};
    }
}

/// Of models that chat, which are planned so, and of those that make embeddings or score.
ModelProbe probeOf(const MemoryPlanner& planner, const ModelProvider& models) {
    return [planner, &models](const QString& path) {
        const HeaderOpener open = openerOf(models);
        if (!models.makesEmbeddings(path)) {
            ModelFacts facts = probeModel(path, planner, open);
            if (facts.problem.isEmpty()) facts.work = workOf(models, path);
            return facts;
        }
        ModelFacts facts = probeModel(
            path, [](const QString&) { return MemoryPlan(); }, open);
        facts.purpose = models.reranks(path) ? ModelPurpose::Reranking : ModelPurpose::Embedding;
        facts.plan.weightsBytes = static_cast<uint64_t>(facts.sizeBytes);
        facts.plan.deviceFreeBytes = availableMemoryBytes();
        return facts;
    };
}

/// With the cache of one conversation, whatever else would fit.
ContextPlanner frugalPlanner(const AppSettings& settings, const ModelProvider& models) {
    return [&models, common = settings.engineOptions({})](const QString& path, int contextLength) {
        EngineOptions wanted = optionsFor(common, path);
        if (contextLength > 0) wanted.contextLength = contextLength;
        wanted.cacheBytes = 1;
        return models.plan(wanted);
    };
}

}  // namespace

ModelProbe installedProbe(const AppSettings& settings, const ModelProvider& models) {
    return probeOf([&models, common = settings.engineOptions({})](
                       const QString& path) { return models.plan(optionsFor(common, path)); },
                   models);
}

ModelProbe downloadProbe(const AppSettings& settings, const ModelProvider& models) {
    return probeOf(
        [planner = frugalPlanner(settings, models)](const QString& path) { return planner(path, 0); },
        models);
}

GpuReader gpuReader(const AppSettings& settings, const ModelProvider& models) {
    return [planner = frugalPlanner(settings, models), open = openerOf(models)](const QString& path) {
        return readGpu(path, planner, open);
    };
}

DraftChecker draftChecker(const AppSettings& settings, const ModelProvider& models) {
    return [&settings, &models](const QString& model, const QString& draft) {
        EngineOptions wanted = settings.engineOptions(model);
        wanted.draftModel = draft.toStdString();
        return models.checkDraft(wanted);
    };
}

MemoryNeed memoryNeed(const ModelProvider& models, const EngineProvider& engine) {
    const auto hasGpu = std::make_shared<std::optional<bool>>();
    return [&models, &engine, hasGpu](const EngineOptions& options) {
        if (readEndpointPath(QString::fromStdString(options.model.string()))) return ModelSource::Memory();
        if (!*hasGpu) *hasGpu = !engine.listGpus().empty();
        const bool wantsGpu = **hasGpu && options.backend != "cpu" && options.gpuLayers < 0;
        return memoryFor(models.plan(options), wantsGpu);
    };
}

}  // namespace hearth::app
