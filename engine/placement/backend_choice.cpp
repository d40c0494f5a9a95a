#include "placement/backend_choice.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "backend/cpu/cpu_backend.h"
#include "backend/cuda_loader/cuda_loader.h"
#include "backend/reference/reference_backend.h"
#include "backend/split/split_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/host_resources.h"
#include "placement/device_placement.h"
#include "placement/memory_plan.h"

namespace hearth {

namespace {

std::unique_ptr<Backend> makeCpu(int threads, const Backend* beside = nullptr) {
    CpuOptions options{.threads = static_cast<unsigned>(threads)};
    if (const auto* other = dynamic_cast<const CpuBackend*>(beside)) options.pool = other->pool();
    return std::make_unique<CpuBackend>(options);
}

/// Layers for the GPU: what the options say, or as many as fit.
uint32_t chooseLayers(const EngineOptions& options, const GgufFile& file, const Backend& gpu,
                      uint32_t layers) {
    if (options.gpuLayers >= 0) return std::min(static_cast<uint32_t>(options.gpuLayers), layers);
    const CachePlan cache = planCache(options, ModelConfig::fromGguf(file), 0);
    return layersThatFit(layerSizes(file, gpu, cache.contextLength, cache.kvType, cache.blocks),
                         gpu.info().freeBytes);
}

/// Puts the model on the GPU in front of `choice`'s CPU, as far as it fits.
BackendChoice placeOnGpu(const EngineOptions& options, const GgufFile* file, std::unique_ptr<Backend> gpu,
                         int threads) {
    BackendChoice choice;
    const BackendInfo info = gpu->info();
    choice.freeBytes = info.freeBytes;
    choice.totalBytes = info.memoryBytes;
    choice.title = "GPU";
    if (file == nullptr) {
        choice.backend = std::move(gpu);
        return choice;
    }
    const uint32_t layers = ModelConfig::fromGguf(*file).layerCount;
    const uint32_t onGpu = chooseLayers(options, *file, *gpu, layers);
    choice.deviceLayers = static_cast<int>(onGpu);
    if (onGpu == layers) {
        choice.backend = std::move(gpu);
    } else if (onGpu > 0) {
        choice.reason =
            std::to_string(layers - onGpu) + " of " + std::to_string(layers) + " layers run on the CPU";
        choice.backend = std::make_unique<SplitBackend>(
            std::move(gpu), makeCpu(threads),
            SplitBackend::Placement{
                .layers = layers, .deviceLayers = onGpu, .embeddingsOnDevice = !hasOwnHead(*file)});
    } else {
        choice = {};
        choice.title = "CPU";
        choice.reason = options.gpuLayers == 0 ? "" : "no layer of the model fits on the graphics card";
        choice.backend = makeCpu(threads);
    }
    return choice;
}

}  // namespace

std::string gpuUnavailableReason() {
    return CudaLoader().whyNot();
}

BackendChoice chooseBackend(const EngineOptions& options, const GgufFile* file, const Backend* beside) {
    if (options.threads < 0 || options.threads > 256) {
        throw Error(ErrorCode::BadInput, "The number of threads is " + std::to_string(options.threads) +
                                             "; choose 1 to 256, or 0 for one a core.");
    }
    const int threads = options.threads != 0 ? options.threads : usableCores();
    BackendChoice choice;
    if (options.backend == "reference") {
        choice.backend = std::make_unique<ReferenceBackend>(threads);
        choice.title = "Reference";
        return choice;
    }
    if (options.backend != "auto" && options.backend != "cpu" && options.backend != "cuda") {
        throw Error(ErrorCode::BadInput, "There is no backend called \"" + options.backend +
                                             "\"; choose auto, cpu, cuda or reference.");
    }
    if (options.backend != "cpu") {
        try {
            return placeOnGpu(options, file, CudaLoader().makeBackend(), threads);
        } catch (const Error& error) {
            // A card that other programs have filled has no room to even begin on.
            const bool ofTheCard =
                error.code() == ErrorCode::Device || error.code() == ErrorCode::OutOfMemory;
            if (options.backend == "cuda" || !ofTheCard) throw;
            choice.reason = error.what();
        }
    }
    choice.backend = makeCpu(threads, beside);
    choice.title = "CPU";
    return choice;
}

EngineOptions withFewerDeviceLayers(const EngineOptions& options, const BackendChoice& failed) {
    EngineOptions fewer = options;
    fewer.gpuLayers = failed.deviceLayers * 3 / 4;
    if (fewer.gpuLayers == 0) fewer.backend = "cpu";
    return fewer;
}

}  // namespace hearth
