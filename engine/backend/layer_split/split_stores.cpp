#include "backend/layer_split/split_stores.h"

#include <algorithm>

namespace hearth {
namespace {

struct SplitPagedKvCache final : PagedKvCache {
    std::vector<std::unique_ptr<PagedKvCache>> parts;

    bool commit(uint32_t group, uint32_t count) override {
        return std::ranges::all_of(parts, [&](const auto& part) { return part->commit(group, count); });
    }
    void shrink(uint32_t group, uint32_t count) override {
        for (const auto& part : parts) part->shrink(group, count);
    }
    uint64_t committedBytes() const override {
        uint64_t bytes = 0;
        for (const auto& part : parts) bytes += part->committedBytes();
        return bytes;
    }
};

struct SplitStateStore final : StateStore {
    std::vector<std::unique_ptr<StateStore>> parts;
};

const PagedKvCache& partOf(const PagedKvCache& store, size_t part) {
    return *static_cast<const SplitPagedKvCache&>(store).parts[part];
}
const StateStore& partOf(const StateStore& store, size_t part) {
    return *static_cast<const SplitStateStore&>(store).parts[part];
}

}  // namespace

SplitStores::SplitStores(const SplitBackends& backends, const SplitPlacement& placement)
    : SplitStores(backends, [placement](uint32_t layer, size_t part, uint32_t heads) {
          return placement.partOfLayer(layer) == part ? heads : 0U;
      }) {
}

PagedKvCache* SplitStores::on(PagedKvCache* store, size_t part) {
    return static_cast<SplitPagedKvCache*>(store)->parts[part].get();
}

StateStore* SplitStores::on(StateStore* store, size_t part) {
    return static_cast<SplitStateStore*>(store)->parts[part].get();
}

std::unique_ptr<PagedKvCache> SplitStores::makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes types,
                                                            const GroupBlocks& blocks) const {
    auto store = std::make_unique<SplitPagedKvCache>();
    store->types = types;
    store->blocks = blocks;
    for (size_t part = 0; part < m_backends.size(); ++part) {
        auto own = layers;
        for (uint32_t layer = 0; layer < own.size(); ++layer)
            own[layer].kvHeads = m_share(layer, part, own[layer].kvHeads);
        store->parts.push_back(m_backends[part]->makePagedKvCache(std::move(own), types, blocks));
        store->sizeBytes += store->parts.back()->sizeBytes;
    }
    store->layers = std::move(layers);
    return store;
}

void SplitStores::copyBlock(PagedKvCache& store, uint32_t group, int32_t from, int32_t to,
                            uint32_t positions) const {
    for (size_t part = 0; part < m_backends.size(); ++part)
        m_backends[part]->copyBlock(*on(&store, part), group, from, to, positions);
}

void SplitStores::copyResidualBlock(PagedKvCache& store, int32_t from, int32_t to) const {
    for (size_t part = 0; part < m_backends.size(); ++part)
        m_backends[part]->copyResidualBlock(*on(&store, part), from, to);
}

uint64_t SplitStores::residualBlockBytes(const PagedKvCache& store) const {
    uint64_t bytes = 0;
    for (size_t part = 0; part < m_backends.size(); ++part)
        bytes += m_backends[part]->residualBlockBytes(partOf(store, part));
    return bytes;
}

void SplitStores::saveResidualBlock(const PagedKvCache& store, int32_t number,
                                    std::span<std::byte> out) const {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        const uint64_t bytes = m_backends[part]->residualBlockBytes(partOf(store, part));
        m_backends[part]->saveResidualBlock(partOf(store, part), number, out.first(bytes));
        out = out.subspan(bytes);
    }
}

void SplitStores::loadResidualBlock(PagedKvCache& store, int32_t number,
                                    std::span<const std::byte> in) const {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        const uint64_t bytes = m_backends[part]->residualBlockBytes(partOf(store, part));
        m_backends[part]->loadResidualBlock(*on(&store, part), number, in.first(bytes));
        in = in.subspan(bytes);
    }
}

uint64_t SplitStores::blockBytes(const PagedKvCache& store, uint32_t group) const {
    uint64_t bytes = 0;
    for (size_t part = 0; part < m_backends.size(); ++part)
        bytes += m_backends[part]->blockBytes(partOf(store, part), group);
    return bytes;
}

void SplitStores::saveBlock(const PagedKvCache& store, uint32_t group, int32_t block,
                            std::span<std::byte> out) const {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        const uint64_t bytes = m_backends[part]->blockBytes(partOf(store, part), group);
        m_backends[part]->saveBlock(partOf(store, part), group, block, out.first(bytes));
        out = out.subspan(bytes);
    }
}

void SplitStores::loadBlock(PagedKvCache& store, uint32_t group, int32_t block,
                            std::span<const std::byte> in) const {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        const uint64_t bytes = m_backends[part]->blockBytes(partOf(store, part), group);
        m_backends[part]->loadBlock(*on(&store, part), group, block, in.first(bytes));
        in = in.subspan(bytes);
    }
}

std::unique_ptr<StateStore> SplitStores::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                        uint32_t slots) const {
    auto store = std::make_unique<SplitStateStore>();
    store->slotCount = slots;
    for (size_t part = 0; part < m_backends.size(); ++part) {
        auto own = floatsPerLayer;
        for (uint32_t layer = 0; layer < own.size(); ++layer)
            if (m_share(layer, part, 1) == 0) own[layer] = 0;
        store->parts.push_back(m_backends[part]->makeStateStore(std::move(own), slots));
    }
    store->floatsPerLayer = std::move(floatsPerLayer);
    return store;
}

void SplitStores::copyState(StateStore& store, int32_t from, int32_t to) const {
    for (size_t part = 0; part < m_backends.size(); ++part)
        m_backends[part]->copyState(*on(&store, part), from, to);
}

void SplitStores::resetState(StateStore& store, int32_t slot) const {
    for (size_t part = 0; part < m_backends.size(); ++part)
        m_backends[part]->resetState(*on(&store, part), slot);
}

void SplitStores::saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) const {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        const StateStore& own = partOf(store, part);
        m_backends[part]->saveState(own, slot, out.first(own.slotBytes()));
        out = out.subspan(own.slotBytes());
    }
}

void SplitStores::loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) const {
    for (size_t part = 0; part < m_backends.size(); ++part) {
        StateStore& own = *on(&store, part);
        m_backends[part]->loadState(own, slot, in.first(own.slotBytes()));
        in = in.subspan(own.slotBytes());
    }
}

}  // namespace hearth
