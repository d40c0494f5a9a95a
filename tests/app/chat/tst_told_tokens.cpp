#include "chat/told_tokens.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestToldTokens : public QObject {
    Q_OBJECT

    static std::vector<ToldToken> some() {
        return {{"Hel", 0.75F, {{"Hel", 0.75F}, {"Hi", 0.25F}}},
                {"", 1.0F, {}},
                {"\xe2\x82", 0.5F, {{"\xe2\x82", 0.5F}, {std::string("\0x", 2), 0.125F}}}};
    }

private slots:
    void theyComeBack() {
        const std::vector<ToldToken> back = unpackToldTokens(packToldTokens(some()));
        QCOMPARE(back.size(), size_t{3});
        for (size_t i = 0; i < back.size(); ++i) {
            QCOMPARE(back[i].text, some()[i].text);
            QVERIFY(std::abs(back[i].chance - some()[i].chance) < 1e-4F);
            QCOMPARE(back[i].alternatives.size(), some()[i].alternatives.size());
            for (size_t j = 0; j < back[i].alternatives.size(); ++j)
                QCOMPARE(back[i].alternatives[j].text, some()[i].alternatives[j].text);
        }
        QVERIFY(unpackToldTokens({}).empty());
    }

    void partsAreJoined() {
        const QByteArray once = packToldTokens(some());
        QCOMPARE(unpackToldTokens(once + once).size(), size_t{6});
        QCOMPARE(toldText(some(), 2), QByteArray("Hel"));
        QCOMPARE(toldText(some(), 99), QByteArray("Hel\xe2\x82"));
    }

    void whatIsUnlikelyIsLeftOut() {
        const auto back = unpackToldTokens(packToldTokens({{"a", 1, {{"a", 0.9995F}, {"b", 0.0005F}}}}));
        QCOMPARE(back.at(0).alternatives.size(), size_t{1});
    }

    // A damaged file ends the list where it is damaged.
    void anyBytesAreRead() {
        const QByteArray whole = packToldTokens(some());
        for (qsizetype length = 0; length < whole.size(); ++length)
            QVERIFY(unpackToldTokens(whole.first(length)).size() < 3);
        QVERIFY(unpackToldTokens("\xff\xff").empty());
        QVERIFY(unpackToldTokens(QByteArray(4, '\xff')).empty());
    }
};

QTEST_GUILESS_MAIN(TestToldTokens)
#include "tst_told_tokens.moc"
