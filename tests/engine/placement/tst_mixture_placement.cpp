// A mixture that is larger than the emulated GPU: its experts live in host memory by themselves, and its
// logits have the bits that they have with everything on the GPU.
#include <dlfcn.h>

#include "emulator/device_emulated.h"
#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/gguf.h"
#include "hearth/probe.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class MixturePlacementTest : public QObject {
    Q_OBJECT

    using Configure = void (*)(const emulator::DeviceOptions&);
    Configure m_configure = nullptr;
    void (*m_configureAll)(const std::vector<emulator::DeviceOptions>&) = nullptr;

    void setCard(uint64_t bytes) const { m_configure({.memoryBytes = bytes}); }

    static EngineOptions options(const std::filesystem::path& model) {
        EngineOptions options;
        options.model = model;
        options.backend = "cuda";
        options.contextLength = 64;
        return options;
    }

    /// True if the plan puts everything on a GPU with `bytes` of memory.
    bool isWhole(const EngineOptions& options, uint64_t bytes) const {
        setCard(bytes);
        const MemoryPlan plan = Engine::plan(options);
        return !plan.cards.empty() && plan.layersOnDevice == plan.layers && !plan.experts.isUsed();
    }

private slots:
    void initTestCase() {
        constexpr const char* plugin = HEARTH_BINARY_DIR "/tests/emulated_card/libhearth-cuda.so";
        qputenv("HEARTH_CUDA_PLUGIN", plugin);
        void* library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
        QVERIFY2(library != nullptr, dlerror());
        m_configure = reinterpret_cast<Configure>(dlsym(library, "hearthConfigureEmulatedCard"));
        QVERIFY(m_configure != nullptr);
        m_configureAll =
            reinterpret_cast<decltype(m_configureAll)>(dlsym(library, "hearthConfigureEmulatedCards"));
        QVERIFY(m_configureAll != nullptr);
    }

    void aMixtureLargerThanTheCardKeepsItsLayersThere() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const EngineOptions own = options(pack / "tiny" / "qwen3moe.gguf");
        // The smallest GPU that holds all of it, to a kibibyte.
        uint64_t below = 0, enough = uint64_t{1} << 30U;
        QVERIFY(isWhole(own, enough));
        while (enough - below > 1024) {
            const uint64_t middle = below + (enough - below) / 2;
            (isWhole(own, middle) ? enough : below) = middle;
        }
        const std::vector<TokenId> tokens{5, 9, 13, 17, 21, 25, 29, 33};
        setCard(enough);
        const auto whole = Engine::load(own, {}, {})->probe()->logits(tokens, true, {});

        setCard(enough - (300U << 10U));
        const MemoryPlan plan = Engine::plan(own);
        QCOMPARE(plan.layersOnDevice, plan.layers);
        QVERIFY(plan.experts.isUsed());
        QVERIFY(plan.experts.onGpu < plan.experts.experts && plan.experts.onGpu > 0);
        QVERIFY(plan.experts.hostBytes > 0);
        const auto engine = Engine::load(own, {}, {});
        const EngineInfo info = engine->info();
        QVERIFY(info.memory.experts == plan.experts);
        QCOMPARE(info.backendReason.size(), size_t{1});
        QCOMPARE(info.backendReason.front().text(),
                 "the graphics card has room for " + std::to_string(plan.experts.onGpu) + " of the " +
                     std::to_string(plan.experts.experts) +
                     " experts of a layer, so the experts live in the memory of the computer and are copied "
                     "as they are needed");
        QVERIFY(engine->probe()->logits(tokens, true, {}) == whole);
        const ExpertTraffic traffic = engine->cache()->stats().experts;
        QCOMPARE(traffic.onGpu, plan.experts.onGpu);
        QVERIFY(traffic.misses > 0 && traffic.copiedBytes > 0);
        QCOMPARE(traffic.hostBytes, plan.experts.hostBytes);
    }

    /// Two equal GPUs that share every layer: each has its part of the experts that lie there.
    void cardsThatShareLayersKeepExpertsElsewhere() {
        HEARTH_REQUIRE(pack, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        EngineOptions own = options(pack / "tiny" / "qwen3moe.gguf");
        own.devices = {0, 1};
        own.cardSplit = GpuSplit::TensorParallel;
        const auto planWith = [&](uint64_t bytes) {
            m_configureAll({{.memoryBytes = bytes}, {.memoryBytes = bytes}});
            return Engine::plan(own);
        };
        const auto isShared = [](const MemoryPlan& plan) {
            return plan.cards.size() == 2 && plan.cards[0].layers == plan.layers &&
                   plan.cards[1].layers == plan.layers;
        };
        const std::vector<TokenId> tokens{5, 9, 13, 17, 21, 25, 29, 33};
        QVERIFY(isShared(planWith(uint64_t{1} << 30U)));
        const auto whole = Engine::load(own, {}, {})->probe()->logits(tokens, true, {});
        // The largest GPUs that do not hold all of it, to eight kibibytes.
        uint64_t below = 0, enough = uint64_t{1} << 30U;
        while (enough - below > 8192) {
            const uint64_t middle = below + (enough - below) / 2;
            const MemoryPlan plan = planWith(middle);
            (isShared(plan) && !plan.experts.isUsed() ? enough : below) = middle;
        }
        const MemoryPlan plan = planWith(below - (100U << 10U));
        QVERIFY(isShared(plan));
        QVERIFY(plan.experts.isUsed());
        QVERIFY(plan.experts.onGpu < plan.experts.experts && plan.experts.onGpu > 0);
        const auto engine = Engine::load(own, {}, {});
        QVERIFY(isShared(engine->info().memory));
        QVERIFY(engine->probe()->logits(tokens, true, {}) == whole);
        const ExpertTraffic traffic = engine->cache()->stats().experts;
        QVERIFY2(traffic.misses > 0 && traffic.copiedBytes > 0, qPrintable(QString::number(traffic.misses)));
        QCOMPARE(traffic.onGpu, plan.experts.onGpu);
    }

    /// No expert, nothing to keep elsewhere.
    void otherModelsLeaveLayersOnTheHost() {
        const EngineOptions own = options(test::tinyModelsFolder() / "llama-f32.gguf");
        uint64_t below = 0, enough = uint64_t{1} << 30U;
        while (enough - below > 1024) {
            const uint64_t middle = below + (enough - below) / 2;
            (isWhole(own, middle) ? enough : below) = middle;
        }
        setCard(enough - 2048);
        const MemoryPlan plan = Engine::plan(own);
        QVERIFY(!plan.experts.isUsed());
        QVERIFY(plan.cards.empty() || plan.layersOnDevice < plan.layers);
    }
};

QTEST_GUILESS_MAIN(MixturePlacementTest)
#include "tst_mixture_placement.moc"
