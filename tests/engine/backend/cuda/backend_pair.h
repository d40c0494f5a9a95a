#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "backend/check/random_weights.h"
#include "backend/cuda/cuda_backend.h"
#include "backend/reference/reference_backend.h"
#include "emulator/access_checker.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#include "emulator/observer.h"
#include "engine/backend/cuda/kernel_test_main.h"

/// The same operation on the plain reference and on the emulated CUDA backend.
namespace hearth::test {

/// A fresh emulated device for one test, by default as kernel_test_main.h says. Where the kernels report
/// their accesses, every one is checked meanwhile.
class EmulatedTest {
public:
    explicit EmulatedTest(const emulator::DeviceOptions& device = deviceOptions(),
                          const emulator::MachineOptions& machine = machineOptions()) {
        emulator::configureDevice(device);
        emulator::g_machine.configure(machine);
        if (emulator::g_accessesAreReported) m_checker.emplace();
    }

private:
    std::optional<emulator::AccessChecker> m_checker;
};

class BackendPair {
public:
    /// One thing on both sides.
    template <class T>
    struct Both {
        std::unique_ptr<T> reference, cuda;
    };

    EmulatedTest device;
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
    /// Activations that int8 in groups of 32 holds exactly: integers up to 127 times a power of two.
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
        const auto a = values(reference, both.reference, rows), b = cudaValues(both, rows);
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
        auto result = values(cuda, both.cuda, rows);
        noteResult(result);
        return result;
    }
};

/// Runs an operation on both; `fill` gives the arguments their side's memory, the reference's (true) or the
/// device's.
template <class Args, class Fill>
void onBoth(BackendPair& pair, Args args, Fill fill, void (Backend::*operation)(const Args&)) {
    fill(args, true);
    (pair.reference.*operation)(args);
    fill(args, false);
    (pair.cuda.*operation)(args);
}

/// Every column of one side.
inline Slice all(const BackendPair::Both<Buffer>& both, bool reference) {
    Buffer* buffer = reference ? both.reference.get() : both.cuda.get();
    return {buffer, 0, buffer->columns};
}
inline const Weight* side(const BackendPair::Both<Weight>& both, bool reference) {
    return reference ? both.reference.get() : both.cuda.get();
}

}  // namespace hearth::test
