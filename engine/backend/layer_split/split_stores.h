#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/layer_split/split_parts.h"
#include "backend/layer_split/split_placement.h"

namespace hearth {

/// The share of a layer's cache and states that a part keeps: that of some of the heads, of all, or of none.
using SplitShare = std::function<uint32_t(uint32_t layer, size_t part, uint32_t heads)>;

/// Makes the KV cache and the recurrent states of a model, each part's share on the part. Block and slot
/// numbers are the same on all; their bytes are those of the parts one after the other. The backends outlive
/// it. Arguments and errors as with the functions of the same names in Backend.
class SplitStores {
public:
    /// States have one head each.
    SplitStores(const SplitBackends& backends, SplitShare share)
        : m_backends(backends), m_share(std::move(share)) {}
    /// Each layer whole, on the part that computes it.
    SplitStores(const SplitBackends& backends, const SplitPlacement& placement);

    std::unique_ptr<PagedKvCache> makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                   const GroupBlocks& blocks) const;
    static PagedKvCache* on(PagedKvCache* store, size_t part);

    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t slots) const;
    static StateStore* on(StateStore* store, size_t part);

private:
    const SplitBackends& m_backends;
    SplitShare m_share;
};

}  // namespace hearth
