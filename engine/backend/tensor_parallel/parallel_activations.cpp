#include "backend/tensor_parallel/parallel_activations.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

struct ParallelBuffer final : Buffer {
    std::vector<std::unique_ptr<Buffer>> parts;
    bool cut = false;
};

ParallelBuffer& parallelBufferOf(const Slice& slice) {
    return static_cast<ParallelBuffer&>(*slice.buffer);
}

}  // namespace

ParallelActivations::ParallelActivations(const SplitBackends& backends,
                                         std::unique_ptr<PeerTransport> exchange)
    : m_backends(backends), m_exchange(std::move(exchange)) {
    for (const auto& backend : backends) m_all.push_back(backend.get());
}

std::unique_ptr<Buffer> ParallelActivations::allocate(uint64_t rows, uint64_t columns) const {
    auto buffer = std::make_unique<ParallelBuffer>();
    buffer->rows = rows;
    buffer->columns = columns;
    for (const auto& backend : m_backends) buffer->parts.push_back(backend->allocate(rows, columns));
    return buffer;
}

bool ParallelActivations::isCut(const Slice& slice) {
    return slice.buffer != nullptr && parallelBufferOf(slice).cut;
}

void ParallelActivations::setCut(const Slice& slice, bool cut) {
    parallelBufferOf(slice).cut = cut;
}

Slice ParallelActivations::on(const Slice& slice, size_t part) const {
    if (slice.buffer == nullptr) return slice;
    const ParallelBuffer& buffer = parallelBufferOf(slice);
    const uint64_t shares = buffer.cut ? m_backends.size() : 1;
    return {buffer.parts[part].get(), slice.firstColumn / shares, slice.columns / shares};
}

std::span<const Slice> ParallelActivations::partsOf(const Slice& out) {
    Sums& sums = m_sums[m_nextSums];
    m_nextSums ^= 1U;
    for (size_t part = 0; part < m_backends.size(); ++part) {
        if (sums.buffers.size() <= part) sums.buffers.emplace_back(), sums.slices.emplace_back();
        auto& buffer = sums.buffers[part];
        if (!buffer || buffer->rows < out.buffer->rows || buffer->columns < out.columns) {
            m_backends[part]->synchronize();  // what is there may still be read
            buffer = m_backends[part]->allocate(out.buffer->rows, out.columns);
        }
        sums.slices[part] = {buffer.get(), 0, out.columns};
    }
    return m_parts = sums.slices;
}

void ParallelActivations::addUp(const Slice& out, bool accumulate) {
    setCut(out, false);
    std::vector<Slice> targets;
    for (size_t part = 0; part < m_backends.size(); ++part) targets.push_back(on(out, part));
    if (!m_exchange || !m_exchange->addUp(m_all, m_parts, targets, m_rows, accumulate))
        addUpOnHost(m_parts, out, accumulate);
}

void ParallelActivations::addUpOnHost(std::span<const Slice> parts, const Slice& out, bool accumulate) const {
    std::vector<float> sum(m_rows * out.columns), values(sum.size());
    m_backends[0]->download(parts[0], m_rows, sum);
    for (size_t part = 1; part < parts.size(); ++part) {
        m_backends[part]->download(parts[part], m_rows, values);
        for (size_t i = 0; i < sum.size(); ++i) sum[i] += values[i];
    }
    if (accumulate) {
        m_backends[0]->download(on(out, 0), m_rows, values);
        for (size_t i = 0; i < sum.size(); ++i) sum[i] = values[i] + sum[i];
    }
    upload(out, m_rows, sum);
}

void ParallelActivations::upload(const Slice& to, uint64_t rows, std::span<const float> values) const {
    setCut(to, false);
    for (size_t part = 0; part < m_backends.size(); ++part)
        m_backends[part]->upload(on(to, part), rows, values);
}

void ParallelActivations::download(const Slice& from, uint64_t rows, std::span<float> out) const {
    if (!isCut(from)) return m_backends[0]->download(on(from, 0), rows, out);
    const uint64_t width = from.columns / m_backends.size();
    std::vector<float> share(rows * width);
    for (size_t part = 0; part < m_backends.size(); ++part) {
        m_backends[part]->download(on(from, part), rows, share);
        for (uint64_t row = 0; row < rows; ++row)
            std::copy_n(share.begin() + static_cast<ptrdiff_t>(row * width), width,
                        out.begin() + static_cast<ptrdiff_t>(row * from.columns + part * width));
    }
}

}  // namespace hearth
