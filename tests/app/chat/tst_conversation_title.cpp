#include "chat/conversation_title.h"

#include <QtTest>

using namespace hearth::app;

class TestConversationTitle : public QObject {
    Q_OBJECT

private slots:
    void titles_data() {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("title");
        QTest::newRow("short") << "  How long to\tbrew tea? "
                               << "How long to brew tea?";
        QTest::newRow("first line with words") << "\n```\n# Plan\nmore"
                                               << "Plan";
        QTest::newRow("nothing but signs") << "???"
                                           << "New chat";
        QTest::newRow("cut between words")
            << "Explain to me in simple words why the sky looks blue at noon and red in the evening"
            << QStringLiteral("Explain to me in simple words why the sky looks blue at\u2026");
        QTest::newRow("one long word") << QString(100, u'x') << QString(59, u'x') + QChar(0x2026);
        QTest::newRow("emoji first") << QStringLiteral("\U0001F600 hello")
                                     << QStringLiteral("\U0001F600 hello");
    }
    void titles() {
        QFETCH(QString, message);
        QFETCH(QString, title);
        QCOMPARE(titleFromMessage(message), title);
        QVERIFY(titleFromMessage(message).size() <= 61);
    }

    void neverCutsALetterInTwo() {
        const QString family = QStringLiteral("\U0001F469\u200D\U0001F469\u200D\U0001F467");
        for (int shift = 0; shift < 10; ++shift) {
            const QString title = titleFromMessage(QString(shift, u'x') + family.repeated(20));
            QVERIFY((title.size() - 1 - shift) % family.size() == 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestConversationTitle)
#include "tst_conversation_title.moc"
