#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hearth {

/// How a model's memory is spread, in bytes: what each layer takes on a device with its share of the cache,
/// and what is needed besides.
struct LayerSizes {
    std::vector<uint64_t> layers;
    uint64_t others = 0;   ///< on the device of the last layer: head, embeddings, activations
    uint64_t scratch = 0;  ///< on every other one that has layers: activations
};

/// What a GPU has for a model.
struct GpuRoom {
    uint64_t freeBytes = 0;
    double bytesPerS = 0;  ///< that it reads of its memory; 0: not known
};

/// Which layers lie on which GPUs: each has some that follow each other, and what is left is the first
/// layers of the model, for the host.
struct GpuPlan {
    struct Share {
        size_t card = 0;  ///< of the rooms
        uint32_t layers = 0;
        bool operator==(const Share&) const = default;
    };
    std::vector<Share> shares;  ///< in the order of the layers, none empty; the last one has the head
    uint32_t hostLayers = 0;
    bool operator==(const GpuPlan&) const = default;
};

/// What a GPU needs besides its layers: scratch memory, on the `last` one the head, and a reserve for the
/// driver.
uint64_t neededBesidesLayers(const LayerSizes& sizes, bool last) noexcept;

/// The most layers, from the last one back, that fit into `freeBytes` with a reserve for the driver and for
/// scratch memory.
uint32_t layersThatFit(const LayerSizes& sizes, uint64_t freeBytes) noexcept;

/// Spreads layers over GPUs so that each needs as long for its own as the others, which is bytes over
/// bandwidth, as far as memory allows: what does not fit on one goes to those with room. A reply goes through
/// the GPUs one after the other, so the quickest has the head; among equals the one with the most room.
/// GPUs of unknown bandwidth count as equally quick.
GpuPlan planGpus(const LayerSizes& sizes, std::span<const GpuRoom> rooms);

}  // namespace hearth
