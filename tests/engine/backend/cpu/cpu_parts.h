#pragma once

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "backend/cpu/batch_context.h"
#include "backend/cpu/cpu_weight.h"
#include "backend/cpu/kernels.h"
#include "backend/cpu/memory.h"
#include "backend/cpu/thread_pool.h"
#include "random_blocks.h"

/// Fixtures for tests of single parts of the CPU backend.
namespace hearth::test {

/// A matrix of the backend, and its numbers as plain C++ multiplies with them: (experts, rows, columns).
struct CpuMatrix {
    std::unique_ptr<cpu::CpuWeight> weight;
    std::vector<float> values;
};

struct CpuParts {
    const cpu::KernelTable& kernels;
    cpu::ThreadPool pool;
    cpu::BatchContext batch;
    cpu::Arena arena;
    std::mt19937 random{41};

    explicit CpuParts(cpu::IsaLevel level = cpu::IsaLevel::Amx, unsigned threads = 2)
        : kernels(cpu::kernelTable(level)), pool(threads) {}

    /// Rows of one sequence from a position on; the last `logits` of them want logits.
    void begin(RowKind kind, size_t rows, int32_t position = 0, size_t logits = 0) {
        Batch next;
        next.kind = kind;
        next.sequences.resize(1);
        for (size_t i = 0; i < rows; ++i)
            next.rows.push_back({0, position + static_cast<int32_t>(i), 0, i + logits >= rows});
        batch.begin(next);
    }
    std::vector<float> numbers(size_t count) {
        std::normal_distribution<float> normal;
        std::vector<float> values(count);
        for (float& value : values) value = normal(random);
        return values;
    }
    CpuMatrix matrix(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts = 1) {
        return packed(type, columns, rows, experts, randomBlocks(type, columns * rows * experts, random));
    }
    /// A matrix of given numbers, or with one row a vector.
    std::unique_ptr<cpu::CpuWeight> weight(uint64_t columns, const std::vector<float>& values) {
        std::vector<std::byte> stored(values.size() * sizeof(float));
        std::memcpy(stored.data(), values.data(), stored.size());
        return packed(BlockType::F32, columns, values.size() / columns, 1, std::move(stored)).weight;
    }
    static cpu::CpuBuffer buffer(uint64_t columns, std::span<const float> values) {
        cpu::CpuBuffer result(values.size() / columns, columns);
        std::copy(values.begin(), values.end(), result.memory.as<float>());
        return result;
    }
    static std::vector<float> valuesIn(const cpu::CpuBuffer& buffer) {
        const float* first = buffer.memory.as<float>();
        return {first, first + buffer.rows * buffer.columns};
    }
    static Slice whole(cpu::CpuBuffer& buffer) { return {&buffer, 0, buffer.columns}; }

private:
    CpuMatrix packed(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts,
                     std::vector<std::byte> stored) {
        CpuMatrix result;
        result.values.resize(columns * rows * experts);
        dequantizeRow(type, stored, result.values);
        WeightSource source{
            .name = "test", .type = type, .columns = columns, .rows = rows, .experts = experts, .read = {}};
        source.read = [stored = std::move(stored)](uint64_t offset, std::span<std::byte> out) {
            std::memcpy(out.data(), stored.data() + offset, out.size());
        };
        result.weight = cpu::packWeight(source, arena, pool);
        return result;
    }
};

/// Relative error of results: root of mean squares.
inline double relativeError(std::span<const float> found, std::span<const float> wanted) {
    double error = 0;
    double size = 1e-30;
    for (size_t i = 0; i < wanted.size(); ++i) {
        error += (double(found[i]) - double(wanted[i])) * (double(found[i]) - double(wanted[i]));
        size += double(wanted[i]) * double(wanted[i]);
    }
    return std::sqrt(error / size);
}

inline bool sameBitsIn(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace hearth::test
