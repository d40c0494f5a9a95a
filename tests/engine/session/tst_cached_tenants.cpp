#include "session/cached_tenants.h"

#include <vector>

#include "cached_sequences.h"

using namespace hearth;
using namespace hearth::test;

class TestCachedTenants : public QObject {
    Q_OBJECT

private slots:
    /// A block that two tenants used counts for both, and once in all.
    void blocksCountForThoseWhoUsedThem() {
        CachedSequences cached;
        SequenceCache cache(*cached.model, KvType::F16, 16);
        const auto end = [&](const char* tenant, std::vector<TokenId> tokens) {
            Sequence sequence = cached.sequenceOf(tokens);
            sequence.options.tenant = tenant;
            cached.process(cache, sequence);
            cache.leave(sequence);
        };
        std::vector<TokenId> longer = randomTokens(64, 1);
        end("cats", longer);
        const std::vector<TokenId> more = randomTokens(64, 2);
        longer.insert(longer.end(), more.begin(), more.end());
        end("dogs", longer);
        end("", randomTokens(32, 3));
        const uint64_t block = cache.memory().kv().blockBytes(0);
        const PrefixUse use = cache.memoryUse({"cats", "dogs", "birds"});
        QCOMPARE(use.bytes, 5 * block);
        QCOMPARE(use.tenants[0].bytes, 2 * block);
        QCOMPARE(use.tenants[1].bytes, 4 * block);
        QCOMPARE(use.tenants[1].sharedBytes, 2 * block);
        QCOMPARE(use.tenants[2].bytes, uint64_t{0});
        cache.clear();
        QCOMPARE(cache.memoryUse({"cats"}).bytes, uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestCachedTenants)
#include "tst_cached_tenants.moc"
