// A card that fails in the middle of a reply, through the whole way: the emulated device in the plug-in, the
// engine, the thread.
#include <dlfcn.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <thread>

#include "app/inference/after_steps.h"
#include "emulator/device_emulated.h"
#include "hearth/engine.h"
#include "inference/inference_thread.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using namespace hearth::app;

namespace {

constexpr const char* plugin = HEARTH_BINARY_DIR "/tests/emulated_card/libhearth-cuda.so";
constexpr int replyTokens = 40;

using emulator::DeviceOptions;
void (*configureCard)(const DeviceOptions& options) = nullptr;
void (*configureCards)(const std::vector<DeviceOptions>& options) = nullptr;

/// Penalties are a list that grows with the reply, and what holds it on the card grows as well.
GenerationRequest request() {
    GenerationRequest wanted;
    wanted.rawTokens = {1};
    wanted.sampling.temperature = 0;
    wanted.sampling.repeatPenalty = 1.5F;
    wanted.sampling.penaltyLastN = -1;
    wanted.sampling.maxTokens = replyTokens;
    wanted.ignoreEndOfText = true;
    return wanted;
}

/// Steps until a reply has begun.
constexpr int fewSteps = 4;

}  // namespace

class TestLostCard : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_reply;  ///< what the CPU says

    EngineOptions options(const char* backend) const {
        EngineOptions wanted;
        wanted.model = m_folder.filePath("m.gguf").toStdString();
        wanted.backend = backend, wanted.threads = 1, wanted.kvType = KvType::F32;
        return wanted;
    }

