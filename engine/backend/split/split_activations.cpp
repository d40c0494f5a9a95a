#include "backend/split/split_activations.h"

namespace hearth {
namespace {

struct SplitBuffer final : Buffer {
    BySide<std::unique_ptr<Buffer>> sides;
    BySide<bool> fresh;
};

SplitBuffer& splitBufferOf(const Slice& slice) {
    return static_cast<SplitBuffer&>(*slice.buffer);
}

}  // namespace

std::unique_ptr<Buffer> SplitActivations::allocate(uint64_t rows, uint64_t columns) const {
    auto buffer = std::make_unique<SplitBuffer>();
    buffer->rows = rows;
    buffer->columns = columns;
    for (const SplitSide side : splitSides) buffer->sides[side] = m_backends[side]->allocate(rows, columns);
    return buffer;
}

void SplitActivations::beginBatch(uint64_t rows) noexcept {
    m_rows = rows;
    m_crossings = 0;
}

Slice SplitActivations::on(const Slice& slice, SplitSide side) {
    return {splitBufferOf(slice).sides[side].get(), slice.firstColumn, slice.columns};
}

SplitSide SplitActivations::freshSide(const Slice& slice) {
    return splitBufferOf(slice).fresh.device ? SplitSide::Device : SplitSide::Host;
}

Slice SplitActivations::input(const Slice& slice, SplitSide side) {
    if (slice.buffer == nullptr) return slice;
    SplitBuffer& buffer = splitBufferOf(slice);
    const SplitSide other = otherSide(side);
    if (!buffer.fresh[side] && buffer.fresh[other]) {
        m_transfer.resize(m_rows * buffer.columns);
        m_backends[other]->download({buffer.sides[other].get(), 0, buffer.columns}, m_rows, m_transfer);
        m_backends[side]->upload({buffer.sides[side].get(), 0, buffer.columns}, m_rows, m_transfer);
        buffer.fresh[side] = true;
        ++m_crossings;
    }
    return on(slice, side);
}

Slice SplitActivations::output(const Slice& slice, SplitSide side, bool keepsOld) {
    const Slice target = keepsOld ? input(slice, side) : on(slice, side);
    SplitBuffer& buffer = splitBufferOf(slice);
    buffer.fresh[side] = true;
    buffer.fresh[otherSide(side)] = false;
    return target;
}

void SplitActivations::upload(const Slice& to, uint64_t rows, std::span<const float> values) const {
    for (const SplitSide side : splitSides) {
        m_backends[side]->upload(on(to, side), rows, values);
        splitBufferOf(to).fresh[side] = true;
    }
}

}  // namespace hearth
