#include "models/model_questions.h"

#include <QTemporaryDir>
#include <QtTest>

#include "models/model_purpose.h"
#include "settings/app_settings.h"
#include "store/store.h"
#include "support/played_provider.h"

using namespace hearth;
using namespace hearth::app;

namespace {

const char* const tiny = HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf";

/// Plans say which cache they are for; files with the word in their name are of that kind.
class Files : public test::PlayedProvider {
public:
    Files() : PlayedProvider(std::make_shared<test::EngineScript>()) {}
    MemoryPlan plan(const EngineOptions& options) const override {
        MemoryPlan plan;
        plan.weightsBytes = 10;
        plan.kvBytes = options.cacheBytes;
        plan.contextLength = options.contextLength;
        return plan;
    }
    DraftCheck checkDraft(const EngineOptions& options) const override {
        return {{}, options.draftModel.string().size()};
    }
    TokenWork work(const QString&) const override {
        TokenWork work;
        work.parameters = 7;
        return work;
    }
    bool makesEmbeddings(const QString& path) const override {
        return path.contains("means") || path.contains("ranks");
    }
    bool reranks(const QString& path) const override { return path.contains("ranks"); }
    std::vector<ListedGpu> listGpus() const override { return cards; }

    std::vector<ListedGpu> cards;
};

}  // namespace

class TestModelQuestions : public QObject {
    Q_OBJECT

private slots:
    void eachKindOfModelIsToldAsSuch() {
        const auto store = store::Store::inMemory();
        const AppSettings settings(*store);
        const Files files;
        const QTemporaryDir folder;
        for (const char* name : {"means.gguf", "ranks.gguf"})
            QVERIFY(QFile::copy(tiny, folder.filePath(QLatin1String(name))));
        const ModelProbe probe = installedProbe(settings, files);
        const ModelFacts chat = probe(tiny);
        QVERIFY2(chat.problem.isEmpty(), qPrintable(chat.problem));
        QVERIFY(chat.purpose == ModelPurpose::Chat);
        QCOMPARE(chat.work.parameters, uint64_t{7});
        const ModelFacts means = probe(folder.filePath("means.gguf"));
        QVERIFY(means.purpose == ModelPurpose::Embedding);
        // They have no plan of a chat: the file is what they take.
        QCOMPARE(means.plan.weightsBytes, static_cast<uint64_t>(means.sizeBytes));
        QVERIFY(probe(folder.filePath("ranks.gguf")).purpose == ModelPurpose::Reranking);
        QVERIFY(!probe("/nonexistent.gguf").problem.isEmpty());
    }

    void downloadsArePlannedWithTheCacheOfOneChat() {
        const auto store = store::Store::inMemory();
        const AppSettings settings(*store);
        const Files files;
        QCOMPARE(downloadProbe(settings, files)(tiny).plan.kvBytes, uint64_t{1});
        QVERIFY(installedProbe(settings, files)(tiny).plan.kvBytes != 1);
        QVERIFY(!gpuReader(settings, files)(tiny).groups.empty());
    }

    void draftsAreCheckedByTheirFile() {
        const auto store = store::Store::inMemory();
        const AppSettings settings(*store);
        const Files files;
        QCOMPARE(draftChecker(settings, files)("large.gguf", "small").bytes, uint64_t{5});
    }

    void modelsOfOtherComputersTakeNoMemory() {
        Files files;
        EngineOptions options;
        options.model = "model.gguf";
        QCOMPARE(memoryNeed(files, files)(options).needed, uint64_t{10});
        options.model = "endpoint:1/name";
        QCOMPARE(memoryNeed(files, files)(options).needed, uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestModelQuestions)
#include "tst_model_questions.moc"
