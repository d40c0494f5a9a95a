#include "files/one_line_name.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

using namespace hearth::app;

class TestOneLineName : public QObject {
    Q_OBJECT

private slots:
    void ordinaryNamesStay() {
        for (const char* name : {"notes.txt", "my notes (2).md", "caf\u00e9.txt", "\u6ce8\u610f.md",
                                 "\U0001f41d.txt", "it's \"quoted\".txt", "back\\slash"})
            QCOMPARE(oneLineName(QString::fromUtf8(name)), QString::fromUtf8(name));
    }
    void othersAreWrittenAsJsonHasThem_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("line") << QString("a.txt (3 bytes)\nb.txt");
        QTest::newRow("return") << QString("a\rb");
        QTest::newRow("tab") << QString("a\tb");
        QTest::newRow("control") << QString("a") + QChar(0x1b) + "[2Jb";
        QTest::newRow("direction") << QString("a") + QChar(0x202e) + "txt.exe";
        QTest::newRow("separator") << QString("a") + QChar(0x2028) + "b";
        QTest::newRow("no break") << QString("a") + QChar(0x85) + "b";
        QTest::newRow("space") << QString(" a");
        QTest::newRow("quote") << QString("\"a\" \\ \n");
    }
    void othersAreWrittenAsJsonHasThem() {
        QFETCH(QString, name);
        const QString shown = oneLineName(name);
        QVERIFY(!shown.contains(u'\n') && !shown.contains(QChar(0x2028)) && shown.startsWith(u'"'));
        QCOMPARE(QJsonDocument::fromJson("[" + shown.toUtf8() + "]").array().at(0).toString(), name);
    }
};

QTEST_APPLESS_MAIN(TestOneLineName)
#include "tst_one_line_name.moc"
