#include "models/hub_page.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "support/fake_hub_environment.h"

using namespace hearth;
using namespace hearth::app;

class TestHubPage : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeHub> m_hub;

    HubEnvironment environment() const { return environmentOf(*m_hub); }
    static QVariant role(const HubPage& page, int row, HubPage::Role role) {
        return page.data(page.index(row), role);
    }

private slots:
    void initTestCase() {
        m_hub = std::make_unique<FakeHub>();
        if (!m_hub->isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        m_hub->addAnswer("/api/models/o/m-8B-GGUF",
                         "{\"id\":\"o/m-8B-GGUF\",\"sha\":\"" + FakeHub::commit().toLatin1() +
                             "\",\"cardData\":{\"license\":\"mit\"},\"gguf\":{\"context_length\":40960}}");
        m_hub->addFile("o/m-8B-GGUF", "m-8B-Q4_K_M.gguf", QByteArray(100000, '4'));
        m_hub->addFile("o/m-8B-GGUF", "m-8B-Q8_0.gguf", QByteArray(200000, '8'));
        m_hub->addFile("o/m-8B-GGUF", "m-8B-BF16.gguf", QByteArray(400000, 'b'));
    }

    void showsFilesAndWhatTheyNeed() {
        QTemporaryDir folder;
        HubClient client(environment());
        Downloads downloads({folder.path() + "/.downloads", folder.path()}, environment());
        ModelFacts facts;
        facts.architecture = "llama";
        facts.parameters = 8'030'000'000;
        facts.plan.weightsBytes = 4ULL << 30U;
        facts.plan.kvBytes = 1ULL << 30U;
        facts.plan.deviceFreeBytes = 10ULL << 30U;
        HubPage page(
            client, [&](const QString&) { return facts; }, downloads, folder.path());
        QAbstractItemModelTester tester(&page, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTest::qWait(10);
        QVERIFY(m_hub->seen().isEmpty());
        page.show("o/m-8B-GGUF", "M 8B", "what it is");
        QVERIFY(page.isBusy());
        QCOMPARE(page.title(), QString("M 8B"));
        QTRY_COMPARE(page.count(), 3);
        QTRY_COMPARE(role(page, 0, HubPage::FitTextRole).toString(), QString("Fits, takes 5.0 GB"));
        QCOMPARE(role(page, 0, HubPage::QuantizationRole).toString(), QString("Q4_K_M"));
        QVERIFY(role(page, 0, HubPage::SuggestedRole).toBool());
        QCOMPARE(role(page, 1, HubPage::FitTextRole).toString(), QString("Fits, takes 9.0 GB"));
        QCOMPARE(role(page, 2, HubPage::FitsRole).toInt(), int(ModelFit::No));
        QCOMPARE(role(page, 2, HubPage::FitTextRole).toString(), QString("Needs 7.0 GB more"));
        // A speed is shown only for the file whose header was read.
        QCOMPARE(role(page, 0, HubPage::SpeedTextRole).toString(), QString());
        page.setSpeedTeller(
            [](const ModelFacts& read) { return QStringLiteral("quick ") + read.architecture; });
        page.tellSpeeds();
        QCOMPARE(role(page, 0, HubPage::SpeedTextRole).toString(), QString("quick llama"));
        QCOMPARE(role(page, 1, HubPage::SpeedTextRole).toString(), QString());
        QVERIFY(page.badges().contains("8 B parameters") && page.badges().contains("40,960 tokens") &&
                page.badges().contains("MIT"));
        QVERIFY(page.address().endsWith("/o/m-8B-GGUF"));

        QCOMPARE(role(page, 1, HubPage::DownloadStateRole).toInt(), -1);
        QSignalSpy installed(&downloads, &Downloads::installed);
        page.download(1);
        QVERIFY(role(page, 1, HubPage::DownloadStateRole).toInt() >= 0);
        QTRY_COMPARE(installed.size(), 1);
        QVERIFY(role(page, 1, HubPage::InstalledRole).toBool());
        QVERIFY(!role(page, 0, HubPage::InstalledRole).toBool());
    }

    void aModelThatSeesComesWithThePartThatSees() {
        const QByteArray commit = FakeHub::commit().toLatin1();
        m_hub->addAnswer("/api/models/o/vl-4B-GGUF", "{\"id\":\"o/vl-4B-GGUF\",\"sha\":\"" + commit + "\"}");
        m_hub->addFile("o/vl-4B-GGUF", "vl-4B-Q4_K_M.gguf", QByteArray(100000, '4'));
        m_hub->addFile("o/vl-4B-GGUF", "vl-4B-Q8_0.gguf", QByteArray(200000, '8'));
        m_hub->addFile("o/vl-4B-GGUF", "mmproj-F32.gguf", QByteArray(60000, 'f'));
        m_hub->addFile("o/vl-4B-GGUF", "mmproj-F16.gguf", QByteArray(30000, 'h'));
        QTemporaryDir folder;
        HubClient client(environment());
        Downloads downloads({folder.path() + "/.downloads", folder.path()}, environment());
        ModelFacts facts;
        facts.architecture = "llama";
        facts.plan.weightsBytes = 100000;
        facts.plan.deviceFreeBytes = 10ULL << 30U;
        HubPage page(
            client, [&](const QString&) { return facts; }, downloads, folder.path());
        page.show("o/vl-4B-GGUF", "VL 4B", {});
        QTRY_COMPARE(page.count(), 2);
        QVERIFY(page.sees());
        QTRY_VERIFY(!page.fitNote().isEmpty());
        // One size, one download, one entry.
        QCOMPARE(role(page, 0, HubPage::SizeTextRole).toString(), QString("130 kB"));
        QSignalSpy installed(&downloads, &Downloads::installed);
        page.download(0);
        page.download(1);
        QCOMPARE(downloads.count(), 2);
        QTRY_COMPARE(installed.size(), 2);
        const QDir place(folder.filePath("o/vl-4B-GGUF"));
        QCOMPARE(place.entryList({"*.gguf"}, QDir::Files, QDir::Name),
                 QStringList({"mmproj-F16.gguf", "vl-4B-Q4_K_M.gguf", "vl-4B-Q8_0.gguf"}));
        QCOMPARE(QFileInfo(place.filePath("mmproj-F16.gguf")).size(), 30000);
        QTRY_VERIFY(downloads.isIdle());
        QVERIFY(QDir(folder.filePath(".downloads")).isEmpty(QDir::Files));
        page.show("o/m-8B-GGUF", "M 8B", {});
        QTRY_COMPARE(page.count(), 3);
        QVERIFY(!page.sees());
    }

    void whatFindsDocumentsIsNotToldToChat() {
        QTemporaryDir folder;
        HubClient client(environment());
        Downloads downloads({folder.path() + "/.downloads", folder.path()}, environment());
        ModelFacts facts;
        facts.architecture = "bert";
        facts.purpose = ModelPurpose::Embedding;
        HubPage page(
            client, [&](const QString&) { return facts; }, downloads, folder.path());
        page.show("o/m-8B-GGUF", "M", {});
        QTRY_VERIFY(page.badges().contains("Finds documents by meaning"));
        QCOMPARE(page.obstacle(), QString());
        QVERIFY(role(page, 1, HubPage::SuggestedRole).toBool());
        QCOMPARE(role(page, 1, HubPage::QuantizationRole).toString(), QString("Q8_0"));
        facts.purpose = ModelPurpose::Chat;
        page.show("o/m-8B-GGUF", "M", {});
        QTRY_VERIFY(role(page, 0, HubPage::SuggestedRole).toBool());
        QVERIFY(!page.badges().contains("Finds documents by meaning"));
    }

    void problemsAreShown() {
        QTemporaryDir folder;
        HubClient client(environment());
        Downloads downloads({folder.path() + "/.downloads", folder.path()}, environment());
        ModelFacts facts;
        facts.architecture = "mamba";
        facts.problem = "Hearth does not know this architecture.";
        HubPage page(
            client, [&](const QString&) { return facts; }, downloads, folder.path());
        page.show("o/m-8B-GGUF", "M", {});
        QTRY_COMPARE(page.obstacle(), facts.problem);
        QCOMPARE(role(page, 0, HubPage::FitsRole).toInt(), int(ModelFit::Unknown));
        page.show("o/missing", "M", {});
        QTRY_VERIFY(page.problem().contains("o/missing"));
        QCOMPARE(page.count(), 0);
        m_hub->addAnswer("/api/models/o/empty",
                         "{\"id\":\"o/empty\",\"sha\":\"" + FakeHub::commit().toLatin1() + "\"}");
        page.show("o/empty", "M", {});
        QTRY_VERIFY(page.problem().contains("no GGUF"));
        page.download(0);
        page.download(-1);
        QCOMPARE(downloads.count(), 0);
    }

    void words() {
        QCOMPARE(HubPage::qualityText(4.85), QString("Close to full"));
        QCOMPARE(HubPage::qualityText(3.9), QString("Noticeably weaker"));
        QCOMPARE(HubPage::qualityText(16), QString("As published"));
        QVERIFY(HubPage::qualityText(0).isEmpty());
        MemoryPlan plan;
        plan.weightsBytes = 100;
        const auto of = [](qint64 bytes, qint64 visionBytes = 0) {
            QuantizationFiles files;
            files.files = {{"m.gguf", bytes, {}}};
            if (visionBytes > 0) files.vision = {"mmproj-F16.gguf", visionBytes, {}};
            return files;
        };
        QCOMPARE(HubPage::scaledPlan(plan, of(50), of(75)).weightsBytes, uint64_t(150));
        QCOMPARE(HubPage::scaledPlan(plan, of(0), of(75)).weightsBytes, uint64_t(100));
        QCOMPARE(HubPage::scaledPlan(plan, of(50, 9), of(75, 9)).weightsBytes, uint64_t(150));
        QCOMPARE(HubPage::scaledPlan(plan, of(50, 9), of(75, 9)).visionBytes, uint64_t(9));
        QCOMPARE(HubPage::scaledPlan(plan, of(50), of(75)).visionBytes, uint64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestHubPage)
#include "tst_hub_page.moc"
