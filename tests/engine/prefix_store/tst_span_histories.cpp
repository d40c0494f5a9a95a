// Prompts at random in which few contents lie behind the same placeholders, over what remembers prompts in
// memory and on disk, with crashes and files that are cut off: whatever is found is held against a map of
// whole histories, so that nothing is ever shared by two contents.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>

#include "cache/prefix_cache.h"
#include "cache/residual_block_slots.h"
#include "cache/state_slots.h"
#include "prefix_store/block_store.h"
#include "prefix_store/kept_logits.h"
#include "prefix_store/response_cache.h"
#include "vision/kept_pictures.h"

using namespace hearth;

namespace {

constexpr uint32_t blockPositions = 4, poolBlocks = 96;
constexpr TokenId placeholder = 9;

/// All that a row is, spelled out.
struct Row {
    TokenId token = 0;
    uint64_t content = 0;  ///< 0: text
    int64_t place = 0;     ///< in its span
    auto operator<=>(const Row&) const = default;
};
using History = std::vector<Row>;

struct Found {
    size_t shared = 0, partial = 0, fromDisk = 0, tails = 0, logits = 0, replies = 0, states = 0, open = 0;
    size_t pictures = 0;  ///< whose rows were found
    size_t decoys = 0;    ///< prompts that differ from one before by contents alone
    size_t crashes = 0;
};

PromptTokens tokensOf(const History& history) {
    PromptTokens tokens;
    for (size_t i = 0; i < history.size(); ++i) {
        const Row& row = history[i];
        tokens.push_back(row.token);
        if (row.content == 0 || row.place != 0) continue;
        size_t end = i + 1;
        while (end < history.size() && history[end].content == row.content && history[end].place != 0) ++end;
        tokens.spans.push_back({.content = {row.content, 5},
                                .first = static_cast<int64_t>(i),
                                .rows = static_cast<uint32_t>(end - i),
                                .positions = static_cast<uint32_t>(end - i),
                                .bothWays = false});
    }
    return tokens;
}

class Histories {
public:
    explicit Histories(std::filesystem::path folder) : m_folder(std::move(folder)) {
        std::filesystem::create_directory(m_folder);
        start();
    }

    void operate() {
        const History history = next();
        ask(history);
        m_past[m_random() % m_past.size()] = history;
        if (below(15) == 0) m_store->flush();
        if (below(150) == 0) crash();
    }
    Found found;

private:
    /// A number for each whole history; what a block holds is that up to its end.
    uint64_t numberOf(const History& history, size_t rows) {
        const History part(history.begin(), history.begin() + static_cast<ptrdiff_t>(rows));
        const auto [at, isNew] = m_numbers.try_emplace(part, m_histories.size());
        if (isNew) m_histories.push_back(&at->first);
        return at->second;
    }
    bool beginsLike(uint64_t number, const History& history, size_t rows) const {
        const History& own = *m_histories[number];
        return own.size() >= rows &&
               std::equal(own.begin(), own.begin() + static_cast<ptrdiff_t>(rows), history.begin());
    }

    unsigned below(unsigned most) { return static_cast<unsigned>(m_random() % most); }
    /// A beginning of an earlier one, or of nothing, with more behind it; or the same with other contents.
    History next() {
        History history = m_past[below(static_cast<unsigned>(m_past.size()))];
        if (below(4) == 0 && !history.empty()) {
            ++found.decoys;
            for (Row& row : history)
                if (row.token == placeholder) row.content = row.content % 3 + 1;
            return history;
        }
        // Not within a span: prompts are made of whole ones.
        size_t rows = history.empty() ? 0 : below(static_cast<unsigned>(history.size() + 1));
        while (rows < history.size() && history[rows].place != 0) ++rows;
        history.resize(rows);
        for (unsigned parts = 1 + below(3); parts > 0; --parts) {
            if (history.size() > 40) break;
            if (below(2) == 0) {
                for (unsigned i = 1 + below(4); i > 0; --i)
                    history.push_back({.token = static_cast<TokenId>(below(3))});
                continue;
            }
            // Of one length a content, as pictures are; or placeholders that somebody wrote.
            const uint64_t content = below(4);
            for (unsigned i = 0; i < 6; ++i)
                history.push_back({placeholder, content, content == 0 ? 0 : int64_t{i}});
        }
        return history;
    }

