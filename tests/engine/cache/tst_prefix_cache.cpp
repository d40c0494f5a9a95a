#include "cache/prefix_cache.h"

#include <QtTest>
#include <algorithm>
#include <map>
#include <random>

using namespace hearth;

namespace {

constexpr uint32_t blockPositions = 4;

std::vector<TokenId> iota(TokenId first, size_t count) {
    std::vector<TokenId> tokens(count);
    for (size_t i = 0; i < count; ++i) tokens[i] = first + static_cast<TokenId>(i);
    return tokens;
}

/// Takes blocks for a sequence, inserts it and gives the own references up.
std::vector<int32_t> insertSequence(BlockPool& pool, PrefixCache& tree, const std::vector<TokenId>& tokens) {
    std::vector<int32_t> blocks;
    for (size_t i = 0; i < (tokens.size() + blockPositions - 1) / blockPositions; ++i)
        blocks.push_back(pool.take());
    tree.insert(tokens, std::span(&blocks, 1));
    for (const int32_t block : blocks) pool.release(block);
    return blocks;
}

void giveBack(BlockPool& pool, const PrefixMatch& match) {
    for (const int32_t block : match.blocks[0]) pool.release(block);
    for (const int32_t block : match.partialBlocks) pool.release(block);
}

/// The same with a window, whose table lacks the first `gone` blocks.
std::vector<std::vector<int32_t>> insertSequence(BlockPool& all, BlockPool& window, PrefixCache& tree,
                                                 const std::vector<TokenId>& tokens, size_t gone,
                                                 size_t end = 0) {
    std::vector<std::vector<int32_t>> tables(2);
    for (size_t i = 0; i < (tokens.size() + blockPositions - 1) / blockPositions; ++i) {
        tables[0].push_back(all.take());
        tables[1].push_back(i < gone ? -1 : window.take());
    }
    tree.insert(tokens, tables, end);
    for (const int32_t block : tables[0]) all.release(block);
    for (const int32_t block : tables[1]) window.release(block);
    return tables;
}

void giveBack(BlockPool& all, BlockPool& window, const PrefixMatch& match) {
    for (const int32_t block : match.blocks[0]) all.release(block);
    for (const int32_t block : match.blocks[1]) window.release(block);
    if (match.partialBlocks.empty()) return;
    all.release(match.partialBlocks[0]);
    window.release(match.partialBlocks[1]);
}

}  // namespace

class TestPrefixCache : public QObject {
    Q_OBJECT
private slots:
    void everyBlockIsTold() {
        BlockPool pool(8);
        PrefixCache tree({{&pool, 0}}, blockPositions);
        const auto first = insertSequence(pool, tree, iota(1, 6));
        auto other = iota(1, 8);
        other.back() = 99;
        const auto second = insertSequence(pool, tree, other);
        std::map<PrefixKey, int32_t> told;
        tree.eachBlock([&](const PrefixKey& key, std::span<const int32_t> blocks) {
            QVERIFY(told.emplace(key, blocks[0]).second);
        });
        QCOMPARE(told.size(), tree.blocks());
        const auto keys = prefixKeys({}, other, blockPositions);
        QCOMPARE(told.at(keys[0]), first[0]);
        QCOMPARE(told.at(keys[1]), second[1]);
    }

    void blocksThatNobodyElseHoldsMayMove() {
        BlockPool pool(8);
        PrefixCache tree({{&pool, 0}}, blockPositions);
        const auto blocks = insertSequence(pool, tree, iota(1, 12));
        pool.retain(blocks[2]);
        std::vector<int32_t> told;
        tree.moveBlocks(0, [&](int32_t block) {
            told.push_back(block);
            return block == blocks[0] ? pool.take() : -1;
        });
        std::sort(told.begin(), told.end());
        QCOMPARE(told, (std::vector<int32_t>{blocks[0], blocks[1]}));
        QCOMPARE(pool.references(blocks[0]), 0U);
        const PrefixMatch match = tree.match(iota(1, 12));
        QCOMPARE(match.blocks[0], (std::vector<int32_t>{3, blocks[1], blocks[2]}));
        giveBack(pool, match);
        QCOMPARE(pool.references(3), 1U);
    }
    void findsWholeAndPartialBlocks();
    void branchesInsideABlock();
    void extendsALeaf();
    void findsPrefixesOfOtherConversations();
    void evictsTheLeastRecentlyUsedLeaf();
    void neverEvictsWhatIsInUse();
    void agreesWithABruteForceSearch();
    void windowsNeedOnlyWhatTheyReach();
    void lostBlocksComeBackWithTheNextSequence();
    void thinsWhatNoEndNeedsFirst();
    void windowsAgreeWithABruteForceSearch();
    void listsWhatItHolds();
    void originsShareNothing();
};

