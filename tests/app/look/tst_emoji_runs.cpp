#include <QElapsedTimer>
#include <QTest>

#include "look/emoji_runs.h"

using namespace hearth::app;

namespace {

QString joinedPicture(int people) {
    QString text;
    for (int i = 0; i < people; ++i) text += QString::fromUtf16(i > 0 ? u"\u200d\U0001F469" : u"\U0001F469");
    return text;
}

}  // namespace

// Sequences of Unicode's emoji-test.txt and of UTS #51.
class TestEmojiRuns : public QObject {
    Q_OBJECT

private slots:
    void findsWholeSequences_data() {
        QTest::addColumn<QString>("sequence");
        const auto row = [](const char* name, const char16_t* text) {
            QTest::newRow(name) << QString::fromUtf16(text);
        };
        row("face", u"\U0001F600");
        row("check mark button", u"\u2705");
        row("heart, selector", u"\u2764\ufe0f");
        row("check, selector", u"\u2714\ufe0f");
        row("copyright, selector", u"\u00a9\ufe0f");
        row("keycap 1", u"1\ufe0f\u20e3");
        row("keycap #", u"#\ufe0f\u20e3");
        row("keycap *", u"*\ufe0f\u20e3");
        row("flag", u"\U0001F1E9\U0001F1EA");
        row("skin tone", u"\U0001F44D\U0001F3FD");
        row("skin tone on text", u"\u270c\U0001F3FF");
        row("selector and skin tone", u"\u270c\ufe0f\U0001F3FF");
        row("family", u"\U0001F469\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466");
        row("heart on fire", u"\u2764\ufe0f\u200d\U0001F525");
        row("rainbow flag", u"\U0001F3F3\ufe0f\u200d\U0001F308");
        row("transgender flag", u"\U0001F3F3\ufe0f\u200d\u26a7\ufe0f");
        row("unqualified", u"\U0001F441\u200d\U0001F5E8");
        row("kiss", u"\U0001F469\U0001F3FB\u200d\u2764\ufe0f\u200d\U0001F48B\u200d\U0001F468\U0001F3FC");
        row("woman shrugging", u"\U0001F937\U0001F3FE\u200d\u2640\ufe0f");
        row("Scotland", u"\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F");
        row("newer than this table", u"\U0001FADF");
    }
    void findsWholeSequences() {
        QFETCH(const QString, sequence);
        QCOMPARE(emojiRuns(sequence), (std::vector<EmojiRun>{{0, sequence.size()}}));
        const QString text = QStringLiteral("a1") + sequence + QStringLiteral("2z");
        QCOMPARE(emojiRuns(text), (std::vector<EmojiRun>{{2, sequence.size()}}));
        const std::vector<EmojiRun> twice{{0, sequence.size()}, {sequence.size(), sequence.size()}};
        QCOMPARE(emojiRuns(sequence + sequence), twice);
        QCOMPARE(joinedEmojiRuns(sequence + sequence), (std::vector<EmojiRun>{{0, 2 * sequence.size()}}));
    }

    void leavesTextAlone_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char16_t* text) {
            QTest::newRow(name) << QString::fromUtf16(text);
        };
        row("empty", u"");
        row("digits and signs", u"0123456789 # * #1 2*3");
        row("digit with a selector alone", u"1\ufe0f");
        row("keycap without a selector", u"1\u20e3");
        row("signs", u"\u00a9 \u00ae \u2122 \u2139 \u2194");
        row("plain heart", u"\u2764");
        row("text selector", u"\u231a\ufe0e");
        row("letters", u"Gr\u00fc\u00dfe, \u4f60\u597d \u0645\u0631\u062d\u0628\u0627");
        row("one regional indicator", u"\U0001F1E9");
        row("joiner and selector alone", u"\u200d\ufe0f\u20e3");
        row("joined letters", u"\u0915\u094d\u200d\u0937");
        row("mathematical letter", u"\U0001D400");
    }
    void leavesTextAlone() {
        QFETCH(const QString, text);
        QVERIFY(emojiRuns(text).empty());
    }
    void leavesHalvesAlone() {
        const QString face = QString::fromUtf16(u"\U0001F600");
        QVERIFY(emojiRuns(face.left(1)).empty());
        QVERIFY(emojiRuns(face.right(1)).empty());
    }

    void threeIndicatorsAreAFlagAndALetter() {
        const QString text = QString::fromUtf16(u"\U0001F1E9\U0001F1EA\U0001F1E9");
        QCOMPARE(emojiRuns(text), (std::vector<EmojiRun>{{0, 4}}));
    }
    void aSequenceWithAJoinerBehindEndsBeforeIt() {
        const QString text = QString::fromUtf16(u"\U0001F600\u200dx");
        QCOMPARE(emojiRuns(text), (std::vector<EmojiRun>{{0, 2}}));
    }
    void cutsWhatNoFontHas() {
        const std::vector<EmojiRun> runs = emojiRuns(joinedPicture(20));
        QCOMPARE(runs, (std::vector<EmojiRun>{{0, 26}, {27, 26}, {54, 5}}));
    }
    void isLinear() {
        const QString joined = joinedPicture(100'000);
        const QString tags = QString::fromUtf16(u"\U0001F3F4\U000E0067").repeated(100'000);
        const QString flags = QString::fromUtf16(u"\U0001F1E9").repeated(200'001);
        for (const QString& text : {joined, tags, flags}) {
            QElapsedTimer clock;
            clock.start();
            qsizetype last = 0;
            for (const EmojiRun& run : emojiRuns(text)) {
                QVERIFY(run.start >= last && run.length <= 80);
                last = run.start + run.length;
            }
            QVERIFY2(clock.elapsed() < 100, qPrintable(QString::number(clock.elapsed())));
        }
    }
};

QTEST_APPLESS_MAIN(TestEmojiRuns)
#include "tst_emoji_runs.moc"
