#include "models/downloads.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "support/fake_hub_environment.h"

using namespace hearth::app;

class TestDownloads : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeHub> m_hub;

    HubEnvironment environment() const { return environmentOf(*m_hub); }
    static DownloadPatience quick() {
        DownloadPatience patience;
        patience.stallMs = 300;
        patience.firstPauseMs = 1;
        patience.reportMs = 0;
        patience.attempts = 2;
        patience.spareBytes = 0;
        return patience;
    }
    DownloadRequest request(const QString& name, const QByteArray& content) {
        m_hub->addFile("o/n", name, content);
        return {"o/n", FakeHub::commit(),
                name,  "Q4_K_M",
                "mit", {{name, content.size(), FakeHub::digestOf(content)}}};
    }
    static DownloadJob::Folders folders(const QTemporaryDir& folder) {
        return {folder.path() + "/.downloads", folder.path()};
    }

private slots:
    void initTestCase() {
        m_hub = std::make_unique<FakeHub>();
        if (!m_hub->isRunning()) QSKIP("SKIPPED: the openssl program is not there");
    }
    void init() {
        m_hub->setPace(0);
        m_hub->setFaults({});
    }

    void severalAtOnceArrive() {
        QTemporaryDir folder;
        Downloads downloads(folders(folder), environment(), quick());
        QAbstractItemModelTester tester(&downloads, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy installed(&downloads, &Downloads::installed);
        m_hub->setPace(20000);
        for (int i = 0; i < 5; ++i)
            downloads.start(request(QString("s%1.gguf").arg(i), QByteArray(400000, 'a' + i)));
        QCOMPARE(downloads.count(), 5);
        // Three run, two wait.
        int waiting = 0;
        for (int row = 0; row < 5; ++row)
            waiting += downloads.data(downloads.index(row), Downloads::StateRole) == Downloads::Waiting;
        QCOMPARE(waiting, 2);
        QVERIFY(downloads.summary().startsWith("5 downloads"));
        QTRY_COMPARE_WITH_TIMEOUT(installed.size(), 5, 20000);
        QCOMPARE(downloads.count(), 0);
        QVERIFY(downloads.summary().isEmpty());
        for (int i = 0; i < 5; ++i)
            QCOMPARE(QFileInfo(folder.path() + QString("/o/n/s%1.gguf").arg(i)).size(), 400000);
    }

    void anotherFolderIsTakenWhenNothingIsUnderWay() {
        QTemporaryDir folder, other, third;
        const DownloadRequest half = request("half.gguf", QByteArray(1000, 'h'));
        const DownloadRequest whole = request("whole.gguf", QByteArray(1000, 'w'));
        DownloadJournal journal;
        journal.request = half;
        QVERIFY(QDir().mkpath(folders(third).parts));
        journal.write(folders(third).parts);
        Downloads downloads(folders(folder), environment(), quick());
        QAbstractItemModelTester tester(&downloads, QAbstractItemModelTester::FailureReportingMode::QtTest);
        downloads.setFolders(folders(other));
        QSignalSpy installed(&downloads, &Downloads::installed);
        downloads.start(whole);
        QVERIFY(!downloads.isIdle());
        downloads.setFolders(folders(third));  // not now
        QTRY_COMPARE(installed.size(), 1);
        QVERIFY(QFile::exists(other.filePath("o/n/whole.gguf")));
        QTRY_VERIFY(downloads.isIdle());
        // Partial downloads in the new folder are listed.
        downloads.setFolders(folders(third));
        QCOMPARE(downloads.count(), 1);
        QCOMPARE(downloads.rowOf(DownloadJournal::nameOf(half)), 0);
    }

    void pausesAndGoesOnAfterARestart() {
        QTemporaryDir folder;
        // At this pace the whole takes seconds: far from complete when the first half of this test is
        // through.
        const QByteArray content(30000000, 'p');
        const DownloadRequest wanted = request("p.gguf", content);
        const QString id = DownloadJournal::nameOf(wanted);
        m_hub->setPace(20000);
        {
            Downloads downloads(folders(folder), environment(), quick());
            downloads.start(wanted);
            QTRY_VERIFY(downloads.value(id, Downloads::FractionRole).toDouble() > 0.1);
            downloads.pause(id);
            QCOMPARE(downloads.value(id, Downloads::StateRole).toInt(), int(Downloads::Paused));
            QVERIFY(downloads.value(id, Downloads::ProgressTextRole).toString().startsWith("Paused at"));
            QTest::qWait(50);
            downloads.resume(id);
            QTRY_VERIFY(downloads.value(id, Downloads::FractionRole).toDouble() > 0.3);
        }
        m_hub->forget();
        Downloads downloads(folders(folder), environment(), quick());
        QCOMPARE(downloads.count(), 1);
        QVERIFY(downloads.value(id, Downloads::FractionRole).toDouble() > 0.2);
        QTest::qWait(30);
        QVERIFY(m_hub->seen().isEmpty());
        QSignalSpy installed(&downloads, &Downloads::installed);
        m_hub->setPace(0);
        downloads.resumeAll();
        QTRY_COMPARE_WITH_TIMEOUT(installed.size(), 1, 20000);
        for (const auto& seen : m_hub->seen()) QVERIFY2(seen.range.startsWith("bytes="), "it began anew");
        QCOMPARE(QFileInfo(installed[0][0].toString()).size(), content.size());
    }

    void whatArrivedWhileTheProgramEndsIsNotWaitedForAgain() {
        QTemporaryDir folder;
        const DownloadRequest wanted = request("e.gguf", QByteArray(3000000, 'e'));
        const QString id = DownloadJournal::nameOf(wanted);
        m_hub->setPace(20000);
        {
            Downloads downloads(folders(folder), environment(), quick());
            downloads.start(wanted);
            QTRY_VERIFY(downloads.value(id, Downloads::FractionRole).toDouble() > 0.01);
            // The download ends in its own thread; nobody here has heard of it when the program ends.
            QDeadlineTimer patience(20000);
            while (!QDir(folder.path() + "/.downloads").isEmpty() && !patience.hasExpired())
                QThread::msleep(1);
            QCOMPARE(QFileInfo(folder.path() + "/o/n/e.gguf").size(), 3000000);
        }
        QVERIFY(QDir(folder.path() + "/.downloads").isEmpty());
        Downloads downloads(folders(folder), environment(), quick());
        QCOMPARE(downloads.count(), 0);
    }

    void whatWasCancelledAndWantedAgainIsThereAfterARestart() {
        QTemporaryDir folder;
        const DownloadRequest wanted = request("w.gguf", QByteArray(30000000, 'w'));
        const QString id = DownloadJournal::nameOf(wanted);
        m_hub->setPace(20000);
        {
            Downloads downloads(folders(folder), environment(), quick());
            downloads.start(wanted);
            QTRY_VERIFY(downloads.value(id, Downloads::FractionRole).toDouble() > 0.01);
            downloads.cancel(id);
            downloads.start(wanted);
        }
        Downloads downloads(folders(folder), environment(), quick());
        QCOMPARE(downloads.count(), 1);
        QCOMPARE(downloads.value(id, Downloads::FractionRole).toDouble(), 0.0);
    }

    void whatWasPausedStaysPaused() {
        QTemporaryDir folder;
        const DownloadRequest wanted = request("q.gguf", QByteArray(3000000, 'q'));
        const QString id = DownloadJournal::nameOf(wanted);
        m_hub->setPace(5000);
        {
            Downloads downloads(folders(folder), environment(), quick());
            downloads.start(wanted);
            QTRY_VERIFY(downloads.value(id, Downloads::FractionRole).toDouble() > 0.01);
            downloads.pause(id);
        }
        Downloads downloads(folders(folder), environment(), quick());
        downloads.resumeAll();
        QCOMPARE(downloads.value(id, Downloads::StateRole).toInt(), int(Downloads::Paused));
    }

    void cancelIsAtOnceAndLeavesNothing() {
        QTemporaryDir folder;
        Downloads downloads(folders(folder), environment(), quick());
        const DownloadRequest wanted = request("c.gguf", QByteArray(3000000, 'c'));
        const QString id = DownloadJournal::nameOf(wanted);
        m_hub->setPace(5000);
        downloads.start(wanted);
        QTRY_VERIFY(downloads.value(id, Downloads::FractionRole).toDouble() > 0.01);
        QElapsedTimer timer;
        timer.start();
        downloads.cancel(id);
        QCOMPARE(downloads.count(), 0);
        QVERIFY(timer.elapsed() < 50);
        QTRY_VERIFY(QDir(folder.path() + "/.downloads").isEmpty());
        // Cancelled and wanted again at once.
        downloads.start(wanted);
        downloads.cancel(id);
        QSignalSpy installed(&downloads, &Downloads::installed);
        m_hub->setPace(0);
        downloads.start(wanted);
        QTRY_COMPARE_WITH_TIMEOUT(installed.size(), 1, 20000);
    }

    void aFailureSaysWhyAndCanBeTriedAgain() {
        QTemporaryDir folder;
        Downloads downloads(folders(folder), environment(), quick());
        const DownloadRequest wanted = request("f.gguf", QByteArray(50000, 'f'));
        const QString id = DownloadJournal::nameOf(wanted);
        m_hub->setFaults([] { return FakeHub::ServerError; });
        QSignalSpy failed(&downloads, &Downloads::failed), installed(&downloads, &Downloads::installed);
        downloads.start(wanted);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(downloads.value(id, Downloads::StateRole).toInt(), int(Downloads::Failed));
        QVERIFY(downloads.value(id, Downloads::ProgressTextRole).toString().contains("503"));
        m_hub->setFaults({});
        downloads.resume(id);
        QTRY_COMPARE(installed.size(), 1);
    }

    void words() {
        QCOMPARE(Downloads::progressText(5'600'000'000, 9'000'000'000, 84e6),
                 QString("5.6 of 9.0 GB · 84 MB/s · 41 s left"));
        QCOMPARE(Downloads::progressText(10'000'000, 98'000'000, 0), QString("10 of 98 MB"));
        QCOMPARE(Downloads::progressText(0, 98'000'000, 20000),
                 QString("0 of 98 MB · 20 kB/s · 82 min left"));
        QCOMPARE(Downloads::progressText(0, 9'000'000'000, 20000),
                 QString("0.0 of 9.0 GB · 20 kB/s · 126 h left"));
    }
};

QTEST_GUILESS_MAIN(TestDownloads)
#include "tst_downloads.moc"
