#include "tools/shared_folder.h"

#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestSharedFolder : public QObject {
    Q_OBJECT

    QTemporaryDir m_all;
    QString m_folder = m_all.path() + "/shared";

    void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size());
    }

private slots:
    void initTestCase() {
        QVERIFY(QDir().mkpath(m_folder + "/notes"));
        write(m_all.path() + "/secret.txt", "secret");
        write(m_folder + "/a.txt", "one\ntwo\nthree");
        write(m_folder + "/notes/b.md", "# Title");
        write(m_folder + "/.hidden", "hidden");
        write(m_folder + "/image.png", QByteArray("\x89PNG\0", 5));
        write(m_folder + "/latin", "\xe4");
        write(m_folder + "/big", QByteArray(SharedFolder::mostBytes + 1, 'x'));
        QByteArray lines;
        for (int line = 1; line <= 2500; ++line) lines += QByteArray::number(line) + '\n';
        write(m_folder + "/long", lines);
        QVERIFY(QFile::link(m_all.path() + "/secret.txt", m_folder + "/link"));
        QVERIFY(QFile::link(m_all.path(), m_folder + "/up"));
        QVERIFY(QFile::link(m_folder + "/a.txt", m_folder + "/inner"));
        QCOMPARE(mkfifo(qPrintable(m_folder + "/pipe"), 0600), 0);
    }

    void namesAndFilesAreRead() {
        const SharedFolder shared(m_folder);
        const ToolResult names = shared.list({});
        QVERIFY(!names.failed);
        QVERIFY(names.text.contains("notes/\n") && names.text.contains("a.txt (13 bytes)"));
        QVERIFY(!names.text.contains("hidden"));
        // Links out of the folder are not told of, those within it are.
        QVERIFY(!names.text.contains("link") && !names.text.contains("up/") && names.text.contains("inner"));
        QCOMPARE(shared.list("notes").text, QString("b.md (7 bytes)"));
        QCOMPARE(shared.read("a.txt", 1).text, QString("one\ntwo\nthree"));
        QCOMPARE(shared.read("a.txt", 3).text, QString("three"));
        QCOMPARE(shared.read("notes/../a.txt", 1).text, QString("one\ntwo\nthree"));
        QCOMPARE(shared.read(m_folder + "/notes/b.md", 1).text, QString("# Title"));
        QCOMPARE(shared.read("inner", 2).text, QString("two\nthree"));
        QVERIFY(shared.read("long", 1).text.startsWith("[Lines 1 to 1000 of 2501.]\n"));
        QVERIFY(shared.read("long", 2400).text.startsWith("2400\n"));
    }

    void aNameWithALineBreakIsOneEntry() {
        const QString folder = m_folder + "/notes/odd", name = "b.txt (1 bytes)\nsecrets";
        QVERIFY(QDir().mkpath(folder));
        write(folder + u'/' + name, "text");
        write(folder + "/end\n", "end");
        const SharedFolder shared(m_folder);
        QCOMPARE(shared.list("notes/odd").text,
                 QString("\"b.txt (1 bytes)\\nsecrets\" (4 bytes)\n\"end\\n\" (3 bytes)"));
        // As a model gives it back.
        QCOMPARE(shared.read("notes/odd/" + name, 1).text, QString("text"));
        QCOMPARE(shared.read("notes/odd/end\n", 1).text, QString("end"));
        QVERIFY(QDir(folder).removeRecursively());
    }

    void nothingElseIsSeen_data() {
        QTest::addColumn<QString>("path");
        for (const char* path :
             {"../secret.txt", "link", "up/secret.txt", "/etc/passwd", "notes/../../secret.txt", "up", "..",
              ".hidden", "missing", "a.txt/x", "~/x", "a.txt\n/../../secret.txt"})
            QTest::newRow(path) << path;
        QTest::newRow("long") << QString(10000, 'x');
        QTest::newRow("NUL") << QString(QChar(0)) + "../secret.txt";
    }
    void nothingElseIsSeen() {
        QFETCH(QString, path);
        const SharedFolder shared(m_folder);
        QVERIFY(shared.read(path, 1).failed);
        QVERIFY(shared.list(path).failed);
        QVERIFY(!shared.read(path, 1).text.contains("secret\n"));
    }

    void whatIsNoTextSaysSo() {
        const SharedFolder shared(m_folder);
        for (const char* path : {"image.png", "latin", "big", "pipe", "notes"}) {
            const ToolResult result = shared.read(path, 1);
            QVERIFY2(result.failed && result.text.contains(path), path);
        }
        QVERIFY(shared.list("a.txt").failed);
    }

    void withoutAFolderNothingIsRead() {
        QVERIFY(SharedFolder({}).list({}).failed);
        QVERIFY(SharedFolder({}).read("/etc/passwd", 1).failed);
        QVERIFY(SharedFolder(m_all.path() + "/gone").list({}).failed);
    }
};

QTEST_GUILESS_MAIN(TestSharedFolder)
#include "tst_shared_folder.moc"
