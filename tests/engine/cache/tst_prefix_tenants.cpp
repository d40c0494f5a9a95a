#include "cache/prefix_tenants.h"

#include <QtTest>
#include <numeric>

using namespace hearth;

class TestPrefixTenants : public QObject {
    Q_OBJECT
private slots:
    void ownersShareTheirBeginning() {
        std::vector<TokenId> first(80);
        std::iota(first.begin(), first.end(), 0);
        std::vector<TokenId> second(first.begin(), first.begin() + 64);
        PrefixTenants tenants;
        tenants.add("a", {}, first, 32);
        tenants.add("b", {}, second, 32);
        tenants.add("b", {}, second, 32);
        tenants.add("", {}, first, 32);
        QCOMPARE(tenants.size(), size_t{5});
        QCOMPARE(tenants.usedBy("a")->size(), size_t{3});
        for (const PrefixKey& key : prefixKeys({}, second, 32)) {
            QVERIFY(tenants.usedBy("a")->contains(key));
            QVERIFY(tenants.usedBy("b")->contains(key));
        }
        QVERIFY(tenants.usedBy("c") == nullptr);
        // Of another origin the same tokens are other blocks.
        tenants.add("c", {1, 2}, second, 32);
        QVERIFY(!tenants.usedBy("a")->contains(*tenants.usedBy("c")->begin()));
    }

    void whatIsGoneIsForgotten() {
        const std::vector<TokenId> tokens(64, 1);
        const auto keys = prefixKeys({}, tokens, 32);
        PrefixTenants tenants;
        tenants.add("a", {}, tokens, 32);
        tenants.add("b", {3, 4}, tokens, 32);
        tenants.keepOnly({keys[0]});
        QCOMPARE(tenants.size(), size_t{1});
        QCOMPARE(*tenants.usedBy("a"), std::set<PrefixKey>{keys[0]});
        QVERIFY(tenants.usedBy("b") == nullptr);
        tenants.clear();
        QVERIFY(tenants.usedBy("a") == nullptr);
        QCOMPARE(tenants.size(), size_t{0});
    }
};

QTEST_APPLESS_MAIN(TestPrefixTenants)
#include "tst_prefix_tenants.moc"
