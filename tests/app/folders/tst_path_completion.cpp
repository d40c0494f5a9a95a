#include "folders/path_completion.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace hearth::app;

class TestPathCompletion : public QObject {
    Q_OBJECT

private slots:
    void whatIsTypedIsAPath_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("path");
        QTest::newRow("nothing") << "  "
                                 << "";
        QTest::newRow("name") << "a b.txt"
                              << "/base/a b.txt";
        QTest::newRow("absolute") << " /etc//hosts "
                                  << "/etc/hosts";
        QTest::newRow("up") << "../x"
                            << "/x";
        QTest::newRow("home") << "~" << QDir::homePath();
        QTest::newRow("in the home") << "~/x/." << QDir::homePath() + "/x";
        QTest::newRow("a name with a tilde") << "~x"
                                             << "/base/~x";
        QTest::newRow("signs of addresses") << "50%20 #1?.md"
                                            << "/base/50%20 #1?.md";
    }
    void whatIsTypedIsAPath() {
        QFETCH(QString, text);
        QTEST(typedPath(text, "/base"), "path");
    }

    void pathsGoOn() {
        QTemporaryDir folder;
        for (const char* name : {"Models", "music", ".cache"}) QVERIFY(QDir(folder.path()).mkdir(name));
        for (const char* name : {"memo.txt", "other"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        const QString here = folder.path();
        QCOMPARE(pathCompletions("m", here, false), QStringList({"memo.txt", "Models/", "music/"}));
        QCOMPARE(pathCompletions("m", here, true), QStringList({"Models/", "music/"}));
        QCOMPARE(pathCompletions(here + "/M", "/", true), QStringList({here + "/Models/", here + "/music/"}));
        QCOMPARE(pathCompletions(".", here, true), QStringList({".cache/"}));
        QCOMPARE(pathCompletions("m", here, false, 1).size(), 1);
        QCOMPARE(pathCompletions("nowhere/x", here, false), QStringList());
    }

    void namesGetEndings() {
        QCOMPARE(withEnding("notes", "md"), "notes.md");
        QCOMPARE(withEnding("notes.", "md"), "notes.md");
        QCOMPARE(withEnding("notes.txt", "md"), "notes.txt");
        QCOMPARE(withEnding("v2.0", "md"), "v2.0.md");
        QCOMPARE(withEnding("a.7z", "md"), "a.7z");
        QCOMPARE(withEnding("Is it so. Yes", "md"), "Is it so. Yes.md");
        QCOMPARE(withEnding("notes", ""), "notes");
        QCOMPARE(withEndingInstead("notes.MD", {"md", "json"}, "json"), "notes.json");
        QCOMPARE(withEndingInstead("notes", {"md", "json"}, "json"), "notes.json");
    }
};

QTEST_GUILESS_MAIN(TestPathCompletion)
#include "tst_path_completion.moc"
