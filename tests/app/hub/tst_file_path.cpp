#include "hub/file_path.h"

#include <QtTest>

using namespace hearth::app;

class TestFilePath : public QObject {
    Q_OBJECT

private slots:
    void refusesWhatLeavesItsFolder_data() {
        QTest::addColumn<QString>("path");
        for (const QString& path : {QString(),
                                    QString("."),
                                    QString(".."),
                                    QString("../x.gguf"),
                                    QString("a/../x"),
                                    QString("/etc/passwd"),
                                    QString("a//b"),
                                    QString("a/"),
                                    QString("a\\b"),
                                    QString("C:x"),
                                    QString("CON"),
                                    QString("con.gguf"),
                                    QString("dir/NUL.txt"),
                                    QString("COM1"),
                                    QString("lpt9.gguf"),
                                    QString(".hidden"),
                                    QString("a/.ssh/b"),
                                    QString("x."),
                                    QString(" x"),
                                    QString("x "),
                                    QString("a\nb"),
                                    QString("a\tb"),
                                    QString(QChar(0)),
                                    QString::fromUtf8("a\u202egguf.exe"),
                                    QString("a?b"),
                                    QString("a*b"),
                                    QString("a\"b"),
                                    QString("a<b"),
                                    QString(300, u'x'),
                                    QString::fromUtf8("ä").repeated(101),
                                    QString("a/").repeated(9) + "b"})
            QTest::newRow(qPrintable("'" + path.left(20) + "'")) << path;
    }
    void refusesWhatLeavesItsFolder() {
        QFETCH(QString, path);
        QVERIFY(safeFilePath(path).isEmpty());
    }

    void allowsWhatRepositoriesHave() {
        for (const QString& path : {QString("Qwen3-14B-Q4_K_M.gguf"), QString("BF16/x-00001-of-00002.gguf"),
                                    QString("sub dir/model (v2).gguf"), QString::fromUtf8("モデル.gguf"),
                                    QString("console.gguf"), QString("a..b.gguf")})
            QCOMPARE(safeFilePath(path), path);
    }

    void namesOfRepositoriesAndDigests() {
        QVERIFY(isRepositoryId("Qwen/Qwen3-14B-GGUF"));
        QVERIFY(isRepositoryId("gpt2"));
        for (const char* bad :
             {"", "/", "a/", "/b", "a/b/c", "../b", "a/..", "-a/b", "a b/c", "a/b\n", "a/b?x=1", "a/con"})
            QVERIFY2(!isRepositoryId(bad), bad);
        QVERIFY(isCommit(QString(40, u'a')));
        QVERIFY(!isCommit(QString(39, u'a')) && !isCommit(QString(40, u'g')) && !isCommit("main") &&
                !isCommit(QString(40, u'a') + "\n"));
        QVERIFY(isSha256(QByteArray(64, '0')));
        QVERIFY(!isSha256(QByteArray(64, 'A')) && !isSha256(QByteArray(63, '0')) && !isSha256({}));
    }
};

QTEST_GUILESS_MAIN(TestFilePath)
#include "tst_file_path.moc"
