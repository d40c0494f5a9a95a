// A cache on a GPU takes the GPU's memory as it grows, and the GPU may be full then.
#include <filesystem>
#include <memory>

#include "backend/registry/built_in_backends.h"
#include "hearth/gguf.h"
#include "session/scheduler.h"
#include "speculation/loaded_draft.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#ifdef HEARTH_EMULATED
#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#endif

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

#ifdef HEARTH_EMULATED
namespace {

constexpr uint32_t cardContext = 512, cardBlocks = 64;
constexpr uint64_t cardBytes = uint64_t{32} << 20U;

/// Notes why a sequence ended.
class EndingClient final : public SequenceClient {
public:
    void promptProcessed(size_t, size_t) override {}
    std::optional<TokenId> next(std::span<const float>) override { return std::nullopt; }
    void full() override { isFull = true; }
    void outOfMemory() override { lacksMemory = true; }
    bool stopped() const override { return false; }
    bool isFull = false, lacksMemory = false;
};

void runToTheEnd(Scheduler& scheduler) {
    for (int steps = 0; !scheduler.idle(); ++steps) {
        QVERIFY(steps < 2000);
        scheduler.step();
    }
}

/// All that is free on the GPU but for what so many blocks take: what another program does.
cuda::DeviceMemory fillCard(const Scheduler& scheduler, uint64_t blocks) {
    const cuda::MemoryInfo memory = cuda::memoryInfo();
    uint64_t left = memory.totalBytes / 64;
    for (uint32_t group = 0; group < scheduler.windows().size(); ++group)
        left += blocks * scheduler.kv().blockBytes(group);
    return cuda::DeviceMemory(memory.freeBytes - left);
}

class EmulatedKind final : public BackendKind {
public:
    EmulatedKind()
        : BackendKind(
              {.name = "emulated", .title = "Emulated", .type = DeviceType::Accelerator, .ownMemory = true}) {
    }
    DeviceSearch findDevices() const override {
        return {.devices = {{.name = "Emulated", .memoryBytes = cardBytes, .details = {}}}};
    }
    std::unique_ptr<Backend> make(const BackendSettings&) const override {
        return std::make_unique<cuda::CudaBackend>();
    }
    DeviceBandwidth measureBandwidth(const BackendSettings&) const override { return {}; }
    std::unique_ptr<DeviceMonitor> makeMonitor() const override { return nullptr; }
};

}  // namespace
#endif

class TestCardGrowth : public QObject {
    Q_OBJECT

#ifdef HEARTH_EMULATED
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Model> m_model;

