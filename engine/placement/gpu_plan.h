#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hearth {

/// Memory of a model by layer, in bytes: each layer's memory on a device, including its share of the cache,
/// and the memory needed in addition.
struct LayerSizes {
    std::vector<uint64_t> layers;
    uint64_t others = 0;   ///< on the device of the last layer: head, embeddings, activations
    uint64_t scratch = 0;  ///< on every other device that has layers: activations
};

/// Resources of a GPU for a model.
struct GpuRoom {
    uint64_t freeBytes = 0;
    double bytesPerS = 0;  ///< bandwidth of its memory; 0: not known
};

/// Assignment of layers to GPUs: each GPU has consecutive layers, and the remaining first layers of the model
/// are on the host.
struct GpuPlan {
    struct Share {
        size_t card = 0;  ///< index of the room
        uint32_t layers = 0;
        bool operator==(const Share&) const = default;
    };
    std::vector<Share> shares;  ///< in the order of the layers, none empty; the last one has the head
    uint32_t hostLayers = 0;
    bool operator==(const GpuPlan&) const = default;
};

/// Bytes that a GPU needs in addition to its layers: scratch memory, on the `last` one the head, and a
/// reserve for the driver.
uint64_t neededBesidesLayers(const LayerSizes& sizes, bool last) noexcept;

/// The largest number of layers, counted from the last one, that fit into `freeBytes` with a reserve for the
/// driver and for scratch memory.
uint32_t layersThatFit(const LayerSizes& sizes, uint64_t freeBytes) noexcept;

/// Distributes layers over GPUs so that each takes equally long for its layers (bytes over bandwidth), as far
/// as memory allows: layers that do not fit on one GPU go to those with room. A reply passes through the GPUs
/// one after the other, so the fastest has the head; among equally fast ones, the one with the most room.
/// GPUs of unknown bandwidth count as equally fast.
GpuPlan planGpus(const LayerSizes& sizes, std::span<const GpuRoom> rooms);

}  // namespace hearth
