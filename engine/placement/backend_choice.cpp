#include "placement/backend_choice.h"

#include <algorithm>
#include <utility>

#include "backend/backend_errors.h"
#include "backend/registry/backend_registry.h"
#include "backend/split/split_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/host_resources.h"
#include "placement/device_placement.h"
#include "placement/memory_plan.h"
#include "placement/placement_messages.h"

namespace hearth {

namespace {

/// A choice of this kind with nothing of it made yet.
BackendChoice choiceOf(const BackendKind& kind) {
    BackendChoice choice;
    choice.name = kind.traits().name;
    choice.title = kind.traits().title;
    return choice;
}

/// Layers for the device: what the options say, or as many as fit.
uint32_t chooseLayers(const EngineOptions& options, const GgufFile& file, const Backend& device,
                      uint32_t layers) {
    if (options.gpuLayers >= 0) return std::min(static_cast<uint32_t>(options.gpuLayers), layers);
    const CachePlan cache = planCache(options, ModelConfig::fromGguf(file), 0);
    return layersThatFit(layerSizes(file, device, cache.contextLength, cache.kvType, cache.blocks),
                         device.info().freeBytes);
}

/// Puts the model on a device of `kind`, as far as it fits, and the rest on the host.
BackendChoice placeOnDevice(const BackendKind& kind, const BackendKind& host, const EngineOptions& options,
                            const GgufFile* file, const BackendSettings& settings) {
    std::unique_ptr<Backend> device = kind.make(settings);
    BackendChoice choice = choiceOf(kind);
    const BackendInfo info = device->info();
    choice.onDevice = true;
    choice.freeBytes = info.freeBytes;
    choice.totalBytes = info.memoryBytes;
    if (file == nullptr) {
        choice.backend = std::move(device);
        return choice;
    }
    const uint32_t layers = ModelConfig::fromGguf(*file).layerCount;
    const uint32_t onDevice = chooseLayers(options, *file, *device, layers);
    choice.deviceLayers = static_cast<int>(onDevice);
    if (onDevice == layers) {
        choice.backend = std::move(device);
    } else if (onDevice > 0) {
        choice.reason = Message(messages::layersOnCpu, {layers - onDevice, layers});
        choice.backend = std::make_unique<SplitBackend>(
            std::move(device), host.make({.threads = settings.threads}),
            SplitBackend::Placement{
                .layers = layers, .deviceLayers = onDevice, .embeddingsOnDevice = !hasOwnHead(*file)});
    } else {
        choice = choiceOf(host);
        if (options.gpuLayers != 0) choice.reason = Message(messages::noLayerFits);
        choice.backend = host.make({.threads = settings.threads});
    }
    return choice;
}

/// The kind of `name` runs the model, or the failure is the caller's.
BackendChoice chooseNamed(const BackendRegistry& backends, const EngineOptions& options, const GgufFile* file,
                          const BackendSettings& settings) {
    const BackendKind* kind = backends.find(options.backend);
    if (kind == nullptr) {
        throw Error(ErrorCode::BadInput, "There is no backend called \"" + options.backend + "\"; choose " +
                                             asAlternatives(backends.choices()) + ".");
    }
    // The loader's own sentence goes on with the CPU, which nobody does who asked for the card.
    if (!kind->isInstalled()) throw Error(errors::gpuEngineDemanded);
    if (kind->traits().ownMemory) return placeOnDevice(*kind, backends.host(), options, file, settings);
    BackendChoice choice = choiceOf(*kind);
    choice.backend = kind->make(settings);
    return choice;
}

}  // namespace

BackendChoice chooseBackend(const BackendRegistry& backends, const EngineOptions& options,
                            const GgufFile* file, const Backend* beside) {
    if (options.threads < 0 || options.threads > 256) {
        throw Error(ErrorCode::BadInput, "The number of threads is " + std::to_string(options.threads) +
                                             "; choose 1 to 256, or 0 for one a core.");
    }
    const BackendSettings settings{.threads = options.threads != 0 ? options.threads : usableCores(),
                                   .beside = beside};
    if (options.backend != "auto") return chooseNamed(backends, options, file, settings);
    Message reason;
    for (const auto& kind : backends.kinds()) {
        if (!kind->traits().automatic || !kind->traits().ownMemory) continue;
        try {
            return placeOnDevice(*kind, backends.host(), options, file, settings);
        } catch (const Error& error) {
            // A card that other programs have filled has no room to even begin on.
            if (error.code() != ErrorCode::Device && error.code() != ErrorCode::OutOfMemory) throw;
            if (reason.isEmpty()) reason = error.message();
        }
    }
    BackendChoice choice = choiceOf(backends.host());
    choice.reason = std::move(reason);
    choice.backend = backends.host().make(settings);
    return choice;
}

EngineOptions withFewerDeviceLayers(const BackendRegistry& backends, const EngineOptions& options,
                                    const BackendChoice& failed) {
    EngineOptions fewer = options;
    fewer.gpuLayers = failed.deviceLayers * 3 / 4;
    if (fewer.gpuLayers == 0) fewer.backend = backends.host().traits().name;
    return fewer;
}

bool canHaveDevice(const BackendRegistry& backends) noexcept {
    return std::ranges::any_of(backends.kinds(), [](const auto& kind) {
        return kind->traits().automatic && kind->traits().ownMemory && kind->isInstalled();
    });
}

}  // namespace hearth
