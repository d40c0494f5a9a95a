#include "models/vision_download.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "hub/model_origin.h"
#include "support/fake_hub_environment.h"

using namespace hearth::app;

class TestVisionDownload : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeHub> m_hub;
    HubEnvironment environment() const { return environmentOf(*m_hub); }

    /// A model that was downloaded without the vision encoder.
    static QString installed(const QTemporaryDir& folder, const QString& repository) {
        const QString path = folder.filePath(repository + "/v-4B-Q4_K_M.gguf");
        if (!QDir().mkpath(QFileInfo(path).path())) qFatal("no folder");
        QFile file(path);
        if (!file.open(QFile::WriteOnly)) qFatal("no file");
        file.write("model");
        ModelOrigin{repository, FakeHub::commit(), "mit", FakeHub::digestOf("model"), 5}.write(path);
        return path;
    }
    void addRepository(const QString& repository, bool sees) {
        m_hub->addAnswer("/api/models/" + repository, "{\"id\":\"" + repository.toLatin1() + "\",\"sha\":\"" +
                                                          FakeHub::commit().toLatin1() + "\"}");
        m_hub->addFile(repository, "v-4B-Q4_K_M.gguf", "model");
        if (sees) m_hub->addFile(repository, "mmproj-F16.gguf", QByteArray(5000, 'p'));
    }

private slots:
    void initTestCase() {
        m_hub = std::make_unique<FakeHub>();
        if (!m_hub->isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        addRepository("o/v-GGUF", true);
        addRepository("o/text-GGUF", false);
    }
    void init() { m_hub->forget(); }

    void theMissingPartIsFetched() {
        QTemporaryDir folder;
        const QString model = installed(folder, "o/v-GGUF");
        Downloads downloads({folder.path() + "/.downloads", folder.path()}, environment());
        VisionDownload vision(environment(), downloads, folder.path());
        QVERIFY(!vision.isOffered());
        vision.setPath(model);
        QVERIFY(vision.isOffered() && !vision.isBusy() && vision.text().isEmpty());
        // Nothing is asked before a person wants it.
        QTest::qWait(10);
        QVERIFY(m_hub->seen().isEmpty());
        QSignalSpy arrived(&downloads, &Downloads::installed);
        vision.start("V 4B");
        QVERIFY(vision.isBusy() && !vision.text().isEmpty());
        QTRY_COMPARE(arrived.size(), 1);
        QCOMPARE(arrived[0][0].toString(), folder.filePath("o/v-GGUF/mmproj-F16.gguf"));
        QCOMPARE(arrived[0][1].toString(), QString("V 4B"));
        QCOMPARE(QFileInfo(folder.filePath("o/v-GGUF/mmproj-F16.gguf")).size(), 5000);
        // The model itself was not fetched.
        for (const auto& seen : m_hub->seen()) QVERIFY(!seen.path.contains("v-4B-Q4_K_M.gguf"));
        QVERIFY(!vision.isBusy() && !vision.hasFailed());
    }

    void aRepositoryWithoutOneSaysSo() {
        QTemporaryDir folder;
        const QString model = installed(folder, "o/text-GGUF");
        Downloads downloads({folder.path() + "/.downloads", folder.path()}, environment());
        VisionDownload vision(environment(), downloads, folder.path());
        vision.setPath(model);
        vision.start("V 4B");
        QTRY_VERIFY(vision.hasFailed());
        QVERIFY(vision.text().contains("o/text-GGUF") && !vision.isBusy());
        QCOMPARE(downloads.count(), 0);
        vision.setPath({});
        QVERIFY(!vision.isOffered() && !vision.hasFailed());
    }

    void aModelOfUnknownOriginIsNotOffered() {
        QTemporaryDir folder, elsewhere;
        Downloads downloads({folder.path() + "/.downloads", folder.path()}, environment());
        VisionDownload vision(environment(), downloads, folder.path());
        // It was moved there: what is downloaded would not be beside it.
        vision.setPath(installed(elsewhere, "o/v-GGUF"));
        QVERIFY(!vision.isOffered());
        vision.start("V 4B");
        QVERIFY(!vision.isBusy());
        vision.setModelsFolder(elsewhere.path());
        QVERIFY(vision.isOffered());
        QFile plain(folder.filePath("plain.gguf"));
        QVERIFY(plain.open(QFile::WriteOnly));
        vision.setPath(plain.fileName());
        QVERIFY(!vision.isOffered());
        QVERIFY(m_hub->seen().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestVisionDownload)
#include "tst_vision_download.moc"