void TestPrefixCache::findsWholeAndPartialBlocks() {
    BlockPool pool(16);
    PrefixCache tree({{&pool}}, blockPositions);
    const auto tokens = iota(1, 10);
    const auto blocks = insertSequence(pool, tree, tokens);
    QCOMPARE(tree.blocks(), size_t{3});
    QCOMPARE(tree.tokens(), size_t{10});
    QCOMPARE(pool.freeBlocks(), 13U);

    const PrefixMatch all = tree.match(iota(1, 20));
    QCOMPARE(all.tokens, size_t{10});
    QCOMPARE(all.blocks[0], (std::vector<int32_t>{blocks[0], blocks[1]}));
    QCOMPARE(all.partialBlocks, std::vector<int32_t>{blocks[2]});
    QCOMPARE(all.partialPositions, 2U);
    QCOMPARE(pool.references(blocks[0]), 2U);
    giveBack(pool, all);

    const PrefixMatch none = tree.match(iota(2, 5));
    QCOMPARE(none.tokens, size_t{0});
    QVERIFY(none.partialBlocks.empty());
    QCOMPARE(tree.match({}).tokens, size_t{0});
}

void TestPrefixCache::branchesInsideABlock() {
    BlockPool pool(16);
    PrefixCache tree({{&pool}}, blockPositions);
    insertSequence(pool, tree, iota(1, 8));
    std::vector<TokenId> other = iota(1, 6);
    other.push_back(99);
    other.push_back(100);
    insertSequence(pool, tree, other);
    QCOMPARE(tree.blocks(), size_t{3});  // the first block is shared
    QCOMPARE(tree.matchLength(iota(1, 8)), size_t{8});
    QCOMPARE(tree.matchLength(other), size_t{8});
    std::vector<TokenId> third = iota(1, 5);
    third.push_back(7);
    QCOMPARE(tree.matchLength(third), size_t{5});
}

void TestPrefixCache::extendsALeaf() {
    BlockPool pool(16);
    PrefixCache tree({{&pool}}, blockPositions);
    insertSequence(pool, tree, iota(1, 5));
    const auto blocks = insertSequence(pool, tree, iota(1, 7));
    QCOMPARE(tree.blocks(), size_t{2});
    QCOMPARE(tree.tokens(), size_t{7});
    QCOMPARE(pool.freeBlocks(), 14U);  // the shorter leaf's block is free again
    const PrefixMatch match = tree.match(iota(1, 7));
    QCOMPARE(match.partialBlocks, std::vector<int32_t>{blocks[1]});
    giveBack(pool, match);
    insertSequence(pool, tree, iota(1, 6));  // known: nothing changes
    QCOMPARE(tree.tokens(), size_t{7});
    QCOMPARE(pool.freeBlocks(), 14U);
}

void TestPrefixCache::findsPrefixesOfOtherConversations() {
    BlockPool pool(64);
    PrefixCache tree({{&pool}}, blockPositions);
    const auto system = iota(1, 9);
    for (TokenId conversation = 0; conversation < 5; ++conversation) {
        std::vector<TokenId> tokens = system;
        for (TokenId i = 0; i < 9; ++i) tokens.push_back(1000 * (conversation + 1) + i);
        insertSequence(pool, tree, tokens);
    }
    std::vector<TokenId> sixth = system;
    sixth.push_back(77);
    QCOMPARE(tree.matchLength(sixth), system.size());
}

void TestPrefixCache::evictsTheLeastRecentlyUsedLeaf() {
    BlockPool pool(6);
    PrefixCache tree({{&pool}}, blockPositions);
    insertSequence(pool, tree, iota(1, 8));
    insertSequence(pool, tree, iota(100, 8));
    insertSequence(pool, tree, iota(200, 8));
    giveBack(pool, tree.match(iota(1, 8)));  // the oldest becomes the youngest
    QVERIFY(tree.evictOne());
    QVERIFY(tree.evictOne());
    QCOMPARE(tree.matchLength(iota(100, 8)), size_t{0});
    QCOMPARE(tree.matchLength(iota(200, 8)), size_t{8});
    QCOMPARE(tree.matchLength(iota(1, 8)), size_t{8});
    QVERIFY(tree.evictOne());
    QCOMPARE(tree.matchLength(iota(200, 8)), size_t{4});  // the end of a sequence goes first
    while (tree.evictOne()) {
    }
    QCOMPARE(pool.freeBlocks(), 6U);
    QCOMPARE(tree.tokens(), size_t{0});
}

