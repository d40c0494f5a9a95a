#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hearth/cache_key.h"
#include "hearth/kv_type.h"
#include "hearth/message.h"

namespace hearth {

struct LargeModel;

/// Distribution of a model over several GPUs.
enum class GpuSplit : uint8_t {
    Auto,    ///< TensorParallel where the GPUs are equal and reach each other, and the model divides; else
             ///< Layers
    Layers,  ///< whole layers, some on each GPU, which work one after the other
    TensorParallel,  ///< some of each layer's products and heads on each GPU, which work at the same time
};

/// Options for loading a model.
struct EngineOptions {
    std::filesystem::path model;
    std::string backend = "auto";  ///< "auto", "cpu" or another BackendLabel::name
    int threads = 0;               ///< CPU threads, 1 to 256; 0: physical cores
    /// Positions a conversation may have; 0: the model's own, as far as half of the free memory allows.
    int contextLength = 0;
    KvTypes kvType;
    int gpuLayers = -1;  ///< -1: as many as fit
    /// GPUs, by their numbers in the order of hearth/devices.h and `hearth-cli doctor`. On several GPUs the
    /// layers are distributed by speed and free memory. Empty: as few as hold the model, the fastest first.
    std::vector<int> devices = {};
    /// If TensorParallel is not possible, Layers is used, and EngineInfo::backendReason says why.
    GpuSplit cardSplit = GpuSplit::Auto;
    uint64_t cacheBytes = 0;  ///< for the KV cache of all conversations; 0: chosen from the free memory
    /// Folder in which KV cache blocks are stored for later starts, as soon as they are computed; empty:
    /// none.
    std::filesystem::path prefixFolder;
    uint64_t prefixBytes = 10'000'000'000;      ///< limit for that folder, all models together
    uint64_t prefixBytesADay = 10'000'000'000;  ///< limit for writing into it on one day
    /// Encrypts the stored blocks; blocks there that are not encrypted with this key are removed. nullopt:
    /// blocks are not encrypted, and encrypted ones are removed.
    std::optional<CacheKey> prefixKey = std::nullopt;
    /// A smaller model with the same vocabulary that drafts for Speculation::DraftModel, see
    /// hearth/draft_check.h; empty: none. A model that cannot be used is ignored, and EngineInfo says why.
    std::filesystem::path draftModel;
    /// The vision encoder of the model, an mmproj file. Empty: the file next to `model` that is named after
    /// it (hearth/vision_file.h), or the model's own folder.
    std::filesystem::path visionFile = {};
    /// The program whose child processes decode pictures (hearth/picture_decoder.h); empty: this process
    /// does.
    std::filesystem::path pictureDecoder = {};
    /// The reason why this process runs the model; goes first into EngineInfo::backendReason. Empty: none.
    Message placeReason = {};
    /// Routing between two models: the large one next to `model`, see hearth/route_generator.h.
    /// Engine::load() and plan() only use `model`.
    std::shared_ptr<const LargeModel> large = {};
};

}  // namespace hearth
