#include "hub/download_journal.h"

#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "hearth/error.h"

using namespace hearth::app;

class TestDownloadJournal : public QObject {
    Q_OBJECT

    static DownloadJournal journal() {
        DownloadJournal journal;
        journal.request = {
            "o/n",  QString(40, u'c'),
            "Name", "Q4_K_M",
            "mit",  {{"a.gguf", 100, QByteArray(64, 'a')}, {"b.gguf", 50, QByteArray(64, 'b')}}};
        journal.paused = true;
        journal.syncedBytes = 120;
        journal.bootId = DownloadJournal::currentBootId();
        return journal;
    }
    static void put(const QString& path, const QByteArray& text) {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text);
    }

private slots:
    void comesBackAsItWas() {
        QTemporaryDir folder;
        journal().write(folder.path());
        const QString name = DownloadJournal::nameOf(journal().request);
        const auto isPaused = [&] { return DownloadJournal::readAll(folder.path()).at(0).paused; };
        // The wish is apart: neither side writes over what the other one knows.
        QVERIFY(!isPaused());
        DownloadJournal::keepWish(folder.path(), name, true);
        journal().write(folder.path());
        QVERIFY(isPaused());
        DownloadJournal::keepWish(folder.path(), name, true);
        DownloadJournal::keepWish(folder.path(), name, false);
        QVERIFY(!isPaused());
        DownloadJournal::keepWish(folder.path(), name, true);
        const auto all = DownloadJournal::readAll(folder.path());
        QCOMPARE(all.size(), size_t(1));
        QCOMPARE(all[0].request.files, journal().request.files);
        QCOMPARE(all[0].request.title, QString("Name"));
        QVERIFY(all[0].paused);
        QCOMPARE(all[0].syncedBytes, 120);
        put(DownloadJournal::partPathOf(folder.path(), DownloadJournal::nameOf(journal().request), 1), "x");
        DownloadJournal::remove(folder.path(), journal().request);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void trustsUnsyncedBytesOnlyInTheSameRun() {
        DownloadJournal now = journal();
        QCOMPARE(now.trustedBytes(0, 77), 77);
        now.bootId = "another";
        QCOMPARE(now.trustedBytes(0, 100), 100);
        QCOMPARE(now.trustedBytes(1, 50), 20);
        now.syncedBytes = 30;
        QCOMPARE(now.trustedBytes(0, 100), 30);
        QCOMPARE(now.trustedBytes(1, 50), 0);
    }

    void hostileJournalsAreNone() {
        QTemporaryDir folder;
        const QByteArray sha(64, 'a'), commit(40, 'c');
        const auto text = [&](const QByteArray& repository, const QByteArray& path, const QByteArray& size) {
            return "{\"repository\":\"" + repository + "\",\"commit\":\"" + commit +
                   "\",\"files\":[{\"path\":\"" + path + "\",\"sizeBytes\":" + size + ",\"sha256\":\"" + sha +
                   "\"}]}";
        };
        const QString path = folder.filePath("x.json");
        put(path, text("o/n", "a.gguf", "5"));
        QVERIFY(DownloadJournal::read(path).has_value());
        // ...but not under a name that is not its own.
        QVERIFY(DownloadJournal::readAll(folder.path()).empty());
        for (const QByteArray& bad :
             {text("o/n", "../a.gguf", "5"), text("o/n", "/a", "5"), text("o/n", "a", "-5"),
              text("o/n", "a", "1e300"), text("../n", "a", "5"), QByteArray("{}"), QByteArray("[]"),
              QByteArray("nonsense"), QByteArray()}) {
            put(path, bad);
            QVERIFY2(!DownloadJournal::read(path), bad);
        }
        QVERIFY(!DownloadJournal::read(folder.filePath("missing.json")));
        // Nobody writes to the pipe: to open it would wait for ever.
        const QString pipe = folder.filePath("pipe.json");
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        QVERIFY(!DownloadJournal::read(pipe));
    }

    void anUnwritableFolderIsASentence() {
        QVERIFY_EXCEPTION_THROWN(journal().write("/proc/nowhere"), hearth::Error);
    }
};

QTEST_GUILESS_MAIN(TestDownloadJournal)
#include "tst_download_journal.moc"
