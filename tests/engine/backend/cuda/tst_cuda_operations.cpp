#include "backend_pair.h"

#include <array>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Every operation of backend.h against the plain reference.
class TestCudaOperations : public QObject {
    Q_OBJECT

private slots:
    void linear_data() {
        QTest::addColumn<int>("type");
        for (const BlockType type : matrixTypes())
            QTest::newRow(std::string(blockTypeInfo(type).name).c_str()) << static_cast<int>(type);
    }
    /// Products of all types for one row, a few and many; a row's result is the same to the bit in each.
    void linear() {
        QFETCH(int, type);
        BackendPair pair;
        const size_t columns = 768, most = 70;
        const auto q = pair.weight(static_cast<BlockType>(type), columns, 100),
                   k = pair.weight(static_cast<BlockType>(type), columns, 33);
        const auto bias = pair.weight(BlockType::F32, 33);
        const auto values = pair.exactFloats(most * columns);
        std::vector<float> whole;
        for (const size_t rows : {most, size_t{9}, size_t{3}, size_t{1}}) {
            const auto in = pair.buffer(most, columns, values),
                       out = pair.buffer(most, 140, std::vector<float>(most * 140, 2.0F));
            pair.begin(rows);
            onBoth(
                pair, LinearArgs{},
                [&](LinearArgs& args, bool reference) {
                    args.in = all(in, reference);
                    args.parts = {{side(q, reference), nullptr}, {side(k, reference), side(bias, reference)}};
                    args.scale = 0.5F;
                    args.accumulate = true;
                    args.out = {all(out, reference).buffer, 3, 133};
                },
                &Backend::linear);
            const auto difference = pair.compare(out, rows);
            QVERIFY2(difference.relative() < 2e-5, qPrintable(QString::number(difference.relative())));
            const auto result = pair.cudaValues(out, rows);
            if (whole.empty()) whole = result;
            QVERIFY(std::equal(result.begin(), result.end(), whole.begin()));
        }
    }

    void longRows_data() { linear_data(); }
    /// Runs of which only the first k-blocks come ahead of the launch; the last run is shorter.
    void longRows() {
        QFETCH(int, type);
        BackendPair pair;
        const size_t columns = 6400, weightRows = 33, most = 3;
        const auto weight = pair.weight(static_cast<BlockType>(type), columns, weightRows);
        const auto values = pair.exactFloats(most * columns);
        std::vector<float> whole;
        for (const size_t rows : {most, size_t{2}, size_t{1}}) {
            const auto in = pair.buffer(most, columns, values), out = pair.randomBuffer(most, weightRows);
            pair.begin(rows);
            onBoth(
                pair, LinearArgs{},
                [&](LinearArgs& args, bool reference) {
                    args.in = all(in, reference);
                    args.parts = {{side(weight, reference), nullptr}};
                    args.out = all(out, reference);
                },
                &Backend::linear);
            const auto difference = pair.compare(out, rows);
            QVERIFY2(difference.relative() < 2e-5, qPrintable(QString::number(difference.relative())));
            const auto result = pair.cudaValues(out, rows);
            if (whole.empty()) whole = result;
            QVERIFY(std::equal(result.begin(), result.end(), whole.begin()));
        }
    }

