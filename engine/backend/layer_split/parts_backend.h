#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/layer_split/split_parts.h"
#include "backend/layer_split/split_stores.h"

namespace hearth {

/// Common base of all backends that consist of several: caches and states are those of the parts, and an
/// answer is that of all parts together.
class PartsBackend : public Backend {
public:
    PartsBackend(const PartsBackend&) = delete;
    PartsBackend& operator=(const PartsBackend&) = delete;

    uint32_t alikeRows() const final {
        uint32_t rows = UINT32_MAX;
        for (const auto& backend : m_backends) rows = std::min(rows, backend->alikeRows());
        return rows;
    }
    ExpertTraffic expertTraffic() const final {
        ExpertTraffic traffic;
        for (const auto& backend : m_backends) traffic.add(backend->expertTraffic());
        return traffic;
    }
    bool canRotateKeys() const final {
        return std::ranges::all_of(m_backends, [](const auto& backend) { return backend->canRotateKeys(); });
    }
    void synchronize() final {
        for (const auto& backend : m_backends) backend->synchronize();
    }

    std::unique_ptr<PagedKvCache> makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                   const GroupBlocks& blocks) final {
        return m_stores.makePagedKvCache(std::move(layers), types, blocks);
    }
    void copyBlock(PagedKvCache& store, uint32_t group, int32_t from, int32_t to, uint32_t positions) final {
        m_stores.copyBlock(store, group, from, to, positions);
    }
    uint64_t blockBytes(const PagedKvCache& store, uint32_t group) const final {
        return m_stores.blockBytes(store, group);
    }
    void saveBlock(const PagedKvCache& store, uint32_t group, int32_t block, std::span<std::byte> out) final {
        m_stores.saveBlock(store, group, block, out);
    }
    void loadBlock(PagedKvCache& store, uint32_t group, int32_t block, std::span<const std::byte> in) final {
        m_stores.loadBlock(store, group, block, in);
    }
    void copyResidualBlock(PagedKvCache& store, int32_t from, int32_t to) final {
        m_stores.copyResidualBlock(store, from, to);
    }
    uint64_t residualBlockBytes(const PagedKvCache& store) const final {
        return m_stores.residualBlockBytes(store);
    }
    void saveResidualBlock(const PagedKvCache& store, int32_t number, std::span<std::byte> out) final {
        m_stores.saveResidualBlock(store, number, out);
    }
    void loadResidualBlock(PagedKvCache& store, int32_t number, std::span<const std::byte> in) final {
        m_stores.loadResidualBlock(store, number, in);
    }

    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t count) final {
        return m_stores.makeStateStore(std::move(floatsPerLayer), count);
    }
    void copyState(StateStore& store, int32_t from, int32_t to) final { m_stores.copyState(store, from, to); }
    void resetState(StateStore& store, int32_t slot) final { m_stores.resetState(store, slot); }
    void saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) final {
        m_stores.saveState(store, slot, out);
    }
    void loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) final {
        m_stores.loadState(store, slot, in);
    }

protected:
    /// `stores`: what each part keeps of a layer: a SplitShare or a SplitPlacement.
    template <typename Stores>
    PartsBackend(SplitBackends parts, const Stores& stores)
        : m_backends(std::move(parts)), m_stores(m_backends, stores) {}

    SplitBackends m_backends;

private:
    SplitStores m_stores;
};

}  // namespace hearth