    void ask(const History& history) {
        if (history.size() < 2) return;
        const PromptTokens tokens = tokensOf(history);
        askMemory(history, tokens);
        askOthers(history, tokens);
        askReplies(history, tokens);
        askPictures(tokens);
    }
    void askMemory(const History& history, const PromptTokens& tokens) {
        PrefixMatch match = m_tree->match(tokens);
        std::vector<int32_t> table = match.blocks[0];
        for (size_t i = 0; i < table.size(); ++i) {
            const uint64_t wanted = numberOf(history, (i + 1) * blockPositions);
            QCOMPARE(m_held[static_cast<size_t>(table[i])], wanted);
            ++found.shared;
        }
        for (const int32_t block : match.partialBlocks) {
            QVERIFY(beginsLike(m_held[static_cast<size_t>(block)], history, match.tokens));
            ++found.partial;
            m_pool.release(block);
        }
        const auto keys = prefixKeys({}, tokens, blockPositions);
        for (size_t i = table.size(); i * blockPositions < tokens.size(); ++i) {
            const int32_t block = take();
            if (block < 0) break;
            table.push_back(block);
            fill(history, tokens, keys, i, m_held[static_cast<size_t>(block)]);
        }
        const size_t there = std::min(tokens.size(), table.size() * blockPositions);
        const PromptView known = PromptView(tokens).first(there);
        m_tree->insert(known, std::span(&table, 1));
        QCOMPARE(m_tree->matchLength(tokens), there);
        for (const int32_t block : table) m_pool.release(block);
    }
    int32_t take() {
        int32_t block = m_pool.take();
        while (block < 0 && m_tree->evictOne()) block = m_pool.take();
        return block;
    }
    /// Fills in the content of a block, read from disk if it is stored there.
    void fill(const History& history, const PromptTokens& tokens, const std::vector<PrefixKey>& keys,
              size_t i, uint64_t& held) {
        const size_t begin = i * blockPositions, end = std::min(tokens.size(), begin + blockPositions);
        const PromptView own = PromptView(tokens).subspan(begin, end - begin);
        const PrefixKey parent = i == 0 ? PrefixKey() : keys[i - 1];
        const bool whole = i < keys.size();
        const BlockName name = whole ? BlockName{keys[i], static_cast<uint32_t>(i)}
                                     : tailName(parent, own, static_cast<uint32_t>(i));
        const uint64_t wanted = numberOf(history, end);
        const std::vector<TokenId> identity = identityNumbers(own);
        if (m_store->has(name)) {
            const auto record =
                m_store->get({.name = name, .parent = parent, .tokens = identity, .groups = {}});
            if (record) {
                std::memcpy(&held, record->groups[0].data(), sizeof held);
                QCOMPARE(held, wanted);
                ++(whole ? found.fromDisk : found.tails);
                return;
            }
        }
        held = wanted;
        if (!m_store->hasRoom()) return;
        std::vector<std::byte> bytes(sizeof held);
        std::memcpy(bytes.data(), &held, sizeof held);
        m_store->put({.name = name,
                      .parent = parent,
                      .tokens = identity,
                      .groups = {bytes},
                      .state = {},
                      .logits = {}},
                     {BlockStore::now(), ""});
    }
    /// Logits, states and residual blocks behind the whole prompt.
    void askOthers(const History& history, const PromptTokens& tokens) {
        const auto number = static_cast<float>(numberOf(history, history.size()));
        if (const auto kept = m_logits.use(tokens)) {
            QCOMPARE(kept->front(), number);
            ++found.logits;
        }
        m_logits.keep(tokens, std::span(&number, 1));
        if (const auto state = m_states.use(tokens); state.slot >= 0) {
            QCOMPARE(m_stateHeld[static_cast<size_t>(state.slot)], numberOf(history, state.tokens));
            ++found.states;
        }
        const int32_t slot = m_states.take();
        m_stateHeld[static_cast<size_t>(slot)] = numberOf(history, history.size());
        m_states.keep(tokens, slot);
        if (const auto open = m_open.use(tokens, {}); open.slot >= 0) {
            QCOMPARE(m_openHeld[static_cast<size_t>(open.slot)], numberOf(history, open.tokens));
            ++found.open;
        }
        const int32_t other = m_open.take();
        m_openHeld[static_cast<size_t>(other)] = numberOf(history, history.size());
        m_open.keep(tokens, other, {});
    }
    void askReplies(const History& history, const PromptTokens& tokens) {
        GenerationRequest request;
        request.sampling.temperature = 0;
        request.replyReuse = ReplyReuse::Use;
        Prompt prompt;
        prompt.tokens = tokens.ids;
        prompt.spans = tokens.spans;
        const auto question = replyQuestion(request, prompt);
        QVERIFY(question);
        const auto number = static_cast<TokenId>(numberOf(history, history.size()));
        if (const auto reply = m_replies.find(*question, "")) {
            QCOMPARE(reply->tokens.front().token, number);
            ++found.replies;
        } else if (m_store->hasRoom()) {
            CachedResponse fresh;
            fresh.tokens.push_back({.token = number, .probability = 1, .candidates = {}});
            m_replies.keep(*question, fresh, "");
        }
    }

