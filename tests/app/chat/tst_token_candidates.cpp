#include "chat/token_candidates.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestTokenCandidates : public QObject {
    Q_OBJECT

    static GeneratedToken token(std::vector<std::pair<TokenId, float>> chances) {
        GeneratedToken made;
        for (const auto& [id, chance] : chances)
            made.candidates.push_back({.token = id, .plainProbability = chance});
        return made;
    }

private slots:
    void comeBackAsTheyWere() {
        const QByteArray bytes = packCandidates(
            {token({{7, 0.75f}, {2000000, 0.2f}, {9, 0.0004f}}), token({}), token({{-1, 1.0f}})});
        const auto back = unpackCandidates(bytes);
        QCOMPARE(back.size(), size_t(3));
        QCOMPARE(back[0].size(), size_t(2));  // what is under one in a thousand is not kept
        QCOMPARE(back[0][1].token, 2000000);
        QVERIFY(std::abs(back[0][0].chance - 0.75f) < 1e-4f);
        QVERIFY(back[1].empty());
        QCOMPARE(back[2][0].token, -1);
        QCOMPARE(back[2][0].chance, 1.0f);
    }

    void partsCanBeJoinedAndCut() {
        const QByteArray first = packCandidates({token({{1, 0.5f}}), token({{2, 0.5f}, {3, 0.25f}})});
        const QByteArray second = packCandidates({token({{4, 0.9f}})});
        const auto joined = unpackCandidates(first + second);
        QCOMPARE(joined.size(), size_t(3));
        QCOMPARE(joined[2][0].token, 4);
        QCOMPARE(firstCandidates(first + second, 2), first);
        QCOMPARE(firstCandidates(first + second, 9), first + second);
        QCOMPARE(firstCandidates(first, 0), QByteArray());
    }

    void damagedBytesNeverHurt() {
        const QByteArray whole = packCandidates({token({{1, 0.5f}, {2, 0.25f}}), token({{3, 0.5f}})});
        for (qsizetype length = 0; length <= whole.size(); ++length) {
            const QByteArray cut = whole.left(length);
            QVERIFY(unpackCandidates(cut).size() <= 2);
            QVERIFY(firstCandidates(cut, 5).size() <= length);
        }
        QVERIFY(unpackCandidates(QByteArray(1000, '\xff')).empty());
    }
};

QTEST_GUILESS_MAIN(TestTokenCandidates)
#include "tst_token_candidates.moc"
