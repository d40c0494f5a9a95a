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
    GemmDispatch,  ///< some of each layer's products and heads on each GPU, which work at the same time
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
    /// GPUs, by their numbers in the order in which hearth/devices.h and `hearth-cli doctor` have
    /// them; on several the layers are spread by how quick they are and how much room they have. Empty: as
    /// few as hold the model, the quickest first.
    std::vector<int> devices = {};
    /// TensorParallel where that cannot be is as Layers, and EngineInfo::backendReason says why.
    GpuSplit cardSplit = GpuSplit::Auto;
    uint64_t cacheBytes = 0;  ///< memory for the KV cache of all conversations; 0: chosen by what is free
    /// Where blocks of the cache are kept for later starts, as soon as they are computed; empty: nowhere.
    std::filesystem::path prefixFolder;
    uint64_t prefixBytes = 10'000'000'000;      ///< at most in that folder, of all models
    uint64_t prefixBytesADay = 10'000'000'000;  ///< at most written into it on a day
    /// Encrypts what is kept there; what lies there and is not encrypted with it is removed. nullopt: it is
    /// not encrypted, and what lies there and is goes.
    std::optional<CacheKey> prefixKey = std::nullopt;
    /// A smaller model of the same vocabulary that guesses for Speculation::DraftModel, see
    /// hearth/draft_check.h; empty: none. One that cannot be used is left out, and EngineInfo says why.
    std::filesystem::path draftModel;
    /// The vision encoder of the model, an mmproj file; empty: the one that lies beside `model` and is named
    /// after it (hearth/vision_file.h), or the model's own folder.
    std::filesystem::path visionFile = {};
    /// The program whose child processes decode pictures (hearth/picture_decoder.h); empty: this process
    /// does.
    std::filesystem::path pictureDecoder = {};
    /// The reason why this process runs the model; goes first into EngineInfo::backendReason. Empty: none.
    Message placeReason = {};
    /// Two models as one: the large one beside `model`, see hearth/route_generator.h. Engine::load() and
    /// plan() look at `model` alone.
    std::shared_ptr<const LargeModel> large = {};
};

}  // namespace hearth
