// Downloads from a hub that cuts, corrupts, lies and redirects. HEARTH_DOWNLOADS sets how many randomised
// ones run (CI: 40; the full measure is 500: HEARTH_DOWNLOADS=500 build/release/tests/tst_download_job).
#include "hub/download_job.h"

#include <QDir>
#include <QDirIterator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <random>

#include "hub/model_origin.h"
#include "support/fake_hub_environment.h"

using namespace hearth::app;

class TestDownloadJob : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeHub> m_hub;

    HubEnvironment environment() const {
        HubEnvironment hub = environmentOf(*m_hub);
        hub.token = "hf_secret";
        return hub;
    }

    static QByteArray content(std::mt19937& random, int size) {
        QByteArray bytes(size, 0);
        for (char& byte : bytes) byte = static_cast<char>(random());
        return bytes;
    }

    static HubFile fileOf(const QString& path, const QByteArray& content) {
        return {path, content.size(), FakeHub::digestOf(content)};
    }

    static DownloadRequest requestFor(std::vector<HubFile> files) {
        return {"owner/model", FakeHub::commit(), "Model", "Q4_K_M", "mit", std::move(files)};
    }

    static DownloadPatience quick() {
        DownloadPatience patience;
        patience.stallMs = 150;
        patience.firstPauseMs = 1;
        patience.reportMs = 0;
        patience.attempts = 12;
        patience.syncBytes = 1 << 16;
        patience.spareBytes = 0;
        return patience;
    }

    struct Outcome {
        DownloadJob::End how = DownloadJob::End::Failed;
        QString problem, first;
        int restarts = 0;
    };

    /// Runs one download in a thread of its own, as the window does; stops it after `stopAfter` bytes when
    /// that is 0 or more.
    static Outcome run(const DownloadRequest& request, const QString& folder, const HubEnvironment& hub,
                       const DownloadPatience& patience, qint64 stopAfter = -1) {
        Outcome outcome;
        std::stop_source stop;
        QThread thread;
        DownloadJournal journal;
        journal.request = request;
        const QString parts = folder + "/.downloads";
        if (auto kept =
                DownloadJournal::read(DownloadJournal::pathOf(parts, DownloadJournal::nameOf(request))))
            journal = *kept;
        auto* job = new DownloadJob(journal, {parts, folder}, hub, patience, stop.get_token());
        job->moveToThread(&thread);
        connect(&thread, &QThread::started, job, &DownloadJob::start);
        connect(job, &DownloadJob::progressed, job, [&](qint64 done, bool) {
            if (stopAfter >= 0 && done >= stopAfter) {
                stop.request_stop();
                QMetaObject::invokeMethod(job, &DownloadJob::stop, Qt::QueuedConnection);
            }
        });
        connect(job, &DownloadJob::ended, job,
                [&](DownloadJob::End how, const QString& problem, const QString& first) {
                    outcome = {how, problem, first, job->restarts()};
                    thread.quit();
                });
        connect(&thread, &QThread::finished, job, &QObject::deleteLater);
        thread.start();
        if (!thread.wait(60000)) qFatal("a download hangs");
        return outcome;
    }

    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Files outside the folder of parts.
    static QStringList installed(const QString& folder) {
        QStringList files;
        QDirIterator all(folder, {"*"}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext())
            if (const QString path = all.next();
                !path.contains("/.downloads/") && !path.endsWith(".origin.json"))
                files += path;
        return files;
    }

