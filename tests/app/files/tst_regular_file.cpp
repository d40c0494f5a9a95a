#include "files/regular_file.h"

#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestRegularFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString problemOf(const char* name) const {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        const QString problem = openRegularFile(file);
        if (problem.isEmpty() != file.isOpen()) return QStringLiteral("open, with a problem");
        return problem;
    }

private slots:
    void readsAnOrdinaryFile() {
        QFile out(m_folder.filePath("größe.txt"));
        QVERIFY(out.open(QFile::WriteOnly));
        out.write("words");
        out.close();
        QFile file(out.fileName());
        QCOMPARE(openRegularFile(file), QString());
        QCOMPARE(file.size(), 5);
        QCOMPARE(file.readAll(), QByteArray("words"));
        QVERIFY(QFile::link(out.fileName(), m_folder.filePath("link")));
        QCOMPARE(problemOf("link"), QString());
    }

    /// Nobody writes to the pipe, and nothing ends the device.
    void nothingElseIsOpened() {
        QCOMPARE(::mkfifo(QFile::encodeName(m_folder.filePath("pipe")).constData(), 0600), 0);
        QVERIFY(QFile::link(QStringLiteral("/dev/zero"), m_folder.filePath("device")));
        QVERIFY(QFile::link(QStringLiteral("loop"), m_folder.filePath("loop")));
        QVERIFY(QDir(m_folder.path()).mkdir("folder"));
        for (const char* name : {"pipe", "device", "folder"})
            QCOMPARE(problemOf(name), QStringLiteral("it is not a regular file"));
        for (const char* name : {"loop", "none", ""}) QVERIFY2(!problemOf(name).isEmpty(), name);
    }
};

QTEST_GUILESS_MAIN(TestRegularFile)
#include "tst_regular_file.moc"
