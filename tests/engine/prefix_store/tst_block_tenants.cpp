#include "prefix_store/block_tenants.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "hearth/engine.h"
#include "hearth/prefix_folder.h"
#include "prefix_store/block_folder.h"

using namespace hearth;

namespace {

constexpr ContentHash ownedSpace{1, 2}, otherOwnedSpace{3, 4};

BlockName ownedName(uint64_t key, BlockName::Kind kind = BlockName::Kind::Block) {
    return {{key, 0}, 5, kind};
}

}  // namespace

class TestBlockTenants : public QObject {
    Q_OBJECT
private slots:
    void whatOnlyOneUsedIsItsOwn() {
        const QTemporaryDir place;
        const std::vector<BlockName> both{ownedName(1)},
            first{ownedName(2), ownedName(2, BlockName::Kind::End)}, second{ownedName(3)};
        {
            BlockTenants tenants(path(place));
            tenants.add("chat 1", ownedSpace, both);
            tenants.add("chat 1", ownedSpace, first);
            tenants.add("chat 2", ownedSpace, both);
            tenants.add("chat 2", otherOwnedSpace, second);
            tenants.add("", ownedSpace, second);
        }
        BlockTenants tenants(path(place));
        const std::vector<std::string> all{"chat 2", "chat 1", "chat 3"}, theSecond{"chat 3", "chat 2"};
        using Records = std::set<BlockTenants::Record>;
        QCOMPARE(tenants.keepOnly(all), (Records{{ownedSpace, ownedName(1)},
                                                 {ownedSpace, ownedName(2)},
                                                 {ownedSpace, ownedName(2, BlockName::Kind::End)},
                                                 {otherOwnedSpace, ownedName(3)}}));
        const Records left{{ownedSpace, ownedName(1)}, {otherOwnedSpace, ownedName(3)}};
        QCOMPARE(tenants.keepOnly(theSecond), left);
        QCOMPARE(tenants.keepOnly(all), left);
        QVERIFY(tenants.keepOnly({}).empty());
        QVERIFY(std::filesystem::is_empty(path(place) / "owners"));
    }

    void everyKindIsItself() {
        using enum BlockName::Kind;
        const QTemporaryDir place;
        std::vector<BlockName> names;
        for (const BlockName::Kind kind : {Block, End, Tail, Reply, Picture}) {
            names.push_back(ownedName(1, kind));
            names.push_back({{1, 0}, 6, kind});
        }
        BlockTenants(path(place)).add("chat", ownedSpace, names);
        std::set<BlockTenants::Record> all;
        for (const BlockName& name : names) all.insert({ownedSpace, name});
        QCOMPARE(BlockTenants(path(place)).usedBy("chat"), all);
    }

    void kindsOfLaterVersionsAreIgnored() {
        const QTemporaryDir place;
        const std::vector<BlockName> names{ownedName(1), ownedName(2, static_cast<BlockName::Kind>(5))};
        BlockTenants(path(place)).add("chat", ownedSpace, names);
        BlockTenants tenants(path(place));
        QCOMPARE(used(tenants), std::set<uint64_t>{1});
    }

    void whatIsKnownIsWrittenOnce() {
        const QTemporaryDir place;
        const std::vector<BlockName> names{ownedName(1), ownedName(2)};
        for (int start = 0; start < 3; ++start) {
            BlockTenants tenants(path(place));
            for (int i = 0; i < 20; ++i) {
                tenants.add("chat " + std::to_string(i), ownedSpace, names);
                tenants.add("chat " + std::to_string(i), ownedSpace, names);
            }
        }
        for (const auto& entry : std::filesystem::directory_iterator(path(place) / "owners")) {
            QCOMPARE(entry.file_size(), uintmax_t{96});
            struct stat status {};
            QCOMPARE(::stat(entry.path().c_str(), &status), 0);
            QCOMPARE(status.st_mode & 0777U, 0600U);
        }
    }

    void whatACrashCutOffCountsForNothing() {
        const QTemporaryDir place;
        {
            BlockTenants tenants(path(place));
            tenants.add("chat", ownedSpace, std::vector<BlockName>{ownedName(1), ownedName(2)});
        }
        const auto file = std::filesystem::directory_iterator(path(place) / "owners")->path();
        std::filesystem::resize_file(file, 70);
        BlockTenants tenants(path(place));
        QCOMPARE(used(tenants), std::set<uint64_t>{1});
        tenants.add("chat", ownedSpace, std::vector<BlockName>{ownedName(3)});
        QCOMPARE(used(tenants), (std::set<uint64_t>{1, 3}));
        // A damaged entry is nobody's.
        std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(20).put('x');
        QCOMPARE(used(tenants), std::set<uint64_t>{3});
    }

    void forgettingRemovesTheFilesOfModelsThatAreNotLoaded() {
        const QTemporaryDir place;
        const BlockFolder folder(path(place));
        for (const ContentHash& space : {ownedSpace, otherOwnedSpace}) {
            for (const uint64_t key : {1U, 2U})
                folder.write(space,
                             {.name = ownedName(key),
                              .parent = {},
                              .tokens = {},
                              .groups = {},
                              .state = {},
                              .logits = {}},
                             0);
        }
        BlockTenants tenants(path(place));
        tenants.add("chat 1", ownedSpace, std::vector<BlockName>{ownedName(1), ownedName(2)});
        tenants.add("chat 1", otherOwnedSpace, std::vector<BlockName>{ownedName(1)});
        tenants.add("chat 2", ownedSpace, std::vector<BlockName>{ownedName(2)});
        keepPrefixesOf(path(place), {"chat 2"});
        QCOMPARE(folder.names(ownedSpace), std::vector<BlockName>{ownedName(2)});
        QVERIFY(folder.names(otherOwnedSpace).empty());
        keepPrefixesOf(path(place) / "none", {"chat 2"});
    }

private:
    static std::set<uint64_t> used(BlockTenants& tenants) {
        const std::vector<std::string> chat{"chat"};
        std::set<uint64_t> keys;
        for (const auto& record : tenants.keepOnly(chat)) keys.insert(record.second.key.low);
        return keys;
    }
    static std::filesystem::path path(const QTemporaryDir& place) { return place.path().toStdString(); }
};

QTEST_APPLESS_MAIN(TestBlockTenants)
#include "tst_block_tenants.moc"