private slots:
    void initTestCase() {
        qRegisterMetaType<DownloadJob::End>();
        m_hub = std::make_unique<FakeHub>();
        if (!m_hub->isRunning()) QSKIP("SKIPPED: the openssl program is not there");
    }
    void init() {
        m_hub->setFaults({});
        m_hub->setPace(0);
        m_hub->forget();
    }

    void aFileArrivesWithItsOrigin() {
        std::mt19937 random(1);
        const QByteArray bytes = content(random, 300000);
        m_hub->addFile("owner/model", "sub dir/m-Q4_K_M.gguf", bytes);
        QTemporaryDir folder;
        const auto outcome =
            run(requestFor({fileOf("sub dir/m-Q4_K_M.gguf", bytes)}), folder.path(), environment(), quick());
        QVERIFY2(outcome.how == DownloadJob::End::Installed, qPrintable(outcome.problem));
        QCOMPARE(outcome.first, folder.path() + "/owner/model/sub dir/m-Q4_K_M.gguf");
        QVERIFY(read(outcome.first) == bytes);
        QCOMPARE(ModelOrigin::read(outcome.first)->repository, QString("owner/model"));
        QVERIFY(QDir(folder.path() + "/.downloads").isEmpty(QDir::Files));
        // The token is the hub's business alone.
        for (const auto& seen : m_hub->seen())
            QCOMPARE(seen.authorization, seen.atStore ? QByteArray() : QByteArray("Bearer hf_secret"));
        // Once more: it is there, and nothing is fetched.
        m_hub->forget();
        QVERIFY(
            run(requestFor({fileOf("sub dir/m-Q4_K_M.gguf", bytes)}), folder.path(), environment(), quick())
                .how == DownloadJob::End::Installed);
        QVERIFY(m_hub->seen().isEmpty());
    }

    /// A model with the vision encoder, as the page of a model asks for it.
    void whatBelongsTogetherArrivesTogether() {
        std::mt19937 random(7);
        const QByteArray model = content(random, 400000), vision = content(random, 200000);
        m_hub->addFile("owner/model", "v-Q4_K_M.gguf", model);
        m_hub->addFile("owner/model", "mmproj-F16.gguf", vision);
        const DownloadRequest request =
            requestFor({fileOf("v-Q4_K_M.gguf", model), fileOf("mmproj-F16.gguf", vision)});
        QCOMPARE(request.sizeBytes(), 600000);
        QTemporaryDir folder;
        // It stops within the second file: nothing has a final name, and what is there is kept.
        m_hub->setPace(20000);
        QVERIFY(run(request, folder.path(), environment(), quick(), 450000).how == DownloadJob::End::Stopped);
        QVERIFY(installed(folder.path()).isEmpty());
        m_hub->forget();
        m_hub->setPace(0);
        const qint64 before = m_hub->sentBytes();
        const auto outcome = run(request, folder.path(), environment(), quick());
        QVERIFY2(outcome.how == DownloadJob::End::Installed, qPrintable(outcome.problem));
        QCOMPARE(outcome.first, folder.path() + "/owner/model/v-Q4_K_M.gguf");
        // The first file is not fetched again. What was under way when it stopped may be counted.
        QVERIFY(m_hub->sentBytes() - before < 400000);
        QVERIFY(read(outcome.first) == model);
        QVERIFY(read(folder.path() + "/owner/model/mmproj-F16.gguf") == vision);
        // Another quantisation of it fetches its own file alone.
        const QByteArray other = content(random, 100000);
        m_hub->addFile("owner/model", "v-Q2_K.gguf", other);
        m_hub->forget();
        QVERIFY(run(requestFor({fileOf("v-Q2_K.gguf", other), fileOf("mmproj-F16.gguf", vision)}),
                    folder.path(), environment(), quick())
                    .how == DownloadJob::End::Installed);
        for (const auto& seen : m_hub->seen()) QVERIFY(!seen.path.contains("mmproj"));
        // A wrong one is refused like every file.
        m_hub->addFile("owner/model", "mmproj-BF16.gguf", vision, FakeHub::Lie::OtherContent);
        const auto lied = run(requestFor({fileOf("v-Q2_K.gguf", other), fileOf("mmproj-BF16.gguf", vision)}),
                              folder.path(), environment(), quick());
        QVERIFY(lied.how == DownloadJob::End::Failed && lied.problem.contains("SHA-256"));
        QVERIFY(!QFile::exists(folder.path() + "/owner/model/mmproj-BF16.gguf"));
    }

    void liesEndInASentence_data() {
        QTest::addColumn<int>("lie");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, FakeHub::Lie lie, const char* words) {
            QTest::newRow(name) << static_cast<int>(lie) << QString(words);
        };
        row("other content", FakeHub::Lie::OtherContent, "SHA-256 twice");
        row("other tag", FakeHub::Lie::OtherTag, "a different file from the one it listed");
        row("to plain http", FakeHub::Lie::ToPlainHttp, "without encryption");
        row("to a private network", FakeHub::Lie::ToPrivate, "without encryption");
        row("in a circle", FakeHub::Lie::Circle, "loop");
        row("gated", FakeHub::Lie::Gated, "accept its terms");
        row("bad certificate", FakeHub::Lie::BadCertificate, "could not be verified");
    }
    void liesEndInASentence() {
        QFETCH(int, lie);
        QFETCH(QString, words);
        std::mt19937 random(2);
        const QByteArray bytes = content(random, 100000);
        m_hub->addFile("owner/model", "lie.gguf", bytes, static_cast<FakeHub::Lie>(lie));
        QTemporaryDir folder;
        DownloadPatience patience = quick();
        patience.attempts = 2;
        const auto outcome =
            run(requestFor({fileOf("lie.gguf", bytes)}), folder.path(), environment(), patience);
        QVERIFY(outcome.how == DownloadJob::End::Failed);
        QVERIFY2(outcome.problem.contains(words), qPrintable(outcome.problem));
        QVERIFY(installed(folder.path()).isEmpty());
    }

    void aMirrorThatLagsBehindEndsInASentence() {
        std::mt19937 random(6);
        const QByteArray bytes = content(random, 100000);
        m_hub->addFile("owner/model", "short.gguf", bytes);
        m_hub->setFaults([] { return FakeHub::Short; });
        DownloadPatience patience = quick();
        patience.attempts = 2;
        QTemporaryDir folder;
        const auto outcome =
            run(requestFor({fileOf("short.gguf", bytes)}), folder.path(), environment(), patience);
        QVERIFY(outcome.how == DownloadJob::End::Failed);
        QVERIFY2(outcome.problem.contains("a different size"), qPrintable(outcome.problem));
        QVERIFY(installed(folder.path()).isEmpty());
    }

    void aRenamedRepositoryIsFollowed() {
        const QByteArray bytes(5000, 'r');
        m_hub->addFile("owner/model", "renamed.gguf", bytes, FakeHub::Lie::Renamed);
        QTemporaryDir folder;
        QVERIFY(run(requestFor({fileOf("renamed.gguf", bytes)}), folder.path(), environment(), quick()).how ==
                DownloadJob::End::Installed);
    }

    void everyFaultIsSurvivedOrNamed_data() {
        QTest::addColumn<int>("fault");
        for (int fault = 1; fault < FakeHub::FaultCount; ++fault)
            QTest::newRow(qPrintable(QString::number(fault))) << fault;
    }
    /// The fault strikes the second answer of each kind, in the middle of a download that was stopped once.
    void everyFaultIsSurvivedOrNamed() {
        QFETCH(int, fault);
        std::mt19937 random(3);
        const QByteArray bytes = content(random, 200000);
        m_hub->addFile("owner/model", "f.gguf", bytes);
        QTemporaryDir folder;
        const auto request = requestFor({fileOf("f.gguf", bytes)});
        m_hub->setPace(8192);
        QVERIFY(run(request, folder.path(), environment(), quick(), 50000).how == DownloadJob::End::Stopped);
        m_hub->setPace(0);
        int left = 4;
        m_hub->setFaults([&] { return left-- > 0 ? static_cast<FakeHub::Fault>(fault) : FakeHub::None; });
        m_hub->forget();
        const auto outcome = run(request, folder.path(), environment(), quick());
        QVERIFY2(outcome.how == DownloadJob::End::Installed ||
                     (fault == FakeHub::Corrupt && outcome.problem.contains("SHA-256")) ||
                     (fault == FakeHub::LyingRange && outcome.problem.contains("SHA-256")),
                 qPrintable(outcome.problem));
        if (outcome.how == DownloadJob::End::Installed) QVERIFY(read(outcome.first) == bytes);
        QCOMPARE(outcome.restarts > 0, fault == FakeHub::Corrupt || fault == FakeHub::LyingRange);
        if (outcome.restarts == 0)
            for (const auto& seen : m_hub->seen())
                if (seen.atStore) QVERIFY2(!seen.range.isEmpty(), "it began anew");
    }

    void partsOfASplitModelArriveTogether() {
        std::mt19937 random(4);
        const QByteArray one = content(random, 60000), two = content(random, 60000);
        m_hub->addFile("owner/model", "s-00001-of-00002.gguf", one);
        m_hub->addFile("owner/model", "s-00002-of-00002.gguf", two);
        const auto request =
            requestFor({fileOf("s-00001-of-00002.gguf", one), fileOf("s-00002-of-00002.gguf", two)});
        QTemporaryDir folder;
        m_hub->setPace(4096);
        QVERIFY(run(request, folder.path(), environment(), quick(), 70000).how == DownloadJob::End::Stopped);
        QVERIFY(installed(folder.path()).isEmpty());
        m_hub->forget();
        QVERIFY(run(request, folder.path(), environment(), quick()).how == DownloadJob::End::Installed);
        for (const auto& seen : m_hub->seen()) {
            QVERIFY2(!seen.path.contains("00001-of"), "a complete part was fetched again");
            QVERIFY2(!seen.range.isEmpty(), "it began anew");
        }
        QCOMPARE(installed(folder.path()).size(), 2);
        QVERIFY(read(folder.path() + "/owner/model/s-00002-of-00002.gguf") == two);
    }

    void nothingIsWrittenOverOrThroughLinks() {
        const QByteArray bytes(5000, 'x');
        m_hub->addFile("owner/model", "x.gguf", bytes);
        const auto request = requestFor({fileOf("x.gguf", bytes)});
        {
            QTemporaryDir folder;
            QDir().mkpath(folder.path() + "/owner/model");
            QFile mine(folder.path() + "/owner/model/x.gguf");
            QVERIFY(mine.open(QFile::WriteOnly) && mine.write("mine") == 4);
            mine.close();
            const auto outcome = run(request, folder.path(), environment(), quick());
            QVERIFY2(outcome.problem.contains("Move it away"), qPrintable(outcome.problem));
            QCOMPARE(read(mine.fileName()), QByteArray("mine"));
        }
        QTemporaryDir folder, elsewhere;
        QVERIFY(QFile::link(elsewhere.path(), folder.path() + "/owner"));
        QVERIFY(run(request, folder.path(), environment(), quick())
                    .problem.contains("is a link or a file, not a folder"));
        QVERIFY(QDir(elsewhere.path()).isEmpty());
        // A part that is a link to somebody's file.
        QTemporaryDir third;
        QDir().mkpath(third.path() + "/.downloads");
        QFile victim(elsewhere.path() + "/victim");
        QVERIFY(victim.open(QFile::WriteOnly) && victim.write("precious") == 8);
        victim.close();
        QVERIFY(QFile::link(
            victim.fileName(),
            DownloadJournal::partPathOf(third.path() + "/.downloads", DownloadJournal::nameOf(request), 0)));
        QVERIFY(run(request, third.path(), environment(), quick()).problem.contains("link"));
        QCOMPARE(read(victim.fileName()), QByteArray("precious"));
    }

    void badRequestsAreRefused() {
        QTemporaryDir folder;
        const QByteArray bytes(10, 'x');
        for (const QString path : {"../x.gguf", "/etc/x.gguf", "a/../../x.gguf", "CON", ".ssh/x.gguf"})
            QVERIFY(run(requestFor({fileOf(path, bytes)}), folder.path(), environment(), quick()).how ==
                    DownloadJob::End::Failed);
        HubFile unhashed = fileOf("x.gguf", bytes);
        unhashed.sha256.clear();
        QVERIFY(
            run(requestFor({unhashed}), folder.path(), environment(), quick()).problem.contains("checksum"));
        HubFile huge = fileOf("x.gguf", bytes);
        huge.sizeBytes = 1LL << 55;
        QVERIFY(run(requestFor({huge}), folder.path(), environment(), quick())
                    .problem.contains("not enough disk space"));
        QCOMPARE(run(requestFor({}), folder.path(), environment(), quick()).problem,
                 QString("This download has no valid source."));
        QFile file(folder.path() + "/file");
        QVERIFY(file.open(QFile::WriteOnly));
        QCOMPARE(run(requestFor({fileOf("x.gguf", bytes)}), file.fileName(), environment(), quick()).problem,
                 QStringLiteral("The folder %1/.downloads cannot be made.").arg(file.fileName()));
        QVERIFY(m_hub->seen().isEmpty());
        m_hub->addFile("owner/model", "none.gguf", bytes, FakeHub::Lie::NoContent);
        QCOMPARE(run(requestFor({fileOf("none.gguf", bytes)}), folder.path(), environment(), quick()).problem,
                 QString("127.0.0.1 answered with 204. What was downloaded is kept; resume continues from "
                         "there."));
    }

    void aStopIsQuick() {
        std::mt19937 random(5);
        const QByteArray bytes = content(random, 4000000);
        m_hub->addFile("owner/model", "slow.gguf", bytes);
        m_hub->setPace(2048);
        QTemporaryDir folder;
        QElapsedTimer timer;
        timer.start();
        QVERIFY(run(requestFor({fileOf("slow.gguf", bytes)}), folder.path(), environment(), quick(), 1).how ==
                DownloadJob::End::Stopped);
        QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
    }

    void randomisedDownloads() {
        const int wanted = std::max(1, qEnvironmentVariableIntValue("HEARTH_DOWNLOADS"));
        const int count = qEnvironmentVariableIsSet("HEARTH_DOWNLOADS") ? wanted : 40;
        std::mt19937 random(20261121);
        int complete = 0, refused = 0, restarts = 0, needed = 0, stops = 0;
        qint64 contentBytes = 0;
        m_hub->forget();
        for (int i = 0; i < count; ++i) {
            const QByteArray bytes = content(random, 20000 + static_cast<int>(random() % 180000));
            const bool lies = random() % 12 == 0;
            const QString path = QString("m%1.gguf").arg(i);
            m_hub->addFile("owner/model", path, bytes,
                           lies ? FakeHub::Lie::OtherContent : FakeHub::Lie::Nothing);
            int damaging = 0;
            m_hub->setFaults([&] {
                const auto fault = random() % 2 == 0
                                       ? FakeHub::None
                                       : static_cast<FakeHub::Fault>(random() % FakeHub::FaultCount);
                if (fault == FakeHub::Corrupt || fault == FakeHub::LyingRange) ++damaging;
                return fault;
            });
            m_hub->setPace(random() % 2 == 0 ? 0 : 16384);
            QTemporaryDir folder;
            const auto request = requestFor({fileOf(path, bytes)});
            Outcome outcome;
            int fileRestarts = 0;
            // Stopped now and then, and resumed each time, as a person would.
            for (int round = 0; round < 60; ++round) {
                const bool stop = random() % 3 == 0;
                outcome =
                    run(request, folder.path(), environment(), quick(),
                        stop ? static_cast<qint64>(random() % static_cast<unsigned>(bytes.size())) : -1);
                fileRestarts += outcome.restarts;
                if (outcome.how == DownloadJob::End::Installed || (lies && fileRestarts >= 2)) break;
                if (outcome.how == DownloadJob::End::Stopped) ++stops;
                QVERIFY2(installed(folder.path()).isEmpty(), "there is a file before it was verified");
            }
            restarts += fileRestarts;
            needed += lies ? fileRestarts : std::min(damaging, fileRestarts);
            QVERIFY2(lies || fileRestarts <= damaging, "it began anew although nothing was damaged");
            contentBytes += bytes.size();
            if (lies) {
                QVERIFY2(outcome.how != DownloadJob::End::Installed || read(outcome.first) == bytes,
                         "a wrong file was installed");
                QVERIFY(installed(folder.path()).isEmpty());
                ++refused;
            } else {
                QVERIFY2(outcome.how == DownloadJob::End::Installed, qPrintable(outcome.problem));
                QVERIFY2(read(outcome.first) == bytes, "a wrong file was installed");
                ++complete;
            }
        }
        for (const auto& seen : m_hub->seen()) QVERIFY(!seen.atStore || seen.authorization.isEmpty());
        qInfo(
            "%d downloads: %d complete, %d refused because the content never matched, 0 wrong; stopped and "
            "resumed %d times, began anew %d times, each after damaged bytes (%d); %.2f bytes sent per byte",
            count, complete, refused, stops, restarts, needed,
            static_cast<double>(m_hub->sentBytes()) / static_cast<double>(contentBytes));
        QCOMPARE(restarts, needed);
    }
};

QTEST_GUILESS_MAIN(TestDownloadJob)
#include "tst_download_job.moc"
