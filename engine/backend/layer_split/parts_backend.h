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

    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floatsPerLayer, uint32_t count) final {
        return m_stores.makeStateStore(std::move(floatsPerLayer), count);
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