void TestPrefixCache::neverEvictsWhatIsInUse() {
    BlockPool pool(4);
    PrefixCache tree({{&pool}}, blockPositions);
    insertSequence(pool, tree, iota(1, 8));
    const PrefixMatch held = tree.match(iota(1, 8));
    QVERIFY(!tree.evictOne());
    giveBack(pool, held);
    QVERIFY(tree.evictOne());
}

void TestPrefixCache::agreesWithABruteForceSearch() {
    // Few different tokens, so that sequences share prefixes of all lengths.
    std::mt19937 random(1);
    BlockPool pool(60);
    PrefixCache tree({{&pool}}, blockPositions);
    std::map<int32_t, std::vector<TokenId>> content;  // what a block holds, from the start of its sequence
    for (int round = 0; round < 3000; ++round) {
        std::vector<TokenId> tokens(1 + random() % 14);
        for (TokenId& token : tokens) token = static_cast<TokenId>(random() % 2);
        const PrefixMatch match = tree.match(tokens);
        const std::vector<int32_t>& shared = match.blocks[0];
        QCOMPARE(match.tokens, shared.size() * blockPositions + match.partialPositions);
        QVERIFY(match.tokens <= tokens.size());
        for (size_t i = 0; i < shared.size() + match.partialBlocks.size(); ++i) {
            const int32_t block = i < shared.size() ? shared[i] : match.partialBlocks[0];
            const size_t end = std::min(match.tokens, (i + 1) * blockPositions);
            const auto& stored = content.at(block);
            QVERIFY(stored.size() >= end);
            QVERIFY(std::equal(tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(end), stored.begin()));
        }
        // Go on from the match as the scheduler does: whole blocks shared, the rest in blocks of its own.
        std::vector<int32_t> blocks = shared;
        while (blocks.size() * blockPositions < tokens.size()) {
            int32_t block = pool.take();
            while (block < 0 && tree.evictOne()) block = pool.take();
            if (block < 0) break;
            blocks.push_back(block);
            const size_t end = std::min(tokens.size(), blocks.size() * blockPositions);
            content[block] = {tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(end)};
        }
        QVERIFY(blocks.size() * blockPositions >= tokens.size());
        for (const int32_t block : match.partialBlocks) pool.release(block);
        tree.insert(tokens, std::span(&blocks, 1));
        QCOMPARE(tree.matchLength(tokens), tokens.size());
        for (const int32_t block : blocks) pool.release(block);
        QCOMPARE(tree.blocks() + pool.freeBlocks(), size_t{60});
    }
    tree.clear();
    QCOMPARE(pool.freeBlocks(), 60U);
}

/// Blocks of 4 positions, and layers that see 6.
void TestPrefixCache::windowsNeedOnlyWhatTheyReach() {
    BlockPool all(16), window(16);
    PrefixCache tree({{&all}, {&window, 6}}, blockPositions);
    const auto tokens = iota(1, 18);  // five blocks, the last one with two positions
    const auto tables = insertSequence(all, window, tree, tokens, 2);
    QCOMPARE(window.freeBlocks(), 13U);

    // After 18 tokens a row sees positions 13 to 18.
    const PrefixMatch whole = tree.match(tokens);
    QCOMPARE(whole.tokens, size_t{18});
    QCOMPARE(whole.blocks[0], (std::vector<int32_t>(tables[0].begin(), tables[0].end() - 1)));
    QCOMPARE(whole.blocks[1], (std::vector<int32_t>{-1, -1, -1, tables[1][3]}));
    QCOMPARE(whole.partialBlocks, (std::vector<int32_t>{tables[0][4], tables[1][4]}));
    QCOMPARE(whole.partialPositions, 2U);
    QCOMPARE(window.references(tables[1][3]), 2U);
    QCOMPARE(window.references(tables[1][2]), 1U);
    giveBack(all, window, whole);

    // After 13 tokens it sees from 8 on, which is the third block; after 12 tokens from 7: too early.
    QCOMPARE(tree.matchLength(iota(1, 13)), size_t{13});
    QCOMPARE(tree.matchLength(iota(1, 12)), size_t{0});
    QCOMPARE(tree.match(iota(1, 12)).tokens, size_t{0});
    QCOMPARE(tree.tokens(), size_t{18});
}

