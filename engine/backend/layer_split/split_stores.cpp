#include "backend/layer_split/split_stores.h"

#include <algorithm>

namespace hearth {
namespace {

/// Calls each part with its own bytes: those of the parts are one after the other.
template <class Parts, class Bytes, class Size, class Call>
void eachWithBytes(const Parts& parts, Bytes bytes, const Size& size, const Call& call) {
    for (const auto& part : parts) {
        const uint64_t own = size(*part);
        call(*part, bytes.first(own));
        bytes = bytes.subspan(own);
    }
}

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

    void copyBlock(uint32_t group, int32_t from, int32_t to, uint32_t positions) override {
        for (const auto& part : parts) part->copyBlock(group, from, to, positions);
    }
    uint64_t blockBytes(uint32_t group) const override {
        uint64_t bytes = 0;
        for (const auto& part : parts) bytes += part->blockBytes(group);
        return bytes;
    }
    void saveBlock(uint32_t group, int32_t block, std::span<std::byte> out) const override {
        eachWithBytes(
            parts, out, [&](const PagedKvCache& part) { return part.blockBytes(group); },
            [&](const PagedKvCache& part, auto own) { part.saveBlock(group, block, own); });
    }
    void loadBlock(uint32_t group, int32_t block, std::span<const std::byte> in) override {
        eachWithBytes(
            parts, in, [&](const PagedKvCache& part) { return part.blockBytes(group); },
            [&](PagedKvCache& part, auto own) { part.loadBlock(group, block, own); });
    }

    void copyResidualBlock(int32_t from, int32_t to) override {
        for (const auto& part : parts) part->copyResidualBlock(from, to);
    }
    uint64_t residualBlockBytes() const override {
        uint64_t bytes = 0;
        for (const auto& part : parts) bytes += part->residualBlockBytes();
        return bytes;
    }
    void saveResidualBlock(int32_t number, std::span<std::byte> out) const override {
        eachWithBytes(
            parts, out, [](const PagedKvCache& part) { return part.residualBlockBytes(); },
            [&](const PagedKvCache& part, auto own) { part.saveResidualBlock(number, own); });
    }
    void loadResidualBlock(int32_t number, std::span<const std::byte> in) override {
        eachWithBytes(
            parts, in, [](const PagedKvCache& part) { return part.residualBlockBytes(); },
            [&](PagedKvCache& part, auto own) { part.loadResidualBlock(number, own); });
    }
};

struct SplitStateStore final : StateStore {
    std::vector<std::unique_ptr<StateStore>> parts;

    void copy(int32_t from, int32_t to) override {
        for (const auto& part : parts) part->copy(from, to);
    }
    void reset(int32_t slot) override {
        for (const auto& part : parts) part->reset(slot);
    }
    void save(int32_t slot, std::span<std::byte> out) const override {
        eachWithBytes(
            parts, out, [](const StateStore& part) { return part.slotBytes(); },
            [&](const StateStore& part, auto own) { part.save(slot, own); });
    }
    void load(int32_t slot, std::span<const std::byte> in) override {
        eachWithBytes(
            parts, in, [](const StateStore& part) { return part.slotBytes(); },
            [&](StateStore& part, auto own) { part.load(slot, own); });
    }
};

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

}  // namespace hearth
