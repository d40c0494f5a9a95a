// Experts in host memory on the emulated device: the same bits whatever is on the GPU.
#include <functional>

#include "backend/check/random_weights.h"
#include "backend/cuda/cuda_backend.h"
#include "engine/backend/cuda/backend_pair.h"
#include "engine/backend/cuda/kernel_test_main.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr size_t experts = 10, used = 3;

/// The bytes of one mixture, and what a backend makes of rows with it.
struct Mixture {
    BlockType type;
    bool joined = false;
    size_t columns = blockTypeInfo(type).blockElements > 64 ? 256 : 64, hidden = columns;
    std::mt19937 random{11};
    std::vector<std::byte> router = randomBlocks(BlockType::F32, columns* experts, random);
    std::vector<std::byte> gate = randomBlocks(type, (joined ? 2 : 1) * columns * hidden * experts, random);
    std::vector<std::byte> up = randomBlocks(type, columns* hidden* experts, random);
    std::vector<std::byte> down = randomBlocks(type, columns* hidden* experts, random);
    std::vector<std::byte> bias = randomBlocks(BlockType::F32, columns* experts, random);
    std::vector<std::byte> scale = randomBlocks(BlockType::F32, experts, random);
};

class Run {
public:
    Run(const Mixture& mixture, uint32_t onGpu) : columns(mixture.columns) {
        const size_t hidden = mixture.hidden;
        if (onGpu > 0) m_backend.hostExperts(onGpu);
        const auto upload = [&](WeightRole role, BlockType type, uint64_t rows, uint64_t count,
                                const std::vector<std::byte>& bytes, uint64_t width) {
            return m_backend.upload(WeightSource{"test",
                                                 type,
                                                 width,
                                                 rows,
                                                 count,
                                                 [&bytes](uint64_t offset, std::span<std::byte> out) {
                                                     std::copy_n(bytes.data() + offset, out.size(),
                                                                 out.data());
                                                 },
                                                 {.role = role, .layer = 0}});
        };
        m_router = upload(WeightRole::Router, BlockType::F32, experts, 1, mixture.router, columns);
        m_gate = upload(mixture.joined ? WeightRole::ExpertGateUp : WeightRole::ExpertGate, mixture.type,
                        mixture.joined ? 2 * hidden : hidden, experts, mixture.gate, columns);
        if (!mixture.joined)
            m_up = upload(WeightRole::ExpertUp, mixture.type, hidden, experts, mixture.up, columns);
        m_down = upload(WeightRole::ExpertDown, mixture.type, columns, experts, mixture.down, hidden);
        m_bias = upload(WeightRole::Unknown, BlockType::F32, experts, 1, mixture.bias, columns);
        m_scale = upload(WeightRole::Unknown, BlockType::F32, 1, 1, mixture.scale, experts);
    }

    std::vector<float> rows(size_t count, const std::vector<float>& values) {
        Batch batch;
        batch.sequences.push_back({{{0}}, -1});
        for (size_t i = 0; i < count; ++i) batch.rows.push_back({0, static_cast<int32_t>(i), 1, true});
        const auto in = m_backend.allocate(count, columns), out = m_backend.allocate(count, columns);
        m_backend.upload({in.get(), 0, columns}, count, std::span(values).first(count * columns));
        m_backend.upload({out.get(), 0, columns}, count, std::vector<float>(count * columns, 0.25F));
        m_backend.beginBatch(batch);
        ExpertsArgs args;
        args.in = {in.get(), 0, columns};
        args.norm = {NormKind::Rms, nullptr, nullptr, 1e-5F};
        args.router = m_router.get();
        args.used = used;
        args.normalizeWeights = true;
        args.gate = {m_gate.get(), nullptr};
        if (m_up) args.up = {m_up.get(), nullptr};
        args.down = {m_down.get(), m_bias.get()};
        args.expertScale = m_scale.get();
        args.scale = 0.5F;
        args.out = {out.get(), 0, columns};
        m_backend.experts(args);
        // The next operation in the step sees the results.
        MultiplyArgs twice;
        twice.a = twice.out = args.out;
        twice.scale = 2;
        m_backend.multiply(twice);
        std::vector<float> results(count * columns);
        m_backend.download(args.out, count, results);
        return results;
    }
    cuda::CudaBackend& backend() { return m_backend; }

private:
    size_t columns;
    cuda::CudaBackend m_backend;
    std::unique_ptr<Weight> m_router, m_gate, m_up, m_down, m_bias, m_scale;
};

std::vector<float> randomRows(size_t count, size_t columns, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count * columns);
    for (float& value : values) value = normal(random);
    return values;
}

}  // namespace