void TestPrefixCache::lostBlocksComeBackWithTheNextSequence() {
    BlockPool all(16), window(16);
    PrefixCache tree({{&all}, {&window, 6}}, blockPositions);
    const auto tokens = iota(1, 12);
    const auto first = insertSequence(all, window, tree, tokens, 3);
    QCOMPARE(tree.matchLength(tokens), size_t{0});
    const auto second = insertSequence(all, window, tree, tokens, 0);
    QCOMPARE(tree.matchLength(tokens), size_t{12});
    const PrefixMatch found = tree.match(tokens);
    QCOMPARE(found.blocks[0], first[0]);  // known blocks stay
    QCOMPARE(found.blocks[1], (std::vector<int32_t>{-1, second[1][1], second[1][2]}));
    giveBack(all, window, found);
    QCOMPARE(all.freeBlocks(), 13U);
    QCOMPARE(window.freeBlocks(), 13U);
    // A sequence that covers only a part of a block cannot fill it.
    const auto longer = iota(1, 16);
    insertSequence(all, window, tree, longer, 4);
    insertSequence(all, window, tree, iota(1, 15), 0);
    QCOMPARE(tree.matchLength(longer), size_t{12});
    tree.clear();
    QCOMPARE(all.freeBlocks(), 16U);
    QCOMPARE(window.freeBlocks(), 16U);
}

void TestPrefixCache::thinsWhatNoEndNeedsFirst() {
    BlockPool all(64), window(14);
    PrefixCache tree({{&all}, {&window, 6}}, blockPositions);
    const auto older = iota(1, 28), newer = iota(101, 28);  // seven blocks each
    insertSequence(all, window, tree, older, 0, 13);        // a prompt of 13 tokens ended in the fourth block
    insertSequence(all, window, tree, newer, 0);
    QCOMPARE(window.freeBlocks(), 0U);
    QCOMPARE(tree.matchLength(iota(1, 20)), size_t{20});
    // In the older one the ends reach back two blocks: only the first is spare. In the newer one four are.
    size_t given = 0;
    while (const size_t some = tree.thin(1, false)) given += some;
    QCOMPARE(given, size_t{5});
    for (const auto& [tokens, length] : {std::pair{older, size_t{28}}, {newer, 28}, {iota(1, 13), 13}})
        QCOMPARE(tree.matchLength(tokens), length);
    QCOMPARE(tree.matchLength(iota(101, 13)), size_t{0});
    // Then the older conversation loses its own, whatever is held stays.
    const PrefixMatch held = tree.match(newer);
    given = 0;
    while (const size_t some = tree.thin(1, true)) given += some;
    QCOMPARE(tree.matchLength(older), size_t{0});
    QCOMPARE(tree.matchLength(newer), size_t{28});
    QCOMPARE(given, size_t{7});
    giveBack(all, window, held);
}

void TestPrefixCache::windowsAgreeWithABruteForceSearch() {
    std::mt19937 random(2);
    BlockPool all(60), window(12);
    constexpr uint32_t reach = 7;
    PrefixCache tree({{&all}, {&window, reach}}, blockPositions);
    std::map<int32_t, std::vector<TokenId>> content;  // what a block of the window holds, from the start
    size_t reused = 0, lost = 0;
    std::vector<TokenId> tokens;
    for (int round = 0; round < 3000; ++round) {
        // Goes on from where the last one was, or from somewhere before that.
        if (random() % 2 == 0 || tokens.size() > 30) tokens.resize(random() % (tokens.size() + 1));
        for (size_t more = 1 + random() % 6; more > 0; --more)
            tokens.push_back(static_cast<TokenId>(random() % 2));
        const PrefixMatch match = tree.match(tokens);
        QCOMPARE(tree.matchLength(tokens), match.tokens);
        reused += match.tokens;
        // Every position that the next row sees lies in a block that holds these tokens.
        for (size_t at = match.tokens < reach ? 0 : match.tokens - reach + 1; at < match.tokens; ++at) {
            const size_t i = at / blockPositions;
            const int32_t block = i < match.blocks[1].size() ? match.blocks[1][i] : match.partialBlocks[1];
            QVERIFY(block >= 0);
            const auto& stored = content.at(block);
            const size_t end = std::min(match.tokens, (i + 1) * blockPositions);
            QVERIFY(stored.size() >= end);
            QVERIFY(std::equal(tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(end), stored.begin()));
        }
        std::vector<std::vector<int32_t>> tables = match.blocks;
        while (tables[0].size() * blockPositions < tokens.size()) {
            int32_t block = all.take();
            while (block < 0 && tree.evictOne()) block = all.take();
            QVERIFY(block >= 0);
            tables[0].push_back(block);
            block = window.take();
            while (block < 0 && (tree.thin(1, false) > 0 || tree.thin(1, true) > 0)) block = window.take();
            QVERIFY(block >= 0);
            tables[1].push_back(block);
            const size_t end = std::min(tokens.size(), tables[1].size() * blockPositions);
            content[block] = {tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(end)};
        }
        for (size_t g = 0; g < match.partialBlocks.size(); ++g)
            (g == 0 ? all : window).release(match.partialBlocks[g]);
        tree.insert(tokens, tables);
        for (const int32_t block : tables[0]) all.release(block);
        for (const int32_t block : tables[1]) window.release(block);
        // A part of a block cannot stand for a longer one that was lost.
        QVERIFY(tree.matchLength(tokens) >= tokens.size() / blockPositions * blockPositions);
        QCOMPARE(tree.blocks() + all.freeBlocks(), size_t{60});
        if (window.freeBlocks() + tree.blocks() > 12) ++lost;
    }
    QVERIFY(reused > 20000);  // the search found something
    QVERIFY(lost > 1000);     // and there were gaps
    tree.clear();
    QCOMPARE(window.freeBlocks(), 12U);
}

