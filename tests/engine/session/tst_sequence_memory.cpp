#include "session/sequence_memory.h"

#include <list>

#include "cached_sequences.h"

using namespace hearth;
using namespace hearth::test;

class TestSequenceMemory : public QObject {
    Q_OBJECT

private slots:
    void roomIsWhatOthersDoNotHold() {
        CachedSequences cached;
        SequenceCache cache(*cached.model, KvType::F16, 8);
        std::list<Sequence> all;
        all.push_back(cached.sequenceOf(randomTokens(100, 1)));
        cached.process(cache, all.front());
        all.push_back(cached.sequenceOf(randomTokens(127, 2)));
        QVERIFY(cache.hasRoomFor(all.back(), all));
        all.back().tokens.push_back(1);  // and one more would be the fifth block
        QVERIFY(!cache.hasRoomFor(all.back(), all));
        all.back().tokens.ids.pop_back();
        all.front().admitted = true;  // and grows
        QVERIFY(!cache.hasRoomFor(all.back(), all));
        QVERIFY(cache.memory().couldHold(256, 1));
        QVERIFY(!cache.memory().couldHold(257, 1));
        cache.leave(all.front());
        QVERIFY(cache.hasRoomFor(all.back(), all));
    }

    void cachedPrefixesMakeRoom() {
        CachedSequences cached;
        SequenceCache cache(*cached.model, KvType::F16, 4);
        Sequence first = cached.sequenceOf(randomTokens(120, 1)),
                 second = cached.sequenceOf(randomTokens(120, 2));
        cached.process(cache, first);
        cache.leave(first);
        cached.process(cache, second);
        QCOMPARE(cache.cachedTokens(randomTokens(120, 1)), size_t{0});
        QVERIFY(!cache.memory().reserve(second, 129));
        cache.leave(second);
    }
};

QTEST_GUILESS_MAIN(TestSequenceMemory)
#include "tst_sequence_memory.moc"
