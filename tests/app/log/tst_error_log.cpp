#include "log/error_log.h"

#include <sys/stat.h>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <thread>

using namespace hearth::app;

class TestErrorLog : public QObject {
    Q_OBJECT

    static int modeOf(const QString& path) {
        struct stat known {};
        return ::stat(QFile::encodeName(path).constData(), &known) == 0
                   ? static_cast<int>(known.st_mode & 07777)
                   : -1;
    }

private slots:
    void keepsLinesForTheirOwnerOnly() {
        const QTemporaryDir place;
        ErrorLog log(place.filePath("logs"));
        QCOMPARE(log.lastLines(5), QStringList());
        QVERIFY(!QFile::exists(log.folder()));
        log.add("download", "The disk is full.\nFree some space.\x1b[2K");
        log.add("model", "It cannot be used.");
        const QStringList lines = log.lastLines(5);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].endsWith(" download: The disk is full. Free some space. [2K"),
                 qPrintable(lines[0]));
        QVERIFY(QDateTime::fromString(lines[1].section(' ', 0, 0), Qt::ISODate).isValid());
        QCOMPARE(log.lastLines(1), lines.mid(1));
        QCOMPARE(modeOf(log.folder()), 0700);
        QCOMPARE(modeOf(log.folder() + "/hearth.log"), 0600);
    }

    void theSameAgainIsOneLineAndALongOneIsCut() {
        const QTemporaryDir place;
        ErrorLog log(place.filePath("logs"));
        for (int i = 0; i < 1000; ++i) log.add("Qt", "again");
        log.add("Qt", QString(100000, 'x'));
        const QStringList lines = log.lastLines(5);
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[1].size() < ErrorLog::maxLineLength + 40);
    }

    void twoFilesOfBoundedSize() {
        const QTemporaryDir place;
        ErrorLog log(place.filePath("logs"));
        for (int i = 0; i < 2500; ++i) log.add("Qt", QString::number(i) + QString(400, 'x'));
        const QStringList names = QDir(log.folder()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(names, QStringList({"hearth.log", "hearth.log.1"}));
        for (const QString& name : names)
            QVERIFY(QFileInfo(log.folder() + '/' + name).size() <= ErrorLog::maxFileBytes);
        // Also over the border of the two.
        const QStringList lines = log.lastLines(600);
        QCOMPARE(lines.size(), 600);
        QVERIFY(lines.last().contains(": 2499x"));
        QVERIFY(lines.first().contains(": 1900x"));
    }

    void whatCannotBeWrittenIsDropped() {
        const QTemporaryDir place;
        QFile inTheWay(place.filePath("logs"));
        QVERIFY(inTheWay.open(QFile::WriteOnly));
        ErrorLog blocked(inTheWay.fileName());
        blocked.add("Qt", "lost");
        QCOMPARE(blocked.lastLines(5), QStringList());
        // A pipe must not keep it waiting, nor a link lead it elsewhere.
        QVERIFY(QDir(place.path()).mkdir("pipes"));
        QCOMPARE(::mkfifo(QFile::encodeName(place.filePath("pipes/hearth.log")).constData(), 0600), 0);
        ErrorLog pipe(place.filePath("pipes"));
        pipe.add("Qt", "lost");
        QCOMPARE(pipe.lastLines(5), QStringList());
        QVERIFY(QDir(place.path()).mkdir("links"));
        QVERIFY(QFile::link(place.filePath("elsewhere"), place.filePath("links/hearth.log")));
        ErrorLog link(place.filePath("links"));
        link.add("Qt", "lost");
        QVERIFY(!QFile::exists(place.filePath("elsewhere")));
        ErrorLog nowhere{QString()};
        nowhere.add("Qt", "lost");
        QCOMPARE(nowhere.lastLines(5), QStringList());
    }

    void threadsDoNotMixTheirLines() {
        const QTemporaryDir place;
        ErrorLog log(place.filePath("logs"));
        const auto write = [&log](char letter) {
            for (int i = 0; i < 200; ++i) log.add("Qt", QString::number(i) + QString(50, letter));
        };
        std::thread other(write, 'a');
        write('b');
        other.join();
        QCOMPARE(log.lastLines(1000).size(), 400);
    }
};

QTEST_GUILESS_MAIN(TestErrorLog)
#include "tst_error_log.moc"