void TestPrefixCache::listsWhatItHolds() {
    BlockPool all(16), window(16);
    PrefixCache tree({{&all}, {&window, 6}}, blockPositions);
    QVERIFY(tree.sequences().empty());
    const auto trunk = insertSequence(all, window, tree, iota(1, 10), 1, 7);
    std::vector<TokenId> branch = iota(1, 4);
    branch.push_back(99);
    const auto other = insertSequence(all, window, tree, branch, 0);
    const auto listed = tree.sequences();
    QCOMPARE(listed.size(), size_t{2});
    QCOMPARE(listed[0].tokens.ids, branch);  // the younger one
    QCOMPARE(listed[0].tables, (std::vector<std::vector<int32_t>>{{trunk[0][0], other[0][1]}, other[1]}));
    QVERIFY(listed[0].ends.empty());
    QCOMPARE(listed[1].tokens.ids, iota(1, 10));
    // The first block of the window came back with the branch.
    QCOMPARE(listed[1].tables[1], (std::vector<int32_t>{other[1][0], trunk[1][1], trunk[1][2]}));
    QCOMPARE(listed[1].ends, std::vector<size_t>{8});
}

/// The same tokens of two origins have blocks of their own, and go one by one.
void TestPrefixCache::originsShareNothing() {
    BlockPool all(16), window(16);
    PrefixCache tree({{&all}, {&window, 6}}, blockPositions);
    const SequenceOrigin origin{7, 8};
    const auto insert = [&](TokenId first, const SequenceOrigin& from) {
        std::vector<std::vector<int32_t>> tables(2);
        for (size_t i = 0; i < 4; ++i) {
            tables[0].push_back(all.take());
            tables[1].push_back(window.take());
        }
        tree.insert(iota(first, 14), tables, 0, from);
        for (const int32_t block : tables[0]) all.release(block);
        for (const int32_t block : tables[1]) window.release(block);
        return tables;
    };
    const auto plain = insert(1, {}), other = insert(1, origin);
    QCOMPARE(tree.matchLength(iota(1, 14)), size_t{14});
    QCOMPARE(tree.matchLength(iota(1, 14), origin), size_t{14});
    QCOMPARE(tree.matchLength(iota(1, 14), {7, 9}), size_t{0});
    const PrefixMatch found = tree.match(iota(1, 8), origin);
    QCOMPARE(found.blocks[0], (std::vector<int32_t>{other[0][0], other[0][1]}));
    giveBack(all, window, found);
    const auto listed = tree.sequences();
    QCOMPARE(listed.size(), size_t{2});
    for (const auto& sequence : listed)
        QCOMPARE(sequence.tables[0], (sequence.origin == origin ? other : plain)[0]);
    // The ends of both need their last three blocks of the window; the first ones are spare.
    size_t spare = 0;
    while (const size_t some = tree.thin(1, false)) spare += some;
    QCOMPARE(spare, size_t{2});
    while (tree.matchLength(iota(1, 14)) > 0) QVERIFY(tree.evictOne());
    QCOMPARE(tree.matchLength(iota(1, 14), origin), size_t{14});
    tree.clear();
    QVERIFY(tree.sequences().empty());
    QCOMPARE(all.freeBlocks(), 16U);
    QCOMPARE(window.freeBlocks(), 16U);
}

QTEST_GUILESS_MAIN(TestPrefixCache)
#include "tst_prefix_cache.moc"
