#include "prefix_store/kept_logits.h"

#include <QtTest>

using namespace hearth;

class TestKeptLogits : public QObject {
    Q_OBJECT
private slots:
    void givesBackWhatWasKeptForExactlyTheseTokens() {
        KeptLogits kept;
        const std::vector<TokenId> prompt{1, 2, 3};
        kept.keep(prompt, std::vector{0.5F, -1.0F});
        QVERIFY(kept.contains(prompt));
        QCOMPARE(*kept.use(prompt), (std::vector{0.5F, -1.0F}));
        for (const std::vector<TokenId>& other : {std::vector{1, 2}, {1, 2, 3, 4}, {1, 2, 4}, {}}) {
            QVERIFY(!kept.contains(other));
            QVERIFY(kept.use(other) == nullptr);
        }
        kept.keep(prompt, std::vector{7.0F});
        QCOMPARE(*kept.use(prompt), std::vector{7.0F});
    }

    void forgetsTheLeastRecentlyUsed() {
        KeptLogits kept;
        const auto number = [](size_t i) { return std::vector{static_cast<TokenId>(i)}; };
        for (size_t i = 0; i < KeptLogits::mostPrompts; ++i) kept.keep(number(i), std::vector{1.0F});
        const KeptLogits::Logits first = kept.use(number(0));
        kept.keep(number(100), std::vector{1.0F});
        QVERIFY(kept.contains(number(0)));
        QVERIFY(!kept.contains(number(1)));
        QVERIFY(kept.contains(number(2)));
        kept.clear();
        QVERIFY(!kept.contains(number(0)));
        QCOMPARE(first->size(), size_t{1});  // who holds it may go on
    }
};

QTEST_APPLESS_MAIN(TestKeptLogits)
#include "tst_kept_logits.moc"