    /// Rows of each picture, two floats a row, of two towers.
    void askPictures(const PromptTokens& tokens) {
        for (const TokenSpan& span : tokens.spans)
            for (size_t tower = 0; tower < m_pictures.size(); ++tower) {
                const std::vector<float> wanted(size_t{2} * span.rows,
                                                static_cast<float>(span.content.low * 2 + tower));
                if (const auto rows = m_pictures[tower].find(span.content, wanted.size(), "")) {
                    QCOMPARE(*rows, wanted);
                    ++found.pictures;
                } else if (m_store->hasRoom()) {
                    m_pictures[tower].keep(span.content, std::make_shared<const std::vector<float>>(wanted),
                                           "");
                }
            }
    }

    /// The program ends without a word, and some files are cut off.
    void crash() {
        ++found.crashes;
        if (below(2) == 0) m_store->flush();
        m_replies.keepOn(nullptr);
        for (KeptPictures& pictures : m_pictures) pictures.keepOn(nullptr);
        m_store.reset();
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder)) {
            if (!entry.is_regular_file() || below(12) != 0) continue;
            std::filesystem::resize_file(entry.path(), entry.file_size() * below(100) / 100);
        }
        m_tree.reset();
        start();
    }
    void start() {
        m_tree = std::make_unique<PrefixCache>(std::vector<CacheGroup>{{&m_pool, 0}}, blockPositions);
        m_store.emplace(BlockStoreOptions{.folder = m_folder,
                                          .space = {3, 4},
                                          .shape = {.groupBytes = {8}, .stateBytes = 0, .vocabulary = 1},
                                          .mostBytes = 150'000,
                                          .mostBytesADay = uint64_t{1} << 40U,
                                          .queueBytes = 4'000});
        m_logits.clear();
        m_states.clear();
        m_open.clear();
        m_replies.clear();
        m_replies.keepOn(&*m_store);
        for (KeptPictures& pictures : m_pictures) {
            pictures.clear();
            pictures.keepOn(&*m_store);
        }
    }

    const std::filesystem::path m_folder;
    std::mt19937 m_random{11};
    std::map<History, uint64_t> m_numbers;
    std::vector<const History*> m_histories;
    std::vector<History> m_past = std::vector<History>(24);
    BlockPool m_pool{poolBlocks};
    std::vector<uint64_t> m_held = std::vector<uint64_t>(poolBlocks);
    std::unique_ptr<PrefixCache> m_tree;
    KeptLogits m_logits;
    StateSlots m_states{8};
    ResidualBlockSlots m_open{8};
    std::vector<uint64_t> m_stateHeld = std::vector<uint64_t>(8), m_openHeld = std::vector<uint64_t>(8);
    ResponseCache m_replies;
    /// So little memory that the disk is asked.
    std::array<KeptPictures, 2> m_pictures{KeptPictures{{6, 1}, 1}, KeptPictures{{6, 2}, 1}};
    std::optional<BlockStore> m_store;
};

}  // namespace

class TestSpanHistories : public QObject {
    Q_OBJECT
private slots:
    void contentsNeverShare() {
        const QTemporaryDir place;
        Histories histories(std::filesystem::path(place.path().toStdString()) / "cache");
        for (int i = 0; i < 10'000; ++i) {
            histories.operate();
            if (QTest::currentTestFailed()) return;
        }
        const Found& found = histories.found;
        qInfo(
            "shared %zu, partial %zu, from disk %zu, tails %zu, logits %zu, replies %zu, states %zu, open "
            "%zu, pictures %zu; decoys %zu, crashes %zu",
            found.shared, found.partial, found.fromDisk, found.tails, found.logits, found.replies,
            found.states, found.open, found.pictures, found.decoys, found.crashes);
        QVERIFY(found.decoys > 1000 && found.crashes > 30);
        QVERIFY(found.shared > 1000 && found.partial > 100 && found.fromDisk > 100 && found.tails > 10);
        QVERIFY(found.logits > 100 && found.replies > 100 && found.states > 100 && found.open > 100);
        QVERIFY(found.pictures > 1000);
    }
};

QTEST_GUILESS_MAIN(TestSpanHistories)
#include "tst_span_histories.moc"
