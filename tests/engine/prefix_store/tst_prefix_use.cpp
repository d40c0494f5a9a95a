#include <QTemporaryDir>
#include <QtTest>

#include "hearth/engine.h"
#include "hearth/prefix_folder.h"
#include "prefix_store/block_store.h"

using namespace hearth;

class TestPrefixUse : public QObject {
    Q_OBJECT

    static BlockRecord record(uint64_t key) {
        return {.name = {{key, 0}, 0},
                .parent = {},
                .tokens = {1},
                .groups = {std::vector<std::byte>(1000)},
                .state = {},
                .logits = {}};
    }

private slots:
    void everyOwnerHasItsBytes() {
        const QTemporaryDir place;
        const std::filesystem::path folder = place.path().toStdString();
        const uint64_t size = record(1).sizeBytes();
        {
            BlockStore store({.folder = folder,
                              .space = {1, 2},
                              .shape = {.groupBytes = {1000}, .stateBytes = 0, .vocabulary = 0}});
            // The first is everybody's, the second of two, the others of one each, the last of nobody.
            for (const char* tenant : {"a", "b", "c"}) {
                store.put(record(1), {1, tenant});
                store.use({record(1).name}, {1, tenant});
            }
            store.put(record(2), {1, "a"});
            store.use({record(2).name}, {1, "c"});
            store.put(record(3), {1, "a"});
            store.put(record(4), {1, "b"});
            store.put(record(5), {1, ""});
            store.flush();
        }
        const auto use = prefixUse(folder, {"a", "b", "c", "d"});
        QCOMPARE(use.bytes, 5 * size);
        QCOMPARE(use.tenants.size(), size_t{4});
        QCOMPARE(use.tenants[0].bytes, 3 * size);
        QCOMPARE(use.tenants[0].sharedBytes, 2 * size);
        QCOMPARE(use.tenants[0].sharesWith, (std::vector<size_t>{2, 1}));
        QCOMPARE(use.tenants[1].bytes, 2 * size);
        QCOMPARE(use.tenants[1].sharedBytes, size);
        QCOMPARE(use.tenants[2].bytes, 2 * size);
        QCOMPARE(use.tenants[2].sharesWith, (std::vector<size_t>{0, 1}));
        QCOMPARE(use.tenants[3].bytes, uint64_t{0});
        // Those who are not asked for do not count as sharing.
        QCOMPARE(prefixUse(folder, {"a"}).tenants[0].sharedBytes, uint64_t{0});
    }

    void nothingIsThere() {
        const auto use = prefixUse("/nowhere/at/all", {"a"});
        QCOMPARE(use.bytes, uint64_t{0});
        QCOMPARE(use.tenants.size(), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestPrefixUse)
#include "tst_prefix_use.moc"