private slots:
    void initTestCase() {
        test::tinyLlamaGguf().save(m_folder.filePath("m.gguf").toStdString());
        void* library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
        QVERIFY2(library, dlerror());
        configureCard =
            reinterpret_cast<void (*)(const DeviceOptions&)>(dlsym(library, "hearthConfigureEmulatedCard"));
        QVERIFY(configureCard);
        configureCards = reinterpret_cast<void (*)(const std::vector<DeviceOptions>&)>(
            dlsym(library, "hearthConfigureEmulatedCards"));
        QVERIFY(configureCards);
        qputenv("HEARTH_CUDA_PLUGIN", plugin);

        InferenceThread thread(Engine::load);
        QSignalSpy finished(&thread, &InferenceThread::finished);
        thread.load(options("cpu"));
        thread.generate(request());
        QTRY_COMPARE(finished.count(), 1);
        const auto result = finished[0][1].value<GenerationResultPtr>();
        QCOMPARE(result->tokens.size(), size_t{replyTokens});
        m_reply = QString::fromStdString(result->text);
    }
    void init() { configureCard({}); }

    void theModelGoesOn_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<int>("allocations");  // that succeed once the reply has begun; -1: all
        QTest::addColumn<int>("launches");
        QTest::addColumn<bool>("forAMoment");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("then");
        QTest::addColumn<int>("layers");
        const QString full =
            "The graphics card ran out of memory (1 MiB asked for, 4096 MiB free); put fewer layers on it, "
            "or choose a smaller context or model.";
        QTest::newRow("full") << "auto" << 0 << -1 << false << full << "CPU" << 0;
        QTest::newRow("full, and the card was asked for") << "cuda" << 0 << -1 << false << full << "CPU" << 0;
        QTest::newRow("full for a moment") << "auto" << 0 << -1 << true << full << "GPU" << 1;
        QTest::newRow("lost") << "auto" << -1 << 30 << false
                              << "The graphics card stopped working for this program (unspecified launch "
                                 "failure); restart Hearth to use the card again, or use the CPU."
                              << "CPU" << 0;
        QTest::newRow("lost, and it was named")
            << "cuda, 0" << -1 << 30 << false
            << "The graphics card stopped working for this program (unspecified launch "
               "failure); restart Hearth to use the card again, or use the CPU."
            << "CPU" << 0;
    }
    void theModelGoesOn() {
        QFETCH(QString, backend);
        QFETCH(int, allocations);
        QFETCH(int, launches);
        QFETCH(bool, forAMoment);
        QFETCH(QString, sentence);
        QFETCH(QString, then);
        QFETCH(int, layers);
        std::atomic<int> loads = 0;
        InferenceThread thread([&](const EngineOptions& given, const auto& progress, std::stop_token stop) {
            if (++loads > 1 && forAMoment) configureCard({});
            return Engine::load(given, progress, std::move(stop));
        });
        QSignalSpy loaded(&thread, &InferenceThread::loaded);
        QSignalSpy failed(&thread, &InferenceThread::failed);
        QSignalSpy finished(&thread, &InferenceThread::finished);
        QString text;
        connect(&thread, &InferenceThread::textReady, this,
                [&](quint64, const QString& piece) { text += piece; });

        EngineOptions wanted = options(backend.section(", ", 0, 0).toUtf8().constData());
        if (backend.contains(", ")) wanted.devices = {backend.section(", ", 1).toInt()};
        const quint64 load = thread.load(wanted);
        QTRY_COMPARE(loaded.count(), 1);
        QCOMPARE(loaded[0][1].value<EngineInfo>().backend, std::string("GPU"));
        QCOMPARE(loaded[0][1].value<EngineInfo>().memory.layersOnDevice, 2);
        thread.generate(request());
        test::afterSteps(thread.models(thread.current()).front(), fewSteps, [&] {
            configureCard({.allocationsBeforeFailure = allocations, .launchesBeforeLoss = launches});
        });

        // The text up to that point is kept, with the reason for the end.
        QTRY_COMPARE(failed.count(), 1);
        const auto problem = failed[0][1].value<InferenceProblem>();
        const QRegularExpression memory("\\d+ MiB free");
        QCOMPARE(QString(problem.message).replace(memory, "4096 MiB free"), sentence);
        QVERIFY(!text.isEmpty() && text.size() < m_reply.size());
        QVERIFY(m_reply.startsWith(text));

        // The same model, loaded again, says so and says the same.
        QTRY_COMPARE(loaded.count(), 2);
        QCOMPARE(loaded[1][0].toULongLong(), load);
        const auto info = loaded[1][1].value<EngineInfo>();
        QCOMPARE(QString::fromStdString(info.backend), then);
        if (layers > 0) QCOMPARE(info.memory.layersOnDevice, layers);
        const QString reason = QString::fromStdString(textOf(info.backendReason));
        QVERIFY2(reason.startsWith(problem.message), qPrintable(reason));
        QCOMPARE(reason.endsWith("1 of 2 layers run on the CPU"), layers > 0);
        text.clear();
        thread.generate(request());
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(text, m_reply);
        QCOMPARE(failed.count(), 1);
    }

    void oneOfSeveralIsLost_data() {
        QTest::addColumn<QList<int>>("mib");
        QTest::addColumn<QList<int>>("chosen");
        QTest::addColumn<QList<int>>("used");
        QTest::addColumn<int>("lost");
        QTest::addColumn<QList<int>>("usedThen");
        QTest::newRow("of two equal ones that share layers")
            << QList{1024, 1024} << QList{0, 1} << QList{0, 1} << 1 << QList{0};
        QTest::newRow("of two with layers of their own")
            << QList{1024, 2048} << QList{0, 1} << QList{0, 1} << 0 << QList{1};
        QTest::newRow("nobody chose") << QList{1024, 2048} << QList<int>{} << QList{1} << 1 << QList{0};
        QTest::newRow("the only one that was chosen")
            << QList{1024, 2048} << QList{0} << QList{0} << 0 << QList<int>{};
    }
    void oneOfSeveralIsLost() {
        QFETCH(QList<int>, mib);
        QFETCH(QList<int>, chosen);
        QFETCH(QList<int>, used);
        QFETCH(int, lost);
        QFETCH(QList<int>, usedThen);
        std::vector<DeviceOptions> cards;
        for (const int size : mib)
            cards.push_back({.memoryBytes = static_cast<uint64_t>(size) << 20U, .bytesPerS = 1e9 * size});
        configureCards(cards);
        const auto cardsOf = [](const QSignalSpy& loaded, int i) {
            QList<int> numbers;
            for (const GpuShare& card : loaded[i][1].value<EngineInfo>().memory.cards)
                numbers.append(card.number);
            return numbers;
        };
        InferenceThread thread(Engine::load);
        QSignalSpy loaded(&thread, &InferenceThread::loaded);
        QSignalSpy failed(&thread, &InferenceThread::failed);
        QSignalSpy finished(&thread, &InferenceThread::finished);
        QString text;
        connect(&thread, &InferenceThread::textReady, this,
                [&](quint64, const QString& piece) { text += piece; });
        EngineOptions wanted = options("auto");
        wanted.devices.assign(chosen.begin(), chosen.end());
        thread.load(wanted);
        QTRY_COMPARE(loaded.count(), 1);
        QCOMPARE(cardsOf(loaded, 0), used);
        thread.generate(request());
        test::afterSteps(thread.models(thread.current()).front(), fewSteps, [&] {
            cards[static_cast<size_t>(lost)].launchesBeforeLoss = 30;
            configureCards(cards);
        });
        QTRY_COMPARE(failed.count(), 1);
        const QString sentence =
            QString(
                "The graphics card Emulated device (number %1) stopped working for this program (unspecified "
                "launch failure); restart Hearth to use it again, or choose other cards.")
                .arg(lost);
        QCOMPARE(failed[0][1].value<InferenceProblem>().message, sentence);
        QVERIFY(!text.isEmpty() && m_reply.startsWith(text));
        QTRY_COMPARE(loaded.count(), 2);
        QCOMPARE(cardsOf(loaded, 1), usedThen);
        const auto info = loaded[1][1].value<EngineInfo>();
        QCOMPARE(info.backend, std::string(usedThen.isEmpty() ? "CPU" : "GPU"));
        QVERIFY(QString::fromStdString(textOf(info.backendReason)).startsWith(sentence));
        text.clear();
        thread.generate(request());
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(text, m_reply);
        QCOMPARE(failed.count(), 1);
    }

    void aCardThatIsNotThereIsToldByItsNumber() {
        InferenceThread thread(Engine::load);
        QSignalSpy loadFailed(&thread, &InferenceThread::loadFailed);
        EngineOptions wanted = options("cuda");
        wanted.devices = {7};
        thread.load(wanted);
        QTRY_COMPARE(loadFailed.count(), 1);
        QCOMPARE(
            loadFailed[0][1].value<InferenceProblem>().message,
            QString("There is no graphics card number 7 (Hearth sees 1, and counts from 0); choose another "
                    "one."));
    }

    void aCacheThatCannotGrow_data() {
        QTest::addColumn<bool>("others");
        QTest::newRow("ends the reply, and the model has fewer layers on the card") << false;
        QTest::newRow("ends the reply, and others go on") << true;
    }
    /// The first blocks of the cache hold 128 positions; the card has nothing left for more of them.
    void aCacheThatCannotGrow() {
        QFETCH(bool, others);
        std::atomic<int> loads = 0;
        InferenceThread thread([&](const EngineOptions& given, const auto& progress, std::stop_token stop) {
            if (++loads > 1) configureCard({});
            return Engine::load(given, progress, std::move(stop));
        });
        QSignalSpy loaded(&thread, &InferenceThread::loaded);
        QSignalSpy failed(&thread, &InferenceThread::failed);
        QSignalSpy finished(&thread, &InferenceThread::finished);
        GenerationRequest large = request(), small = request();
        large.rawTokens.assign(110, 1);
        large.sampling.repeatPenalty = small.sampling.repeatPenalty = 1;
        small.sampling.maxTokens = 5;
        EngineOptions longer = options("cuda");
        longer.contextLength = 512;
        thread.load(longer);
        QTRY_COMPARE(loaded.count(), 1);
        const quint64 first = thread.generate(large);
        // The engine waits in the middle of the reply until the card is full and the other one asked for.
        std::atomic<bool> isThere = false, continues = false;
        test::afterSteps(thread.models(thread.current()).front(), fewSteps, [&] {
            isThere = true;
            while (!continues) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        });
        QTRY_VERIFY(isThere.load());
        configureCard({.allocationsBeforeFailure = 0});
        const quint64 second = others ? thread.generate(small) : 0;
        continues = true;
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toULongLong(), first);
        QCOMPARE(
            failed[0][1].value<InferenceProblem>().message,
            QString("There is not enough memory for the replies that run; close other programs or load a "
                    "smaller model."));
        quint64 ended = second;
        if (!others) {
            QTRY_COMPARE(loaded.count(), 2);
            QCOMPARE(loaded[1][1].value<EngineInfo>().memory.layersOnDevice, 1);
            ended = thread.generate(large);
        }
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toULongLong(), ended);
        QCOMPARE(loaded.count(), others ? 1 : 2);
        QCOMPARE(failed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestLostCard)
#include "tst_lost_card.moc"