class CudaOffloadedExpertsTest : public QObject {
    Q_OBJECT

private slots:
    void anyNumberOfSlotsGivesTheSameBits_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("joined");
        for (const BlockType type :
             {BlockType::F32, BlockType::F16, BlockType::FP8_E4M3, BlockType::Q4_0, BlockType::Q4_K}) {
            const bool joined = type == BlockType::F16 || type == BlockType::Q4_0;
            QTest::addRow("%s%s", std::string(blockTypeInfo(type).name).c_str(), joined ? ", joined" : "")
                << static_cast<int>(type) << joined;
        }
    }
    /// Replies of one and two rows, of a few, and prompts that need all experts, one step after the other:
    /// one slot, a few, all but one.
    void anyNumberOfSlotsGivesTheSameBits() {
        QFETCH(int, type);
        QFETCH(bool, joined);
        const EmulatedTest device;
        const Mixture mixture{.type = static_cast<BlockType>(type), .joined = joined};
        const std::vector<size_t> steps{1, 1, 2, 9, 5, 1};
        std::vector<std::vector<float>> expected;
        for (const uint32_t onGpu : {0U, 1U, 4U, 9U}) {
            // Those are slow here.
            if (mixture.columns == 256 && onGpu != 0 && onGpu != 4) continue;
            Run run(mixture, onGpu);
            for (size_t i = 0; i < steps.size(); ++i) {
                const auto result =
                    run.rows(steps[i], randomRows(steps[i], mixture.columns, static_cast<unsigned>(i / 2)));
                noteResult(result);
                if (onGpu == 0) expected.push_back(result);
                QVERIFY2(result == expected[i], qPrintable(QString("%1 slots, step %2").arg(onGpu).arg(i)));
            }
            const ExpertTraffic traffic = run.backend().expertTraffic();
            QCOMPARE(traffic.isUsed(), onGpu != 0);
            if (onGpu == 0) continue;
            QCOMPARE(traffic.onGpu, static_cast<int>(onGpu));
            QCOMPARE(traffic.experts, static_cast<int>(experts));
            QVERIFY(traffic.misses > 0);
            QCOMPARE(traffic.copiedBytes, traffic.hostBytes / experts * traffic.misses);
        }
    }

    /// A row again needs what it needed before.
    void theSameRowAgainFindsAll() {
        const EmulatedTest device;
        const Mixture mixture{.type = BlockType::Q4_0, .joined = false};
        Run run(mixture, used);
        const auto values = randomRows(1, mixture.columns, 5);
        const auto first = run.rows(1, values);
        QCOMPARE(run.backend().expertTraffic().misses, uint64_t{used});
        for (uint64_t again = 1; again <= 3; ++again) {
            QVERIFY(run.rows(1, values) == first);
            QCOMPARE(run.backend().expertTraffic().hits, again * used);
        }
        QCOMPARE(run.backend().expertTraffic().misses, uint64_t{used});
    }

    /// Memory that runs out in the middle of a step, at each of its allocations: what was to be copied by
    /// then is copied when the step is done again.
    void aStepThatFailsIsRightWhenItIsDoneAgain() {
        const EmulatedTest device;
        const Mixture mixture{.type = BlockType::Q4_0, .joined = false};
        const auto values = randomRows(9, mixture.columns, 8);
        const auto expected = Run(mixture, 0).rows(9, values);
        Run run(mixture, 4);
        int failures = 0;
        for (bool done = false; !done;) {
            emulator::DeviceOptions options = deviceOptions();
            options.allocationsBeforeFailure = failures;
            emulator::configureDevice(options);
            try {
                QVERIFY(run.rows(9, values) == expected);
                done = true;
            } catch (const Error& error) {
                QCOMPARE(error.code(), ErrorCode::OutOfMemory);
                QVERIFY(++failures < 100);
            }
        }
        QVERIFY(failures > 5);
    }

    /// The GPU has room for the slots alone.
    void countsWhatTheCardTakes() {
        const EmulatedTest device;
        const Mixture mixture{.type = BlockType::Q4_K, .joined = false};
        cuda::CudaBackend backend;
        const WeightSource source{"test",
                                  mixture.type,
                                  mixture.columns,
                                  mixture.hidden,
                                  experts,
                                  {},
                                  {.role = WeightRole::ExpertGate, .layer = 0}};
        const uint64_t all = backend.uploadBytes(source);
        QVERIFY(backend.hostExperts(5));
        QCOMPARE(backend.uploadBytes(source), all / 2);
        // As many slots as experts are all of them.
        QVERIFY(backend.hostExperts(experts));
        QCOMPARE(backend.uploadBytes(source), all);
        WeightSource router = source;
        router.id.role = WeightRole::Router;
        QVERIFY(backend.hostExperts(5));
        QCOMPARE(backend.uploadBytes(router), all);
    }
};

HEARTH_KERNEL_TEST_MAIN(CudaOffloadedExpertsTest)
#include "tst_cuda_offloaded_experts.moc"
