#include "backend/layer_split/split_activations.h"

#include <algorithm>
#include <vector>

namespace hearth {
namespace {

struct SplitBuffer final : Buffer {
    std::vector<std::unique_ptr<Buffer>> parts;
    std::vector<bool> fresh;
};

SplitBuffer& splitBufferOf(const Slice& slice) {
    return static_cast<SplitBuffer&>(*slice.buffer);
}

}  // namespace

std::unique_ptr<Buffer> SplitActivations::allocate(uint64_t rows, uint64_t columns) const {
    auto buffer = std::make_unique<SplitBuffer>();
    buffer->rows = rows;
    buffer->columns = columns;
    for (const auto& backend : m_backends) buffer->parts.push_back(backend->allocate(rows, columns));
    buffer->fresh.resize(m_backends.size());
    return buffer;
}

void SplitActivations::beginBatch(uint64_t rows) noexcept {
    m_rows = rows;
    m_crossings = 0;
}

Slice SplitActivations::on(const Slice& slice, size_t part) {
    return {splitBufferOf(slice).parts[part].get(), slice.firstColumn, slice.columns};
}

size_t SplitActivations::freshPart(const Slice& slice) {
    const std::vector<bool>& fresh = splitBufferOf(slice).fresh;
    const auto found = std::ranges::find(fresh, true);
    return found == fresh.end() ? 0 : static_cast<size_t>(found - fresh.begin());
}

Slice SplitActivations::input(const Slice& slice, size_t part) {
    if (slice.buffer == nullptr) return slice;
    SplitBuffer& buffer = splitBufferOf(slice);
    const size_t other = freshPart(slice);
    if (!buffer.fresh[part] && buffer.fresh[other]) {
        const Slice from{buffer.parts[other].get(), 0, buffer.columns},
            to{buffer.parts[part].get(), 0, buffer.columns};
        if (!m_exchange || !m_exchange->copy(*m_backends[other], from, *m_backends[part], to, m_rows)) {
            m_transfer.resize(m_rows * buffer.columns);
            m_backends[other]->download(from, m_rows, m_transfer);
            m_backends[part]->upload(to, m_rows, m_transfer);
        }
        buffer.fresh[part] = true;
        ++m_crossings;
    }
    return on(slice, part);
}

Slice SplitActivations::output(const Slice& slice, size_t part, bool keepsOld) {
    const Slice target = keepsOld ? input(slice, part) : on(slice, part);
    SplitBuffer& buffer = splitBufferOf(slice);
    buffer.fresh.assign(buffer.fresh.size(), false);
    buffer.fresh[part] = true;
    return target;
}

void SplitActivations::upload(const Slice& to, uint64_t rows, std::span<const float> values) const {
    SplitBuffer& buffer = splitBufferOf(to);
    for (size_t part = 0; part < m_backends.size(); ++part) {
        m_backends[part]->upload(on(to, part), rows, values);
        buffer.fresh[part] = true;
    }
}

}  // namespace hearth
