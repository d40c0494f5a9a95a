#include "backend_pair.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

/// Mixtures of experts against the plain reference.
class TestCudaExperts : public QObject {
    Q_OBJECT

private slots:
    void expertsOfManyRows_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("joined");
        QTest::addColumn<bool>("limited");
        for (const BlockType type :
             {BlockType::Q4_0, BlockType::Q4_K, BlockType::MXFP4, BlockType::F16, BlockType::FP8_E4M3}) {
            for (const bool joined : {false, true})
                QTest::addRow("%s%s", std::string(blockTypeInfo(type).name).c_str(), joined ? ", joined" : "")
                    << static_cast<int>(type) << joined << false;
        }
        for (const BlockType type : {BlockType::Q4_0, BlockType::F16})
            QTest::addRow("%s, limited", std::string(blockTypeInfo(type).name).c_str())
                << static_cast<int>(type) << false << true;
    }
    /// Rows that share experts give the reference's results, each with the bits that it has with fewer rows.
    void expertsOfManyRows() {
        QFETCH(int, type);
        QFETCH(bool, joined);
        QFETCH(bool, limited);
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
                    if (limited) args.limit = 0.3F, args.weighsInputs = true;
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
        QTest::addColumn<float>("limit");
        QTest::addColumn<bool>("weighsInputs");
        for (const BlockType type : {BlockType::F32, BlockType::F16, BlockType::BF16}) {
            const std::string name(blockTypeInfo(type).name);
            QTest::addRow("softmax, %s", name.c_str())
                << 0 << 1 << false << static_cast<int>(type) << 0.0F << false;
            QTest::addRow("limited, %s", name.c_str())
                << 0 << 1 << false << static_cast<int>(type) << 0.3F << false;
            QTest::addRow("weighing inputs, joined, %s", name.c_str())
                << 2 << 1 << true << static_cast<int>(type) << 0.0F << true;
            QTest::addRow("softmax of the chosen, joined, %s", name.c_str())
                << 1 << 1 << true << static_cast<int>(type) << 0.0F << false;
            QTest::addRow("sigmoid in groups, %s", name.c_str())
                << 2 << 4 << false << static_cast<int>(type) << 0.0F << false;
        }
    }
    void experts() {
        QFETCH(int, kind);
        QFETCH(int, groups);
        QFETCH(bool, joined);
        QFETCH(int, type);
        QFETCH(float, limit);
        QFETCH(bool, weighsInputs);
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
                args.limit = limit;
                args.weighsInputs = weighsInputs;
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
};

HEARTH_KERNEL_TEST_MAIN(TestCudaExperts)
#include "tst_cuda_experts.moc"
