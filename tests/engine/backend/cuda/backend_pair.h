#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "backend/cuda/cuda_backend.h"
#include "backend/reference/reference_backend.h"
#include "quant/half_float.h"

/// The same operation on the plain reference and on the emulated CUDA backend.
namespace hearth::test {

/// Random bits for the blocks of a type, with scales that are of a sane size.
inline std::vector<std::byte> randomBlocks(BlockType type, size_t elements, std::mt19937& random) {
    const BlockTypeInfo& info = blockTypeInfo(type);
    std::vector<std::byte> bytes(elements / info.blockElements * info.blockBytes);
    std::normal_distribution<float> normal;
    if (type == BlockType::F32) {
        for (size_t i = 0; i < elements; ++i) {
            const float value = normal(random);
            std::memcpy(bytes.data() + i * 4, &value, 4);
        }
        return bytes;
    }
    const auto putHalf = [&](size_t at, float value) {
        const uint16_t half = type == BlockType::BF16
                                  ? static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16U)
                                  : floatToHalf(value);
        std::memcpy(bytes.data() + at, &half, 2);
    };
    if (type == BlockType::F16 || type == BlockType::BF16) {
        for (size_t i = 0; i < elements; ++i) putHalf(i * 2, normal(random));
        return bytes;
    }
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    std::vector<size_t> halves = {0};
    switch (type) {
        case BlockType::Q4_1:
        case BlockType::Q5_1:
        case BlockType::Q4_K:
        case BlockType::Q5_K:
            halves = {0, 2};
            break;
        case BlockType::Q2_K:
            halves = {80, 82};
            break;
        case BlockType::Q3_K:
            halves = {108};
            break;
        case BlockType::Q6_K:
            halves = {208};
            break;
        case BlockType::TQ1_0:
            halves = {52};
            break;
        case BlockType::TQ2_0:
            halves = {64};
            break;
        case BlockType::MXFP4:
        case BlockType::IQ1_M:
            halves = {};
            break;
        default:
            break;
    }
    for (size_t block = 0; block < bytes.size(); block += info.blockBytes) {
        for (const size_t at : halves) putHalf(block + at, 0.02F + 0.01F * std::abs(normal(random)));
        if (type == BlockType::MXFP4) bytes[block] = static_cast<std::byte>(118 + random() % 8);
        if (type == BlockType::IQ1_M) {  // the half's four nibbles are the tops of four words
            const uint16_t half = floatToHalf(0.03F);
            for (size_t word = 0; word < 4; ++word) {
                auto& top = bytes[block + 48 + 2 * word + 1];
                top = (top & std::byte{0x0f}) | static_cast<std::byte>((half >> (4 * word) & 15U) << 4U);
            }
        }
    }
    return bytes;
}

class BackendPair {
public:
    /// One thing on both sides.
    template <class T>
    struct Both {
        std::unique_ptr<T> reference, cuda;
    };

    ReferenceBackend reference;
    cuda::CudaBackend cuda;
    std::mt19937 random{12345};

    Both<Weight> weight(BlockType type, uint64_t columns, uint64_t rows = 1, uint64_t experts = 1) {
        return weightOf(type, columns, rows, experts, randomBlocks(type, columns * rows * experts, random));
    }
    Both<Weight> weightOf(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts,
                          const std::vector<std::byte>& bytes) {
        WeightSource source{
            "test", type, columns, rows, experts, [&bytes](uint64_t offset, std::span<std::byte> out) {
                std::copy_n(bytes.data() + offset, out.size(), out.data());
            }};
        return {reference.upload(source), cuda.upload(source)};
    }

    Both<Buffer> buffer(uint64_t rows, uint64_t columns, const std::vector<float>& values) {
        Both<Buffer> both{reference.allocate(rows, columns), cuda.allocate(rows, columns)};
        reference.upload({both.reference.get(), 0, columns}, rows, values);
        cuda.upload({both.cuda.get(), 0, columns}, rows, values);
        return both;
    }
    Both<Buffer> randomBuffer(uint64_t rows, uint64_t columns) {
        return buffer(rows, columns, randomFloats(rows * columns));
    }
    std::vector<float> randomFloats(size_t count) {
        std::normal_distribution<float> normal;
        std::vector<float> values(count);
        for (float& value : values) value = normal(random);
        return values;
    }
    /// Activations that int8 in groups of 32 holds exactly: whole numbers up to 127 times a power of two.
    std::vector<float> exactFloats(size_t count) {
        std::vector<float> values(count);
        for (size_t i = 0; i < count; ++i) {
            values[i] = static_cast<float>(i % 32 == 0 ? 127 : static_cast<int>(random() % 255) - 127) *
                        std::ldexp(1.0F, -static_cast<int>(i / 32 % 7));
        }
        return values;
    }

    /// `rows` rows of one sequence from `position` on, as both backends' batch. Every third row (and the
    /// last) wants logits.
    void begin(size_t rows, int32_t position = 0, std::vector<std::vector<int32_t>> tables = {{0}}) {
        Batch batch;
        batch.sequences.push_back({std::move(tables), -1});
        for (size_t i = 0; i < rows; ++i) {
            batch.rows.push_back({0, position + static_cast<int32_t>(i), static_cast<TokenId>(i * 7 % 50),
                                  i % 3 == 0 || i + 1 == rows});
        }
        begin(batch);
    }
    void begin(const Batch& batch) {
        reference.beginBatch(batch);
        cuda.beginBatch(batch);
    }

    struct Difference {
        double largest = 0, scale = 0;
        double relative() const { return largest / std::max(scale, 1e-20); }
    };
    /// Largest difference, and the rms of the reference.
    Difference compare(const Both<Buffer>& both, size_t rows) {
        const size_t count = rows * both.reference->columns;
        const auto a = values(reference, both.reference, rows), b = values(cuda, both.cuda, rows);
        Difference difference;
        for (size_t i = 0; i < count; ++i) {
            const double d = std::abs(double{a[i]} - b[i]);
            difference.largest = d <= difference.largest ? difference.largest : std::isnan(d) ? HUGE_VAL : d;
            difference.scale += double{a[i]} * a[i] / static_cast<double>(count);
        }
        difference.scale = std::sqrt(difference.scale);
        return difference;
    }
    std::vector<float> values(Backend& backend, const std::unique_ptr<Buffer>& buffer, size_t rows) {
        std::vector<float> out(rows * buffer->columns);
        backend.download({buffer.get(), 0, buffer->columns}, rows, out);
        return out;
    }
    std::vector<float> cudaValues(const Both<Buffer>& both, size_t rows) {
        return values(cuda, both.cuda, rows);
    }
};

}  // namespace hearth::test
