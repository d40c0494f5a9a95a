// Models of documents on the emulated card, and on the CPU where that has none, is full or fails.
#include "documents/embedding_device.h"

#include <dlfcn.h>

#include <QtTest>
#include <numeric>

#include "emulator/device_emulated.h"
#include "engine/embedding/text_folder.h"
#include "hearth/error.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;

namespace {

constexpr const char* plugin = HEARTH_BINARY_DIR "/tests/emulated_card/libhearth-cuda.so";

void (*configureCard)(const emulator::DeviceOptions& options) = nullptr;

}  // namespace

class TestEmbeddingDevice : public QObject {
    Q_OBJECT

    const test::TextFolder m_model;
    const std::vector<std::string> m_texts{"cat", "a dog", "tree tree cat"};
    std::vector<Embedding> m_expected;

    static std::unique_ptr<Embedder> loadReal(const EmbedderOptions& options, const std::stop_token& stop) {
        return Embedder::load(options, {}, stop);
    }
    std::unique_ptr<Embedder> load(const EmbeddingDevice& device) const {
        return onDevice(loadReal, device)({.model = m_model.path(), .backend = "cpu", .threads = 1}, {});
    }
    void compare(const std::vector<Embedding>& made) const {
        QCOMPARE(made.size(), m_expected.size());
        for (size_t i = 0; i < made.size(); ++i) {
            const double cosine = std::inner_product(made[i].values.begin(), made[i].values.end(),
                                                     m_expected[i].values.begin(), 0.0);
            QVERIFY2(cosine > 0.999, qPrintable(QString::number(cosine)));
        }
    }

private slots:
    void initTestCase() {
        void* library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
        QVERIFY2(library, dlerror());
        configureCard = reinterpret_cast<void (*)(const emulator::DeviceOptions&)>(
            dlsym(library, "hearthConfigureEmulatedCard"));
        QVERIFY(configureCard);
        qputenv("HEARTH_CUDA_PLUGIN", plugin);
        m_expected = m_model.load()->embed(m_texts);
    }
    void init() { configureCard({}); }

    void theCardIsUsed() {
        for (const char* backend : {"cuda", "auto"}) {
            const EmbeddingDevice device(backend);
            const auto embedder = load(device);
            QCOMPARE(embedder->info().backendName, std::string("cuda"));
            compare(embedder->embed(m_texts));
            QCOMPARE(embedder->info().backendName, std::string("cuda"));
        }
        const EmbeddingDevice device("cpu");
        const auto embedder = load(device);
        QCOMPARE(embedder->info().backendName, std::string("cpu"));
        compare(embedder->embed(m_texts));
    }

    void withoutACardTheCpuDoesIt() {
        configureCard({.absence = "There is none."});
        for (const char* backend : {"cuda", "auto"}) {
            const EmbeddingDevice device(backend);
            const auto embedder = load(device);
            QCOMPARE(embedder->info().backendName, std::string("cpu"));
            compare(embedder->embed(m_texts));
        }
    }

    void aFullCardLeavesItToTheCpu() {
        configureCard({.allocationsBeforeFailure = 1});
        const EmbeddingDevice device("cuda");
        const auto embedder = load(device);
        QCOMPARE(embedder->info().backendName, std::string("cpu"));
        compare(embedder->embed(m_texts));
    }

    void aCardThatFailsIsLeft() {
        const EmbeddingDevice device("cuda");
        const auto embedder = load(device);
        const std::string hash = embedder->info().vectorsHash;
        configureCard({.launchesBeforeLoss = 2});
        compare(embedder->embed(m_texts));
        QCOMPARE(embedder->info().backendName, std::string("cpu"));
        // Vectors of either may be compared.
        QCOMPARE(embedder->info().vectorsHash, hash);
        compare(embedder->embed(m_texts));
        QCOMPARE(embedder->rerank("cat", m_texts, {}, {}).size(), m_texts.size());
    }

    void whatIsNotTheCardsFaultIsSaid() {
        const auto script = std::make_shared<test::EmbedderScript>();
        script->failure = "It is damaged.";
        const EmbeddingDevice device("cuda");
        const auto loader = onDevice(test::scriptedEmbedders(script), device);
        QVERIFY_EXCEPTION_THROWN((void)loader({}, {}), Error);
        QCOMPARE(script->loads.load(), 1);
        script->failure.clear();
        const auto embedder = loader({}, {});
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY_EXCEPTION_THROWN(
            (void)embedder->embed(m_texts, EmbeddingKind::Passage, stopped.get_token(), {}), Error);
        QCOMPARE(script->loads.load(), 2);
    }

    void anotherDeviceCountsFromThenOn() {
        EmbeddingDevice device("cpu");
        QVERIFY(!device.set("cpu"));
        QVERIFY(device.set("cuda"));
        QCOMPARE(device.backend(), std::string("cuda"));
        QCOMPARE(load(device)->info().backendName, std::string("cuda"));
    }
};

QTEST_GUILESS_MAIN(TestEmbeddingDevice)
#include "tst_embedding_device.moc"
