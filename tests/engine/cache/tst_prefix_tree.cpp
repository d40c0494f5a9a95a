#include "cache/prefix_tree.h"

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
std::vector<int32_t> insertSequence(BlockPool& pool, PrefixTree& tree, const std::vector<TokenId>& tokens) {
    std::vector<int32_t> blocks;
    for (size_t i = 0; i < (tokens.size() + blockPositions - 1) / blockPositions; ++i)
        blocks.push_back(pool.take());
    tree.insert(tokens, blocks);
    for (const int32_t block : blocks) pool.release(block);
    return blocks;
}

void giveBack(BlockPool& pool, const PrefixMatch& match) {
    for (const int32_t block : match.blocks) pool.release(block);
    pool.release(match.partialBlock);
}

}  // namespace

class TestPrefixTree : public QObject {
    Q_OBJECT
private slots:
    void findsWholeAndPartialBlocks();
    void branchesInsideABlock();
    void extendsALeaf();
    void findsPrefixesOfOtherConversations();
    void evictsTheLeastRecentlyUsedLeaf();
    void neverEvictsWhatIsInUse();
    void agreesWithABruteForceSearch();
};

void TestPrefixTree::findsWholeAndPartialBlocks() {
    BlockPool pool(16);
    PrefixTree tree(pool, blockPositions);
    const auto tokens = iota(1, 10);
    const auto blocks = insertSequence(pool, tree, tokens);
    QCOMPARE(tree.blocks(), size_t{3});
    QCOMPARE(tree.tokens(), size_t{10});
    QCOMPARE(pool.freeBlocks(), 13U);

    const PrefixMatch all = tree.match(iota(1, 20));
    QCOMPARE(all.tokens, size_t{10});
    QCOMPARE(all.blocks, (std::vector<int32_t>{blocks[0], blocks[1]}));
    QCOMPARE(all.partialBlock, blocks[2]);
    QCOMPARE(all.partialPositions, 2U);
    QCOMPARE(pool.references(blocks[0]), 2U);
    giveBack(pool, all);

    const PrefixMatch none = tree.match(iota(2, 5));
    QCOMPARE(none.tokens, size_t{0});
    QCOMPARE(none.partialBlock, -1);
    QCOMPARE(tree.match({}).tokens, size_t{0});
}

void TestPrefixTree::branchesInsideABlock() {
    BlockPool pool(16);
    PrefixTree tree(pool, blockPositions);
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

void TestPrefixTree::extendsALeaf() {
    BlockPool pool(16);
    PrefixTree tree(pool, blockPositions);
    insertSequence(pool, tree, iota(1, 5));
    const auto blocks = insertSequence(pool, tree, iota(1, 7));
    QCOMPARE(tree.blocks(), size_t{2});
    QCOMPARE(tree.tokens(), size_t{7});
    QCOMPARE(pool.freeBlocks(), 14U);  // the shorter leaf's block is free again
    const PrefixMatch match = tree.match(iota(1, 7));
    QCOMPARE(match.partialBlock, blocks[1]);
    giveBack(pool, match);
    insertSequence(pool, tree, iota(1, 6));  // known: nothing changes
    QCOMPARE(tree.tokens(), size_t{7});
    QCOMPARE(pool.freeBlocks(), 14U);
}

void TestPrefixTree::findsPrefixesOfOtherConversations() {
    BlockPool pool(64);
    PrefixTree tree(pool, blockPositions);
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

void TestPrefixTree::evictsTheLeastRecentlyUsedLeaf() {
    BlockPool pool(6);
    PrefixTree tree(pool, blockPositions);
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

void TestPrefixTree::neverEvictsWhatIsInUse() {
    BlockPool pool(4);
    PrefixTree tree(pool, blockPositions);
    insertSequence(pool, tree, iota(1, 8));
    const PrefixMatch held = tree.match(iota(1, 8));
    QVERIFY(!tree.evictOne());
    giveBack(pool, held);
    QVERIFY(tree.evictOne());
}

void TestPrefixTree::agreesWithABruteForceSearch() {
    // Few different tokens, so that sequences share prefixes of all lengths.
    std::mt19937 random(1);
    BlockPool pool(60);
    PrefixTree tree(pool, blockPositions);
    std::map<int32_t, std::vector<TokenId>> content;  // what a block holds, from the start of its sequence
    for (int round = 0; round < 3000; ++round) {
        std::vector<TokenId> tokens(1 + random() % 14);
        for (TokenId& token : tokens) token = static_cast<TokenId>(random() % 2);
        const PrefixMatch match = tree.match(tokens);
        QCOMPARE(match.tokens, match.blocks.size() * blockPositions + match.partialPositions);
        QVERIFY(match.tokens <= tokens.size());
        for (size_t i = 0; i <= match.blocks.size(); ++i) {
            const int32_t block = i < match.blocks.size() ? match.blocks[i] : match.partialBlock;
            if (block < 0) continue;
            const size_t end = std::min(match.tokens, (i + 1) * blockPositions);
            const auto& stored = content.at(block);
            QVERIFY(stored.size() >= end);
            QVERIFY(std::equal(tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(end), stored.begin()));
        }
        // Go on from the match as the scheduler does: whole blocks shared, the rest in blocks of its own.
        std::vector<int32_t> blocks = match.blocks;
        while (blocks.size() * blockPositions < tokens.size()) {
            int32_t block = pool.take();
            while (block < 0 && tree.evictOne()) block = pool.take();
            if (block < 0) break;
            blocks.push_back(block);
            const size_t end = std::min(tokens.size(), blocks.size() * blockPositions);
            content[block] = {tokens.begin(), tokens.begin() + static_cast<ptrdiff_t>(end)};
        }
        QVERIFY(blocks.size() * blockPositions >= tokens.size());
        pool.release(match.partialBlock);
        tree.insert(tokens, blocks);
        QCOMPARE(tree.matchLength(tokens), tokens.size());
        for (const int32_t block : blocks) pool.release(block);
        QCOMPARE(tree.blocks() + pool.freeBlocks(), size_t{60});
    }
    tree.clear();
    QCOMPARE(pool.freeBlocks(), 60U);
}

QTEST_GUILESS_MAIN(TestPrefixTree)
#include "tst_prefix_tree.moc"
