#include "chat/repetition_watch.h"

#include <QElapsedTimer>
#include <QtTest>

using hearth::app::RepetitionWatch;

namespace {

bool isNoticed(const QString& text) {
    RepetitionWatch watch;
    bool noticed = false;
    for (qsizetype at = 0; at < text.size(); at += 5) {
        watch.add(QStringView(text).mid(at, 5));
        noticed = noticed || watch.isRepeating();
    }
    return noticed || watch.isRepeatingNow();
}

QString counted(const QString& line, int lines) {
    QString text;
    for (int i = 1; i <= lines; ++i) text += line.arg(i) + u'\n';
    return text;
}

const QString prose = QStringLiteral(
    "The keeper of the lighthouse had a lamp, and the lamp had a flame that was seen from far over the "
    "water. "
    "Ships came and went, and each of them knew the flame by the way in which it went dark for a moment. ");

}  // namespace

class TestRepetitionWatch : public QObject {
    Q_OBJECT

private slots:
    void circlesAreNoticed() {
        QVERIFY(isNoticed(prose + QStringLiteral("I am not sure.\n").repeated(60)));
        QVERIFY(isNoticed(QStringLiteral("and the sea ").repeated(60)));
        QVERIFY(isNoticed(prose +
                          QStringLiteral("* A sunny day\n* A day with rain\n* A windy day\n").repeated(20)));
        QVERIFY(isNoticed(prose.repeated(12)));
        QVERIFY(isNoticed(prose + QStringLiteral("She said that %1.\n\n").repeated(60)));
        QVERIFY(isNoticed(counted("%1. The keeper of the lighthouse said that it was late.", 60)));
        QVERIFY(isNoticed(QStringLiteral("0, ").repeated(3000)));
        QVERIFY(isNoticed("```c\n" + QStringLiteral("    printf(\"hello\");\n").repeated(400)));
    }

    void ordinaryTextsAreNot() {
        QVERIFY(!isNoticed(prose));
        QVERIFY(!isNoticed(prose.repeated(2)));
        QVERIFY(!isNoticed(QStringLiteral("-").repeated(2000)));
        QVERIFY(!isNoticed(QStringLiteral("=-").repeated(400)));
        QVERIFY(!isNoticed(QStringLiteral("|---").repeated(60) + "|\n" +
                           QStringLiteral("| no | no | no |\n").repeated(50)));
        QVERIFY(!isNoticed(counted("Chapter %1", 500)));
        QVERIFY(!isNoticed(counted("%1", 5000)));
        QVERIFY(!isNoticed(counted("- Item %1", 300)));
        QVERIFY(!isNoticed("0." + QStringLiteral("142857").repeated(100)));
        QVERIFY(!isNoticed("```html\n" + QStringLiteral("<td></td>\n").repeated(100) + "```\n"));
        QVERIFY(!isNoticed("```sql\n" + counted("INSERT INTO t VALUES (%1, 'a name');", 300) + "```\n"));
        QVERIFY(!isNoticed("```\n" + QStringLiteral("0x00, 0x00, 0x00, 0x00,\n").repeated(120) + "```\n"));
        QString list;
        for (const char* word :
             {"bread", "milk", "eggs", "salt", "rice", "tea", "oil", "figs", "nuts", "corn"})
            list += QStringLiteral("- I would like to have some more ") + word + u'\n';
        QVERIFY(!isNoticed(list.repeated(3)));
        QVERIFY(!isNoticed(QStringLiteral(" ha ha").repeated(20)));
    }

    void itIsNoticedSoon() {
        RepetitionWatch watch;
        watch.add(prose.repeated(2));
        int added = 0;
        while (!watch.isRepeating() && added < 10000) {
            watch.add(u"The same line again.\n");
            added += 21;
        }
        QVERIFY2(added < 1500, qPrintable(QString::number(added)));
        watch.add(QString(prose).replace("lamp", "lantern") +
                  QString(prose).replace("flame", "fire").repeated(2));
        QVERIFY(!watch.isRepeatingNow());
    }

    void itCostsLittle() {
        QElapsedTimer timer;
        timer.start();
        for (const QString& part :
             {QStringLiteral("a"), QStringLiteral("ab"), prose, QStringLiteral("aaaab")})
            for (int i = 0; i < 4; ++i) isNoticed(part.repeated(100000 / part.size()));
        QVERIFY2(timer.elapsed() < 4000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestRepetitionWatch)
#include "tst_repetition_watch.moc"