    void gated_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("activation");
        for (const Activation activation :
             {Activation::Silu, Activation::GeluTanh, Activation::GeluErf, Activation::Relu,
              Activation::ReluSquared, Activation::SwigluOai, Activation::Sigmoid, Activation::Softplus}) {
            for (const BlockType type : {BlockType::Q4_0, BlockType::F16}) {
                QTest::addRow("%s %d", std::string(blockTypeInfo(type).name).c_str(),
                              static_cast<int>(activation))
                    << static_cast<int>(type) << static_cast<int>(activation);
            }
        }
    }
    void gated() {
        QFETCH(int, type);
        QFETCH(int, activation);
        BackendPair pair;
        const size_t columns = 96, hidden = 75;
        const auto gate = pair.weight(static_cast<BlockType>(type), columns, hidden),
                   up = pair.weight(static_cast<BlockType>(type), columns, hidden);
        const auto upBias = pair.weight(BlockType::F32, hidden);
        for (const size_t rows : {1, 2, 40}) {
            std::vector<float> values = pair.exactFloats(rows * columns);
            for (float& value : values) value /= 16;
            const auto in = pair.buffer(rows, columns, values), out = pair.randomBuffer(rows, hidden);
            pair.begin(rows);
            onBoth(
                pair, LinearArgs{},
                [&](LinearArgs& args, bool reference) {
                    args.in = all(in, reference);
                    args.parts = {{side(gate, reference), nullptr},
                                  {side(up, reference), side(upBias, reference)}};
                    args.gated = true;
                    args.activation = static_cast<Activation>(activation);
                    args.out = all(out, reference);
                },
                &Backend::linear);
            QVERIFY(pair.compare(out, rows).relative() < 2e-5);
        }
    }

    void normsBeforeProducts_data() {
        QTest::addColumn<int>("kind");
        for (const NormKind kind : {NormKind::Rms, NormKind::Layer, NormKind::UnitLength}) {
            QTest::addRow("%d", static_cast<int>(kind)) << static_cast<int>(kind);
        }
    }
    void normsBeforeProducts() {
        QFETCH(int, kind);
        BackendPair pair;
        const size_t columns = 200, rows = 13;
        const auto w = pair.weight(BlockType::F32, columns, 50), norm = pair.weight(BlockType::F32, columns),
                   bias = pair.weight(BlockType::F32, columns);
        const auto in = pair.randomBuffer(rows, columns), out = pair.randomBuffer(rows, 50),
                   plain = pair.randomBuffer(rows, columns);
        pair.begin(rows);
        const auto describe = [&](bool reference) {
            return Norm{static_cast<NormKind>(kind), side(norm, reference), side(bias, reference), 1e-5F};
        };
        onBoth(
            pair, LinearArgs{},
            [&](LinearArgs& args, bool reference) {
                args.in = all(in, reference);
                args.norm = describe(reference);
                args.parts = {{side(w, reference), nullptr}};
                args.softCap = 5;
                args.rows = RowSet::LogitRows;
                args.out = all(out, reference);
            },
            &Backend::linear);
        QVERIFY(pair.compare(out, 5).relative() < 2e-5);
        onBoth(
            pair, NormArgs{},
            [&](NormArgs& args, bool reference) {
                args.in = all(in, reference);
                args.norm = describe(reference);
                args.scale = 0.25F;
                args.accumulate = true;
                args.out = all(plain, reference);
            },
            &Backend::norm);
        QVERIFY(pair.compare(plain, rows).relative() < 1e-5);
    }

    /// Into columns in the middle; the rows and columns around them stay.
    void placesRows() {
        BackendPair pair;
        const size_t columns = 512, rows = 11;
        const auto out = pair.randomBuffer(rows, columns);
        pair.begin(rows);
        constexpr std::array<uint32_t, 3> given{7, 2, 10};
        std::vector<float> values(given.size() * 300);
        for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 23) - 11.0F;
        for (const bool accumulate : {false, true}) {
            for (const bool reference : {true, false}) {
                Backend& backend = reference ? static_cast<Backend&>(pair.reference) : pair.cuda;
                backend.placeRows({.rows = given,
                                   .values = values,
                                   .accumulate = accumulate,
                                   .out = {(reference ? out.reference : out.cuda).get(), 100, 300}});
            }
            QCOMPARE(pair.compare(out, rows).relative(), 0.0);
        }
    }

    void embedAndMultiply_data() { linear_data(); }
    void embedAndMultiply() {
        QFETCH(int, type);
        BackendPair pair;
        const size_t columns = 512, rows = 11;
        const auto table = pair.weight(static_cast<BlockType>(type), columns, 50);
        const auto out = pair.randomBuffer(rows, columns), factor = pair.randomBuffer(rows, 1);
        pair.begin(rows);
        pair.reference.embed(*table.reference, 3.0F, all(out, true));
        pair.cuda.embed(*table.cuda, 3.0F, all(out, false));
        const auto difference = pair.compare(out, rows);
        QVERIFY2(difference.relative() < 1e-5, qPrintable(QString::number(difference.relative())));
        // Of the columns in the middle, which leave threads over; those around them stay.
        onBoth(
            pair, MultiplyArgs{},
            [&](MultiplyArgs& args, bool reference) {
                args.a = args.out = {(reference ? out.reference : out.cuda).get(), 100, 300};
                args.b = all(factor, reference);
                args.activation = Activation::Silu;
                args.accumulate = true;
            },
            &Backend::multiply);
        QVERIFY(pair.compare(out, rows).relative() < 1e-5);
        onBoth(
            pair, MultiplyArgs{},
            [&](MultiplyArgs& args, bool reference) {
                args.a = args.out = all(out, reference);
                args.limits = {.lowest = -0.25F, .highest = 0.5F};
            },
            &Backend::multiply);
        QVERIFY(pair.compare(out, rows).relative() < 1e-5);
    }

    void headLinear() {
        BackendPair pair;
        const size_t heads = 3, in = 64, out = 40, tail = 8, rows = 5;
        for (const BlockType type : {BlockType::F32, BlockType::F16, BlockType::BF16, BlockType::Q8_0}) {
            const auto w = pair.weight(type, in, out, heads);
            const auto from =
                pair.buffer(rows, heads * (in + 32), pair.exactFloats(rows * heads * (in + 32)));
            const auto to = pair.randomBuffer(rows, heads * (out + tail));
            pair.begin(rows);
            onBoth(
                pair, HeadLinearArgs{},
                [&](HeadLinearArgs& args, bool reference) {
                    args.in = all(from, reference);
                    args.inStride = in + 32;
                    args.weight = side(w, reference);
                    args.tail = tail;
                    args.out = all(to, reference);
                    args.outStride = out + tail;
                },
                &Backend::headLinear);
            QVERIFY(pair.compare(to, rows).relative() < 1e-5);
        }
    }

    void expertsOfManyRows_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("joined");
        for (const BlockType type :
             {BlockType::Q4_0, BlockType::Q4_K, BlockType::MXFP4, BlockType::F16, BlockType::FP8_E4M3}) {
            for (const bool joined : {false, true})
                QTest::addRow("%s%s", std::string(blockTypeInfo(type).name).c_str(), joined ? ", joined" : "")
                    << static_cast<int>(type) << joined;
        }
    }
    /// Rows that share experts give the reference's results, each with the bits that it has with fewer rows.
    void expertsOfManyRows() {
        QFETCH(int, type);
        QFETCH(bool, joined);
        const auto blockType = static_cast<BlockType>(type);
        BackendPair pair;
        const size_t columns = 256, hidden = 256, experts = 5, most = 33;
        const auto router = pair.weight(BlockType::F32, columns, experts),
                   scale = pair.weight(BlockType::F32, experts);
        const auto gate = pair.weight(blockType, columns, joined ? 2 * hidden : hidden, experts),
                   up = pair.weight(blockType, columns, hidden, experts),
                   down = pair.weight(blockType, hidden, columns, experts);
        const auto gateBias = pair.weight(BlockType::F32, joined ? 2 * hidden : hidden, experts),
                   downBias = pair.weight(BlockType::F32, columns, experts);
        std::vector<float> values = pair.exactFloats(most * columns);
        for (float& value : values) value /= 64;
        std::vector<float> whole;
        for (const size_t rows : {most, size_t{9}, size_t{2}}) {
            const auto in = pair.buffer(most, columns, values),
                       out = pair.buffer(most, columns, std::vector<float>(most * columns, 0.25F));
            pair.begin(rows);
            onBoth(
                pair, ExpertsArgs{},
                [&](ExpertsArgs& args, bool reference) {
                    args.in = all(in, reference);
                    args.norm = {NormKind::Rms, nullptr, nullptr, 1e-5F};
                    args.router = side(router, reference);
                    args.used = 2;
                    args.gate = {side(gate, reference), side(gateBias, reference)};
                    if (!joined) args.up = {side(up, reference), nullptr};
                    args.down = {side(down, reference), side(downBias, reference)};
                    args.expertScale = side(scale, reference);
                    args.scale = 0.5F;
                    args.out = all(out, reference);
                },
                &Backend::experts);
            const auto difference = pair.compare(out, rows);
            // The reference does not round activations to 8 bits.
            const double allowed =
                blockType == BlockType::F16 || blockType == BlockType::FP8_E4M3 ? 1e-4 : 0.2;
            QVERIFY2(difference.relative() < allowed, qPrintable(QString::number(difference.relative())));
            const auto result = pair.cudaValues(out, rows);
            if (whole.empty()) whole = result;
            QVERIFY(std::equal(result.begin(), result.end(), whole.begin()));
        }
    }

    void experts_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("groups");
        QTest::addColumn<bool>("joined");
        QTest::addColumn<int>("type");
        for (const BlockType type : {BlockType::F32, BlockType::F16, BlockType::BF16}) {
            const std::string name(blockTypeInfo(type).name);
            QTest::addRow("softmax, %s", name.c_str()) << 0 << 1 << false << static_cast<int>(type);
            QTest::addRow("softmax of the chosen, joined, %s", name.c_str())
                << 1 << 1 << true << static_cast<int>(type);
            QTest::addRow("sigmoid in groups, %s", name.c_str()) << 2 << 4 << false << static_cast<int>(type);
        }
    }
    void experts() {
        QFETCH(int, kind);
        QFETCH(int, groups);
        QFETCH(bool, joined);
        QFETCH(int, type);
        const auto blockType = static_cast<BlockType>(type);
        BackendPair pair;
        const size_t columns = 64, hidden = 96, experts = 8, rows = 6;
        const auto router = pair.weight(BlockType::F32, columns, experts),
                   routerBias = pair.weight(BlockType::F32, experts),
                   selection = pair.weight(BlockType::F32, experts);
        const auto gate = pair.weight(blockType, columns, joined ? 2 * hidden : hidden, experts),
                   up = pair.weight(blockType, columns, hidden, experts),
                   down = pair.weight(blockType, hidden, columns, experts);
        const auto gateBias = pair.weight(BlockType::F32, joined ? 2 * hidden : hidden, experts),
                   downBias = pair.weight(BlockType::F32, columns, experts);
        const auto in = pair.randomBuffer(rows, columns), out = pair.randomBuffer(rows, columns);
        pair.begin(rows);
        onBoth(
            pair, ExpertsArgs{},
            [&](ExpertsArgs& args, bool reference) {
                args.in = all(in, reference);
                args.norm = {NormKind::Rms, nullptr, nullptr, 1e-5F};
                args.router = side(router, reference);
                args.routerBias = side(routerBias, reference);
                args.selectionBias = kind == 2 ? side(selection, reference) : nullptr;
                args.kind = static_cast<RouterKind>(kind);
                args.normalizeWeights = kind != 1;
                args.used = 3;
                args.groups = static_cast<uint32_t>(groups);
                args.usedGroups = groups > 1 ? 2 : 1;
                args.gate = {side(gate, reference), side(gateBias, reference)};
                if (!joined) args.up = {side(up, reference), nullptr};
                args.down = {side(down, reference), side(downBias, reference)};
                args.scale = 0.5F;
                args.out = all(out, reference);
            },
            &Backend::experts);
        QVERIFY(pair.compare(out, rows).relative() < 1e-5);
    }

    void choosesAmongManyExperts_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("groups");
        QTest::addColumn<bool>("equal");
        QTest::newRow("softmax") << 0 << 1 << false;
        QTest::newRow("softmax of the chosen") << 1 << 1 << false;
        QTest::newRow("sigmoid in groups") << 2 << 5 << false;
        QTest::newRow("sigmoid in two groups") << 2 << 2 << false;
        QTest::newRow("equal scores") << 0 << 1 << true;
        QTest::newRow("equal groups") << 2 << 50 << true;
    }
    /// The scores come from several blocks of threads, the last of which chooses, whichever that is.
    void choosesAmongManyExperts() {
        QFETCH(int, kind);
        QFETCH(int, groups);
        QFETCH(bool, equal);
        using emulator::CopyArrival, emulator::Order;
        const size_t columns = 32, hidden = 32, experts = 100, most = 11;
        std::vector<float> first;
        for (const auto& options :
             {machineOptions(), emulator::MachineOptions{Order::Reverse, CopyArrival::AtWait, 1},
              emulator::MachineOptions{Order::Seeded, CopyArrival::Seeded, 2}}) {
            if (!first.empty() && everyOrderRuns()) break;
            BackendPair pair;
            emulator::g_machine.configure(options);
            std::vector<std::byte> scores(columns * experts * sizeof(float));
            if (!equal) scores = randomBlocks(BlockType::F32, columns * experts, pair.random);
            const auto router = pair.weightOf(BlockType::F32, columns, experts, 1, scores);
            const auto gate = pair.weight(BlockType::F32, columns, hidden, experts),
                       up = pair.weight(BlockType::F32, columns, hidden, experts),
                       down = pair.weight(BlockType::F32, hidden, columns, experts);
            const auto in = pair.randomBuffer(most, columns), out = pair.randomBuffer(most, columns);
            for (const size_t rows : {most, size_t{1}}) {
                pair.begin(rows);
                onBoth(
                    pair, ExpertsArgs{},
                    [&](ExpertsArgs& args, bool reference) {
                        args.in = all(in, reference);
                        args.router = side(router, reference);
                        args.kind = static_cast<RouterKind>(kind);
                        args.normalizeWeights = true;
                        args.used = 4;
                        args.groups = static_cast<uint32_t>(groups);
                        args.usedGroups = groups > 2 ? 2 : 1;
                        args.gate = {side(gate, reference), nullptr};
                        args.up = {side(up, reference), nullptr};
                        args.down = {side(down, reference), nullptr};
                        args.accumulate = false;
                        args.out = all(out, reference);
                    },
                    &Backend::experts);
                QVERIFY(pair.compare(out, rows).relative() < 1e-5);
                const auto result = pair.cudaValues(out, rows);
                if (first.empty()) first = result;
                QVERIFY(std::equal(result.begin(), result.end(), first.begin()));
            }
        }
    }

    void refusesMoreMatricesThanShareAnInput() {
        BackendPair pair;
        const auto weight = pair.weight(BlockType::F32, 32, 4);
        const auto in = pair.randomBuffer(1, 32), out = pair.randomBuffer(1, 32);
        pair.begin(1);
        for (const size_t count : {size_t{0}, mostLinearParts + 1}) {
            LinearArgs args;
            args.in = all(in, false);
            args.out = all(out, false);
            args.parts.assign(count, {side(weight, false), nullptr});
            QVERIFY_THROWS_EXCEPTION(Error, pair.cuda.linear(args));
        }
    }

    void refusesWhatDoesNotFit() {
        const EmulatedTest device({.memoryBytes = 1 << 20});
        cuda::CudaBackend backend;
        QVERIFY_THROWS_EXCEPTION(Error, (void)backend.allocate(1024, 1024));
        QVERIFY_THROWS_EXCEPTION(Error,
                                 (void)backend.makePagedKvCache({{8, 128, 128, 0}}, KvType::F16, 1000));
        QCOMPARE(emulator::allocatedBytes(), uint64_t{0});
        emulator::configureDevice({.absence = "No NVIDIA driver was found."});
        QVERIFY_THROWS_EXCEPTION(Error, cuda::CudaBackend());
    }
};

HEARTH_KERNEL_TEST_MAIN(TestCudaOperations)
#include "tst_cuda_operations.moc"
