#include "hub/part_file.h"

#include <sys/resource.h>

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <csignal>
#include <thread>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::app;

class TestPartFile : public QObject {
    Q_OBJECT

    static QByteArray digest(const QByteArray& bytes) {
        return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    }
    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QString failure(const std::function<void()>& work) {
        try {
            work();
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

private slots:
    void growsAndGoesOn() {
        QTemporaryDir folder;
        const QString path = folder.filePath("x.part");
        {
            PartFile part(path);
            part.append("hello ");
            part.sync();
        }
        PartFile part(path);
        QCOMPARE(part.sizeBytes(), 6);
        part.append("world");
        QCOMPARE(part.sha256(), digest("hello world"));
        QVERIFY(failure([&] { PartFile second(path); }).contains("Another Hearth"));
        part.place(folder.path(), "a/b/x.gguf");
        QCOMPARE(read(folder.filePath("a/b/x.gguf")), QByteArray("hello world"));
        QVERIFY(!QFile::exists(path));
    }

    void cutsWhatIsNotTrusted() {
        QTemporaryDir folder;
        const QString path = folder.filePath("x.part");
        { PartFile(path).append("0123456789"); }
        PartFile part(path, 4);
        QCOMPARE(part.sha256(), digest("0123"));
        QCOMPARE(read(path), QByteArray("0123"));
        part.restart();
        QCOMPARE(part.sha256(), digest(""));
        part.append("new");
        QCOMPARE(part.sha256(), digest("new"));
    }

    void linksAndOtherThingsAreRefused() {
        QTemporaryDir folder;
        QFile victim(folder.filePath("victim"));
        QVERIFY(victim.open(QFile::WriteOnly));
        victim.write("precious");
        victim.close();
        QVERIFY(QFile::link("victim", folder.filePath("soft.part")));
        QVERIFY(failure([&] { PartFile part(folder.filePath("soft.part")); }).contains("link"));
        QCOMPARE(::link(qPrintable(victim.fileName()), qPrintable(folder.filePath("hard.part"))), 0);
        QVERIFY(failure([&] { PartFile part(folder.filePath("hard.part")); }).contains("link"));
        QVERIFY(!failure([&] { PartFile part("/proc/none/x.part"); }).isEmpty());
        PartFile part(folder.filePath("x.part"));
        part.append("x");
        QVERIFY(QDir(folder.path()).mkdir("real"));
        QVERIFY(QFile::link("real", folder.filePath("linked")));
        QVERIFY(failure([&] {
                    part.place(folder.path(), "linked/x.gguf");
                }).contains("is a link or a file, not a folder"));
        QVERIFY(failure([&] { part.place(folder.path(), "victim"); }).contains("already"));
        QCOMPARE(read(victim.fileName()), QByteArray("precious"));
    }

    void aFullDiskKeepsWhatIsThere() {
        QTemporaryDir folder;
        PartFile part(folder.filePath("x.part"));
        part.append(QByteArray(1000, 'a'));
        // A limit on file sizes fails in the middle of a write, as a full disk does.
        std::signal(SIGXFSZ, SIG_IGN);
        struct rlimit before {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const struct rlimit small { 1500, before.rlim_max };
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const QString problem = failure([&] { part.append(QByteArray(1000, 'b')); });
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(problem.contains("Nothing can be written"));
        QCOMPARE(part.sizeBytes(), 1000);
        QCOMPARE(read(folder.filePath("x.part")), QByteArray(1000, 'a'));
        part.append("go on");
        QCOMPARE(part.sha256(), digest(QByteArray(1000, 'a') + "go on"));
    }

    /// The file is cut off and grows again meanwhile; it is tried until that falls into the reading.
    void aFileThatIsCutOffWhileItIsReadIsTold() {
        QTemporaryDir folder;
        const QString path = folder.filePath("x.part");
        { PartFile(path).append("x"); }
        std::jthread other([name = QFile::encodeName(path)](const std::stop_token& stop) {
            while (!stop.stop_requested())
                for (const off_t size : {off_t{1} << 30, off_t{0}}) {
                    if (::truncate(name.constData(), size) != 0) qFatal("not truncated");
                    std::this_thread::sleep_for(std::chrono::milliseconds(10));
                }
        });
        QString problem;
        const QDeadlineTimer end(20000);
        while (problem.isEmpty() && !end.hasExpired()) problem = failure([&] { PartFile part(path); });
        QVERIFY2(problem.startsWith(path + " cannot be read ("), qPrintable(problem));
    }

    void stopsWhileItReads() {
        QTemporaryDir folder;
        { PartFile(folder.filePath("x.part")).append("x"); }
        std::stop_source stop;
        stop.request_stop();
        try {
            PartFile part(folder.filePath("x.part"), -1, stop.get_token());
            QFAIL("it read on");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::Cancelled);
        }
    }
};

QTEST_GUILESS_MAIN(TestPartFile)
#include "tst_part_file.moc"
