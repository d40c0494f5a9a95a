#include "cache/prefix_owners.h"

#include <QtTest>
#include <numeric>

using namespace hearth;

class TestPrefixOwners : public QObject {
    Q_OBJECT
private slots:
    void ownersShareTheirBeginning() {
        std::vector<TokenId> first(80);
        std::iota(first.begin(), first.end(), 0);
        std::vector<TokenId> second(first.begin(), first.begin() + 64);
        PrefixOwners owners;
        owners.add("a", {}, first, 32);
        owners.add("b", {}, second, 32);
        owners.add("b", {}, second, 32);
        owners.add("", {}, first, 32);
        QCOMPARE(owners.size(), size_t{5});
        QCOMPARE(owners.usedBy("a")->size(), size_t{3});
        for (const PrefixKey& key : prefixKeys({}, second, 32)) {
            QVERIFY(owners.usedBy("a")->contains(key));
            QVERIFY(owners.usedBy("b")->contains(key));
        }
        QVERIFY(owners.usedBy("c") == nullptr);
        // Of another origin the same tokens are other blocks.
        owners.add("c", {1, 2}, second, 32);
        QVERIFY(!owners.usedBy("a")->contains(*owners.usedBy("c")->begin()));
    }

    void whatIsGoneIsForgotten() {
        const std::vector<TokenId> tokens(64, 1);
        const auto keys = prefixKeys({}, tokens, 32);
        PrefixOwners owners;
        owners.add("a", {}, tokens, 32);
        owners.add("b", {3, 4}, tokens, 32);
        owners.keepOnly({keys[0]});
        QCOMPARE(owners.size(), size_t{1});
        QCOMPARE(*owners.usedBy("a"), std::set<PrefixKey>{keys[0]});
        QVERIFY(owners.usedBy("b") == nullptr);
        owners.clear();
        QVERIFY(owners.usedBy("a") == nullptr);
        QCOMPARE(owners.size(), size_t{0});
    }
};

QTEST_APPLESS_MAIN(TestPrefixOwners)
#include "tst_prefix_owners.moc"