    void load(const std::string& name) {
        m_model.reset();
        m_backend.reset();
        emulator::configureDevice({.memoryBytes = cardBytes});
        emulator::g_machine.configure({});
        m_backend = std::make_unique<cuda::CudaBackend>();
        const auto file =
            std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" / (name + ".gguf");
        m_model = Model::load(GgufFile::open(file), *m_backend, cardContext, {.rows = 96, .logitRows = 16});
    }
    GreedyClient alone(const std::vector<TokenId>& prompt, size_t count) {
        Scheduler scheduler(*m_model, KvType::F16, cardContext, cardBlocks);
        GreedyClient client(count);
        scheduler.add(prompt, client, {});
        runToTheEnd(scheduler);
        return client;
    }
    static std::vector<TokenId> promptOf(unsigned number, size_t tokens) {
        std::vector<TokenId> prompt = randomTokens(tokens, 1000 + number);
        prompt[0] = static_cast<TokenId>(number);
        return prompt;
    }

private slots:
    /// The future cache of a draft model is not promised to another model.
    void aDraftsCacheIsTakenWithTheDraft() {
        // Placing a model leaves much room for others.
        emulator::configureDevice({.memoryBytes = uint64_t{4} << 30U});
        emulator::g_machine.configure({});
        BackendRegistry backends = builtInBackends();
        backends.add(std::make_shared<EmulatedKind>());
        EngineOptions options;
        options.model = options.draftModel = tinyModelsFolder() / "llama-f32.gguf";
        options.backend = "emulated";
        options.contextLength = 256;
        LoadedDraft draft(backends, options, GgufFile::open(options.model), [](double){}, {});
        const uint64_t taken = draft.draft().kv().committedBytes();
        QCOMPARE(taken, draft.draft().kv().sizeBytes);
        emulator::configureDevice({.memoryBytes = cardBytes});
        cuda::CudaBackend backend;
        const cuda::MemoryInfo memory = cuda::memoryInfo();
        constexpr uint64_t block = 4096;
        const uint64_t fits = (memory.freeBytes - memory.totalBytes / 64) / block;
        const auto storeOf = [&](uint64_t blocks) {
            return backend.makePagedKvCache({{ 2, 16, 16, 0 }}, KvType::F16, static_cast<uint32_t>(blocks));
        };
        QVERIFY(taken > block);
        QVERIFY_THROWS_EXCEPTION(Error, (void)storeOf(fits + taken / block));
        storeOf(fits)->commitAll();
    }
    void takesWhatTheTextsNeed() {
        load("llama3");
        const uint64_t before = emulator::allocatedBytes();
        Scheduler scheduler(*m_model, KvType::F16, cardContext, cardBlocks);
        QCOMPARE(scheduler.kv().committedBytes(), uint64_t{0});
        GreedyClient client(2);
        scheduler.add(promptOf(1, 40), client, {});
        runToTheEnd(scheduler);
        // Two blocks, and what is taken at a time.
        const uint64_t block = scheduler.kv().blockBytes(0);
        QVERIFY(scheduler.kv().committedBytes() >= 2 * block);
        QVERIFY(scheduler.kv().committedBytes() <= 8 * block);
        QVERIFY(emulator::allocatedBytes() - before < scheduler.kv().sizeBytes);
        QCOMPARE(client.tokens, alone(promptOf(1, 40), 2).tokens);
    }

    void whoComesLaterGivesWayOnAFullCard_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"llama3", "gemma3"}) QTest::newRow(name) << name;
    }
    /// Room for the blocks of one sequence and a half: texts are the same as those alone.
    void whoComesLaterGivesWayOnAFullCard() {
        QFETCH(QString, name);
        load(name.toStdString());
        constexpr size_t replyLength = 40;
        std::vector<GreedyClient> expected;
        for (unsigned i = 0; i < 2; ++i) expected.push_back(alone(promptOf(i, 100), replyLength));
        Scheduler scheduler(*m_model, KvType::F16, cardContext, cardBlocks);
        const cuda::DeviceMemory others = fillCard(scheduler, 8);
        std::vector<std::unique_ptr<GreedyClient>> clients;
        for (unsigned i = 0; i < 2; ++i) {
            clients.push_back(std::make_unique<GreedyClient>(replyLength));
            scheduler.add(promptOf(i, 100), *clients.back(), {});
        }
        runToTheEnd(scheduler);
        QCOMPARE(scheduler.pool().size(), 8U);
        for (unsigned i = 0; i < 2; ++i) {
            QVERIFY(!clients[i]->isFull);
            QCOMPARE(clients[i]->tokens, expected[i].tokens);
        }
    }

    void whatIsTooLongForTheCardIsToldSo() {
        load("llama3");
        const GreedyClient expected = alone(promptOf(6, 60), 3);
        Scheduler scheduler(*m_model, KvType::F16, cardContext, cardBlocks);
        {
            const cuda::DeviceMemory others = fillCard(scheduler, 8);
            EndingClient large;
            GreedyClient small(3);
            scheduler.add(promptOf(5, 400), large, {});
            scheduler.add(promptOf(6, 60), small, {});
            runToTheEnd(scheduler);
            QVERIFY(large.lacksMemory && !large.isFull);
            QCOMPARE(small.tokens, expected.tokens);
        }
        // Memory released by other programs is used.
        EndingClient again;
        scheduler.add(promptOf(5, 400), again, {});
        runToTheEnd(scheduler);
        QVERIFY(!again.lacksMemory && !again.isFull);
    }
#else
private slots:
    void needsTheEmulator() {
        QSKIP("The emulated card is not built here.");
    }
#endif
};

QTEST_GUILESS_MAIN(TestCardGrowth)
#include "tst_card_growth.moc"
