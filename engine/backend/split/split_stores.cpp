#include "backend/split/split_stores.h"

namespace hearth {
namespace {

struct SplitKvStore final : KvStore {
    BySide<std::unique_ptr<KvStore>> sides;

    bool commit(uint32_t group, uint32_t count) override {
        for (const SplitSide side : splitSides)
            if (!sides[side]->commit(group, count)) return false;
        return true;
    }
    uint64_t committedBytes() const override {
        uint64_t bytes = 0;
        for (const SplitSide side : splitSides) bytes += sides[side]->committedBytes();
        return bytes;
    }
};

struct SplitStateStore final : StateStore {
    BySide<std::unique_ptr<StateStore>> sides;
};

const KvStore& partOf(const KvStore& store, SplitSide side) {
    return *static_cast<const SplitKvStore&>(store).sides[side];
}
const StateStore& partOf(const StateStore& store, SplitSide side) {
    return *static_cast<const SplitStateStore&>(store).sides[side];
}

}  // namespace

KvStore* SplitStores::on(KvStore* store, SplitSide side) {
    return static_cast<SplitKvStore*>(store)->sides[side].get();
}

StateStore* SplitStores::on(StateStore* store, SplitSide side) {
    return static_cast<SplitStateStore*>(store)->sides[side].get();
}

std::unique_ptr<KvStore> SplitStores::makeKvStore(std::vector<KvLayerShape> layers, KvTypes types,
                                                  const GroupBlocks& blocks) const {
    auto store = std::make_unique<SplitKvStore>();
    store->types = types;
    store->blocks = blocks;
    for (const SplitSide side : splitSides) {
        auto own = layers;
        for (size_t layer = 0; layer < own.size(); ++layer) {
            if (m_placement.sideOfLayer(static_cast<uint32_t>(layer)) != side)
                own[layer].kvHeads = 0;  // nothing is kept for it here
        }
        store->sides[side] = m_backends[side]->makeKvStore(std::move(own), types, blocks);
        store->sizeBytes += store->sides[side]->sizeBytes;
    }
    store->layers = std::move(layers);
    return store;
}

void SplitStores::copyBlock(KvStore& store, uint32_t group, int32_t from, int32_t to,
                            uint32_t positions) const {
    for (const SplitSide side : splitSides)
        m_backends[side]->copyBlock(*on(&store, side), group, from, to, positions);
}

void SplitStores::copyOpenBlock(KvStore& store, int32_t from, int32_t to) const {
    for (const SplitSide side : splitSides) m_backends[side]->copyOpenBlock(*on(&store, side), from, to);
}

uint64_t SplitStores::openBlockBytes(const KvStore& store) const {
    uint64_t bytes = 0;
    for (const SplitSide side : splitSides) bytes += m_backends[side]->openBlockBytes(partOf(store, side));
    return bytes;
}

void SplitStores::saveOpenBlock(const KvStore& store, int32_t number, std::span<std::byte> out) const {
    for (const SplitSide side : splitSides) {
        const uint64_t bytes = m_backends[side]->openBlockBytes(partOf(store, side));
        m_backends[side]->saveOpenBlock(partOf(store, side), number, out.first(bytes));
        out = out.subspan(bytes);
    }
}

void SplitStores::loadOpenBlock(KvStore& store, int32_t number, std::span<const std::byte> in) const {
    for (const SplitSide side : splitSides) {
        const uint64_t bytes = m_backends[side]->openBlockBytes(partOf(store, side));
        m_backends[side]->loadOpenBlock(*on(&store, side), number, in.first(bytes));
        in = in.subspan(bytes);
    }
}

uint64_t SplitStores::blockBytes(const KvStore& store, uint32_t group) const {
    uint64_t bytes = 0;
    for (const SplitSide side : splitSides) bytes += m_backends[side]->blockBytes(partOf(store, side), group);
    return bytes;
}

void SplitStores::saveBlock(const KvStore& store, uint32_t group, int32_t block,
                            std::span<std::byte> out) const {
    for (const SplitSide side : splitSides) {
        const uint64_t bytes = m_backends[side]->blockBytes(partOf(store, side), group);
        m_backends[side]->saveBlock(partOf(store, side), group, block, out.first(bytes));
        out = out.subspan(bytes);
    }
}

void SplitStores::loadBlock(KvStore& store, uint32_t group, int32_t block,
                            std::span<const std::byte> in) const {
    for (const SplitSide side : splitSides) {
        const uint64_t bytes = m_backends[side]->blockBytes(partOf(store, side), group);
        m_backends[side]->loadBlock(*on(&store, side), group, block, in.first(bytes));
        in = in.subspan(bytes);
    }
}

std::unique_ptr<StateStore> SplitStores::makeStateStore(std::vector<uint64_t> floatsPerLayer,
                                                        uint32_t slots) const {
    auto store = std::make_unique<SplitStateStore>();
    store->slotCount = slots;
    for (const SplitSide side : splitSides) {
        auto own = floatsPerLayer;
        for (size_t layer = 0; layer < own.size(); ++layer) {
            if (m_placement.sideOfLayer(static_cast<uint32_t>(layer)) != side) own[layer] = 0;
        }
        store->sides[side] = m_backends[side]->makeStateStore(std::move(own), slots);
    }
    store->floatsPerLayer = std::move(floatsPerLayer);
    return store;
}

void SplitStores::copyState(StateStore& store, int32_t from, int32_t to) const {
    for (const SplitSide side : splitSides) m_backends[side]->copyState(*on(&store, side), from, to);
}

void SplitStores::resetState(StateStore& store, int32_t slot) const {
    for (const SplitSide side : splitSides) m_backends[side]->resetState(*on(&store, side), slot);
}

void SplitStores::saveState(const StateStore& store, int32_t slot, std::span<std::byte> out) const {
    for (const SplitSide side : splitSides) {
        const StateStore& own = partOf(store, side);
        m_backends[side]->saveState(own, slot, out.first(own.slotBytes()));
        out = out.subspan(own.slotBytes());
    }
}

void SplitStores::loadState(StateStore& store, int32_t slot, std::span<const std::byte> in) const {
    for (const SplitSide side : splitSides) {
        StateStore& own = *on(&store, side);
        m_backends[side]->loadState(own, slot, in.first(own.slotBytes()));
        in = in.subspan(own.slotBytes());
    }
}

}  // namespace hearth
