#include "speculation/drafter.h"

#include <QtTest>
#include <random>

using namespace hearth;

class TestDrafter : public QObject {
    Q_OBJECT

    /// Tokens a second of a text under costs that are like so, in steps of a single row a second.
    static double speed(const std::vector<TokenId>& text, size_t prompt, double costOfRow) {
        Drafter drafter(std::span<const TokenId>(text).first(prompt));
        RowCosts costs;
        const auto seconds = [&](size_t rows) { return 1 + costOfRow * static_cast<double>(rows - 1); };
        double time = 0;
        for (size_t at = prompt; at < text.size();) {
            drafter.propose(7);
            const size_t checked = draftsWorthChecking(drafter, costs, {.most = 7});
            const std::vector<TokenId> draft = drafter.draft();
            time += seconds(1 + checked);
            costs.note(1 + checked, seconds(1 + checked));
            for (size_t i = 0; at < text.size(); ++i) {
                const TokenId token = text[at++];
                drafter.take(token);
                if (i >= checked || draft[i] != token) break;
            }
        }
        return static_cast<double>(text.size() - prompt) / time;
    }
    static std::vector<TokenId> random(size_t count, unsigned kinds, unsigned seed) {
        std::mt19937 generator(seed);
        std::vector<TokenId> tokens(count);
        for (TokenId& token : tokens) token = static_cast<TokenId>(generator() % kinds);
        return tokens;
    }

private slots:
    /// A text that is quoted comes much faster, the more so the less a row costs.
    void quotesComeFast() {
        std::vector<TokenId> text = random(400, 1000, 1);
        text.insert(text.end(), text.begin(), text.begin() + 400);
        const double cheap = speed(text, 402, 0.05), usual = speed(text, 402, 0.28),
                     dear = speed(text, 402, 0.9);
        QVERIFY2(cheap > 4, qPrintable(QString::number(cheap)));
        QVERIFY2(usual > 2, qPrintable(QString::number(usual)));
        QVERIFY2(dear > 0.95, qPrintable(QString::number(dear)));
    }
    /// If matches are meaningless, almost nothing is lost.
    void nothingIsLostWhereNothingRepeats() {
        for (const unsigned kinds : {4U, 12U, 40U}) {
            const double rate = speed(random(3000, kinds, 2), 100, 0.3);
            QVERIFY2(rate > 0.97, qPrintable(QStringLiteral("%1 kinds: %2").arg(kinds).arg(rate)));
        }
    }
    void costsAreLearntAndForgotten() {
        RowCosts costs;
        QCOMPARE(costs.of(1), 1.0);
        const double usual = costs.of(8);
        QVERIFY(usual > 2);
        costs.note(8, 1);  // before a single row was timed it says nothing
        QCOMPARE(costs.of(8), usual);
        costs.note(1, 1);
        for (int i = 0; i < 60; ++i) costs.note(8, 1.1);
        QVERIFY2(costs.of(8) < 1.2, qPrintable(QString::number(costs.of(8))));
        QVERIFY(costs.of(4) < costs.of(8));
        for (int i = 0; i < 60; ++i) costs.note(4, 1000);  // something else held it up
        QVERIFY(costs.of(8) > usual);
        for (int i = 0; i < 500; ++i) costs.note(1, 1);
        QVERIFY(std::abs(costs.of(8) - usual) < 0.1);
        costs.note(0, 1);
        costs.note(9, 1);
        costs.note(2, 0);
        QVERIFY(std::abs(costs.of(8) - usual) < 0.1);
    }
    void learnsFromWhatIsNotChecked() {
        Drafter drafter(std::vector<TokenId>{1, 2, 3, 4, 1, 2});
        drafter.propose(2);
        const double before = drafter.expected(1);
        QCOMPARE(drafter.draft(), (std::vector<TokenId>{3, 4}));
        QVERIFY(drafter.expected(2) > before && before > 1);
        QCOMPARE(drafter.expected(0), 1.0);
        drafter.take(9);  // wrong
        drafter.take(1);
        drafter.take(2);
        drafter.propose(2);
        QCOMPARE(drafter.draft(), (std::vector<TokenId>{9, 1}));
        QVERIFY(drafter.expected(1) < before);
    }
};

QTEST_GUILESS_MAIN(TestDrafter)
#include "tst_drafter.moc"
