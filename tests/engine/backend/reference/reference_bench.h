#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "backend/reference/reference_backend.h"

namespace hearth::test {

/// Weights and activations of a reference backend from plain numbers.
class ReferenceBench {
public:
    ReferenceBackend backend;

    /// (experts, rows, columns), float32.
    const Weight* weight(uint64_t columns, uint64_t rows, std::vector<float> values, uint64_t experts = 1) {
        m_weights.push_back(backend.upload(
            {"test", BlockType::F32, columns, rows, experts, [&](uint64_t offset, std::span<std::byte> out) {
                 std::memcpy(out.data(), reinterpret_cast<const std::byte*>(values.data()) + offset,
                             out.size());
             }}));
        return m_weights.back().get();
    }
    Slice buffer(uint64_t rows, uint64_t columns, std::vector<float> values = {}) {
        m_buffers.push_back(backend.allocate(rows, columns));
        const Slice slice{m_buffers.back().get(), 0, columns};
        if (!values.empty()) backend.upload(slice, rows, values);
        return slice;
    }
    std::vector<float> read(const Slice& slice, uint64_t rows = 1) {
        std::vector<float> values(rows * slice.columns);
        backend.download(slice, rows, values);
        return values;
    }
    /// Rows of one sequence at these positions, on the blocks 1, 0 of a store.
    void begin(const std::vector<int32_t>& positions, const std::vector<bool>& wanted = {}) {
        Batch batch;
        batch.sequences.push_back({{{1, 0}}, -1});
        for (size_t i = 0; i < positions.size(); ++i)
            batch.rows.push_back({0, positions[i], static_cast<TokenId>(i), wanted.empty() || wanted[i]});
        backend.beginBatch(batch);
    }

private:
    std::vector<std::unique_ptr<Weight>> m_weights;
    std::vector<std::unique_ptr<Buffer>> m_buffers;
};

inline bool near(const std::vector<float>& a, const std::vector<double>& b, double tolerance = 1e-5) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](float x, double y) {
               return std::abs(x - y) <= tolerance * std::max(1.0, std::abs(y));
           });
}

}  // namespace hearth::test
