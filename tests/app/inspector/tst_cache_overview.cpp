#include "inspector/cache_overview.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>

#include "../chat/chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestCacheOverview : public QObject {
    Q_OBJECT

private slots:
    void whatChatsHaveIsTold() {
        test::ChatFixture f;
        f.load();
        f.talk("first");
        const qint64 first = f.chat.conversationId();
        f.chat.open(0);
        f.talk("second");
        const qint64 second = f.chat.conversationId();
        CacheOverview overview(*f.store, f.inference, f.settings);
        const QAbstractItemModelTester tester(&overview);
        QSignalSpy disk(&f.inference.caches(), &ModelCaches::useRead);
        overview.refresh();
        QVERIFY(disk.wait());
        // Nothing is kept anywhere.
        QCOMPARE(overview.count(), 0);
        const quint64 asked = disk[0][0].toULongLong();
        const std::vector<qint64> ids = f.store->conversations().ids();
        PrefixUse use;
        use.bytes = 2'500'000'000;
        use.tenants.resize(ids.size());
        const auto place = [&](qint64 id) {
            return static_cast<size_t>(std::ranges::find(ids, id) - ids.begin());
        };
        use.tenants[place(first)] = {1'000'000, 0, {}};
        use.tenants[place(second)] = {2'000'000, 500'000, {place(first)}};
        PrefixUse memory;
        memory.tenants.resize(ids.size());
        memory.tenants[place(first)] = {10'485'760, 0, {}};
        emit f.inference.caches().useRead(asked + 1, use, memory);
        QCOMPARE(overview.count(), 0);
        emit f.inference.caches().useRead(asked, use, {});
        QCOMPARE(overview.count(), 0);
        const auto cellOf = [&](int row, int role) { return overview.data(overview.index(row), role); };
        emit f.inference.caches().useRead(asked, use, memory);
        // Blocks in memory count as well.
        QCOMPARE(cellOf(0, CacheOverview::ConversationIdRole).toLongLong(), first);
        QCOMPARE(cellOf(0, CacheOverview::SizeRole).toString(), QString("1 MB on disk, 10 MB in memory"));
        QVERIFY(cellOf(0, CacheOverview::SharedRole).toString().isEmpty());
        memory.tenants[place(first)] = {};
        emit f.inference.caches().useRead(asked, use, memory);
        QCOMPARE(overview.count(), 2);
        QCOMPARE(cellOf(0, CacheOverview::ConversationIdRole).toLongLong(), second);
        QCOMPARE(cellOf(0, CacheOverview::SizeRole).toString(), QString("2 MB on disk"));
        QVERIFY2(cellOf(0, CacheOverview::SharedRole).toString().startsWith("500 kB shared with “"),
                 qPrintable(cellOf(0, CacheOverview::SharedRole).toString()));
        QVERIFY(!cellOf(0, CacheOverview::TitleRole).toString().isEmpty());
        QVERIFY(cellOf(1, CacheOverview::SharedRole).toString().isEmpty());
        QCOMPARE(overview.disk(), QString("2.5 GB of at most 10.0 GB"));
        QCOMPARE(overview.diskShare(), 0.25);
        overview.clearChat(first);
        QTRY_COMPARE(f.script->keptTenants.size(), size_t{1});
        QCOMPARE(f.script->keptTenants[0], std::vector<std::string>{"chat " + std::to_string(second)});
    }

    void whatWasSavedIsTold() {
        test::ChatFixture f;
        f.load();
        CacheOverview overview(*f.store, f.inference, f.settings);
        overview.refresh();
        QVERIFY(overview.week().isEmpty() && overview.everything().isEmpty());
        const qint64 today = store::CacheDayTable::today();
        f.store->cacheDays().add(today - 7, {1000, 100, 0, 3'600'000});
        f.store->cacheDays().add(today - 6, {1000, 900, 300, 2500});
        f.store->cacheDays().add(today, {200, 0, 0, 0});
        overview.refresh();
        QCOMPARE(overview.week(),
                 QString("75 % of 1,200 prompt tokens were not read again: 900 tokens, 300 of them from "
                         "disk, which saved about 2.5 s"));
        QVERIFY2(
            overview.everything().endsWith("1,000 tokens, 300 of them from disk, which saved about 60 min"),
            qPrintable(overview.everything()));
    }

    void chatsThatCannotBeReadAreSaid() {
        test::ChatFixture f;
        CacheOverview overview(*f.store, f.inference, f.settings);
        QSignalSpy failed(&overview, &CacheOverview::failed);
        f.store->database().execute("ALTER TABLE conversation RENAME TO elsewhere");
        overview.refresh();
        overview.clearChat(1);
        QCOMPARE(failed.count(), 2);
        QCOMPARE(failed[0][0].toString(), QString("The cache was not counted"));
        QCOMPARE(failed[1][0].toString(), QString("The cache of this chat was not cleared"));
        QVERIFY(!failed[0][1].toString().isEmpty());
    }

    void whatTheEngineHasInMemory() {
        test::ChatFixture f;
        f.load();
        CacheOverview overview(*f.store, f.inference, f.settings);
        QSignalSpy read(&f.inference.caches(), &ModelCaches::statsRead);
        overview.refresh();
        QVERIFY(read.wait());
        QVERIFY(overview.memory().isEmpty());
        CacheStats stats;
        stats.bytes = 1'000'000'000;
        stats.committedBytes = 250'000'000;
        stats.cachedTokens = 5120;
        emit f.inference.caches().statsRead(read[0][0].toULongLong(), stats);
        QCOMPARE(overview.memory(), QString("0.2 GB of at most 0.9 GB, with 5,120 tokens of all chats"));
        QCOMPARE(overview.memoryShare(), 0.25);
    }
};

QTEST_GUILESS_MAIN(TestCacheOverview)
#include "tst_cache_overview.moc"
