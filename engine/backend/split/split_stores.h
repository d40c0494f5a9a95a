#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/split/split_placement.h"

namespace hearth {

/// The KV cache and the recurrent states of a model, each layer's part on the side that computes it. Block
/// and slot numbers are the same on both; their bytes are those of the device followed by those of the host.
/// The backends outlive it. Arguments and errors as with the functions of the same names in Backend.
class SplitStores {
public:
    SplitStores(const SplitBackends& backends, const SplitPlacement& placement)
        : m_backends(backends), m_placement(placement) {}

    std::unique_ptr<KvStore> makeKvStore(std::vector<KvLayerShape> layers, KvTypes types,
                                         const GroupBlocks& blocks) const;
    void copyBlock(KvStore& store, uint32_t group, int32_t from, int32_t to, uint32_t positions) const;
    void copyOpenBlock(KvStore& store, int32_t from, int32_t to) const;
    uint64_t openBlockBytes(const KvStore& store) const;
    void saveOpenBlock(const KvStore& store, int32_t number, std::span<std::byte> out) const;
    void loadOpenBlock(KvStore& store, int32_t number, std::span<const std::byte> in) const;
    uint64_t blockBytes(const KvStore& store, uint32_t group) const;
    void saveBlock(const KvStore& store, uint32_t group, int32_t block, std::span<std::byte> out) const;
    void loadBlock(KvStore& store, uint32_t group, int32_t block, std::span<const std::byte> in) const;
    static KvStore* on(KvStore* store, SplitSide side);

    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t slots) const;
    void copyState(StateStore& store, int32_t from, int32_t to) const;
    void resetState(StateStore& store, int32_t slot) const;
    void saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) const;
    void loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) const;
    static StateStore* on(StateStore* store, SplitSide side);

private:
    const SplitBackends& m_backends;
    SplitPlacement m_placement;
};

}  // namespace hearth
