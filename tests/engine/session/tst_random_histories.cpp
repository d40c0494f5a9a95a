// Conversations at random: turns, edits, branches, new replies, full contexts of each kind, restarts,
// crashes, other types of keys and values and other lengths of context, with too little room in memory and on
// disk, encrypted with one key or another or not at all, and with replies that are kept for when the same is
// asked again, of text alone or with pictures in it, whose rows are kept, too; files are damaged now and
// then. Every reply is that of the same conversation processed from nothing, with rows of its own.
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "prefix_store/block_store.h"
#include "prefix_store/response_cache.h"
#include "session/scheduler.h"
#include "support/damaged_file.h"
#include "support/greedy_client.h"
#include "support/row_difference.h"
#include "support/tiny_llama.h"
#include "vision/kept_pictures.h"

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t mostContext = 512, batchRows = 96;
constexpr std::array<KvType, 3> kvTypes{KvType::F32, KvType::F16, KvType::Q8_0};

/// A greedy client that hears of cuts.
class TalkClient final : public SequenceClient {
public:
    explicit TalkClient(size_t count) : m_client(count) {}
    void started(size_t cached, size_t disk) override { m_client.started(cached, disk); }
    void promptProcessed(size_t done, size_t total) override { m_client.promptProcessed(done, total); }
    std::optional<TokenId> next(std::span<const float> logits) override { return m_client.next(logits); }
    void cut(const ContextShift& cut) override { cuts.push_back(cut); }
    void full() override { m_client.full(); }
    bool stopped() const override { return m_client.stopped(); }
    void ended() override { hasEnded = true; }

    const GreedyClient& greedy() const noexcept { return m_client; }
    void stop() noexcept { m_client.stop = true; }
    std::vector<ContextShift> cuts;
    bool hasEnded = false;

private:
    GreedyClient m_client;
};

struct Turn {
    size_t begin = 0, reply = 0;     ///< tokens in front of the question, and of the reply
    size_t count = 0;                ///< of the reply, at most
    std::vector<ContextShift> cuts;  ///< that held before it
};

enum class Overflow : uint8_t { Stop, Slide, Summarise };

struct Conversation {
    PromptTokens tokens;
    std::vector<ContextShift> cuts;
    std::vector<Turn> turns;
    Overflow overflow = Overflow::Stop;
    std::string tenant;

    /// Everything from this turn on is taken back.
    void cutBack(size_t turn) {
        tokens = PromptTokens(PromptView(tokens).first(turns[turn].begin));
        cuts = turns[turn].cuts;
        turns.resize(turn);
    }
    ShiftPoints places() const {
        ShiftPoints places{.keep = 32, .starts = {}, .spans = tokens.spans};
        for (const Turn& turn : turns) {
            for (const size_t start : {turn.begin, turn.reply})
                if (start > 0) places.starts.push_back(static_cast<uint32_t>(start));
        }
        return places;
    }
};

/// Makes rows for each content, from nothing or once for all.
class HistoryRows final : public PictureRows {
public:
    /// `kept`: nullptr: nothing is kept.
    HistoryRows(size_t embedding, KeptPictures* kept, std::string tenant)
        : m_embedding(embedding), m_kept(kept), m_owner(std::move(tenant)) {}

    Rows rowsOf(const TokenSpan& span, const std::stop_token&) override {
        const Rows fresh = make(span);
        if (m_kept == nullptr) return fresh;
        ++asked;
        if (Rows kept = m_kept->find(span.content, fresh->size(), m_owner)) {
            ++found;
            wrong += *kept == *fresh ? 0 : 1;
            return kept;
        }
        m_kept->keep(span.content, fresh, m_owner);
        return fresh;
    }
    size_t asked = 0, found = 0, wrong = 0;

private:
    Rows make(const TokenSpan& span) const {
        std::mt19937 random(static_cast<uint32_t>((span.content.low << 16U) + span.content.high));
        std::vector<float> rows(span.rows * m_embedding);
        for (float& value : rows) value = static_cast<float>(random() % 2001) / 1000 - 1;
        return std::make_shared<const std::vector<float>>(std::move(rows));
    }
    size_t m_embedding;
    KeptPictures* m_kept;
    std::string m_owner;
};

/// A reply that is asked for.
struct Asked {
    Conversation* conversation = nullptr;
    PromptTokens prompt;
    SequenceOptions options;
    size_t count = 0;
    TalkClient client{0};
    std::shared_ptr<HistoryRows> rows;  ///< nullptr: there are no pictures
    bool reuses = false;                ///< a kept reply will do
    std::vector<TokenId> kept;          ///< the one that was found

    const std::vector<TokenId>& reply() const noexcept {
        return kept.empty() ? client.greedy().tokens : kept;
    }
};

/// Result of comparing replies with replies computed without a cache.
struct Found {
    size_t replies = 0, logits = 0, sameLogits = 0;
    double worst = 0;  ///< the largest difference of a logit, in standard deviations of the row
    size_t pictures = 0, prompted = 0, reused = 0, fromDisk = 0, cuts = 0, restarts = 0, summaries = 0,
           kept = 0, keys = 0, rowsAsked = 0, rowsKept = 0, damaged = 0;
};

uint32_t seed() {
    return qEnvironmentVariableIsSet("HEARTH_SEED")
               ? static_cast<uint32_t>(qEnvironmentVariableIntValue("HEARTH_SEED"))
               : 3U;
}

/// Spans of the conversations: none, grids of M-RoPE, or pictures whose rows see each other.
enum class Pictures : uint8_t { None, Grids, Units };

class Histories {
public:
    Histories(Model& model, std::filesystem::path folder, bool isExact, Pictures pictures)
        : m_model(model), m_folder(std::move(folder)), m_isExact(isExact), m_pictures(pictures) {
        start();
    }

    void operate() {
        switch (below(12)) {
            case 0:
                return begin();
            case 1:
                return edit();
            case 2:
                return branch();
            case 3:
                return askAnew();
            case 4:
                return chance(4) ? restart() : turn(any());
            case 5:
                return chance(8) ? eraseAll() : turn(any());
            case 6:
                return together();
            default:
                return turn(any());
        }
    }
    void checkBounds() {
        m_store->flush();
        // Files of other keys are removed soon after the start.
        uint64_t bytes = bytesOnDisk();
        for (int i = 0; i < 500 && bytes > mostOnDisk; ++i) {
            QTest::qSleep(10);
            bytes = bytesOnDisk();
        }
        QVERIFY2(bytes <= mostOnDisk, qPrintable(QString::number(bytes)));
        mostBytes = std::max(mostBytes, bytes);
    }
    void checkThatNothingIsHeld() {
        QVERIFY(m_scheduler->idle());
        m_scheduler->clearCache();
        for (size_t group = 0; group < m_scheduler->windows().size(); ++group)
            QCOMPARE(m_scheduler->pool(group).freeBlocks(), m_scheduler->pool(group).size());
        const CachedPrefixes cache = m_scheduler->prefixes();
        QCOMPARE(cache.checkpoints.checkpoints(), size_t{0});
        if (cache.states != nullptr)
            QCOMPARE(cache.checkpoints.freeSlots() + draftStateCount(m_model.config()),
                     size_t{cache.states->slotCount});
    }
    Found found;
    uint64_t mostBytes = 0;  ///< that were on disk

private:
    /// So little that blocks go.
    static constexpr uint64_t mostOnDisk = 200'000;
    static constexpr uint32_t fewBlocks = 30;

    uint64_t bytesOnDisk() const {
        uint64_t bytes = 0;
        std::error_code gone;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder, gone)) {
            const uint64_t own = entry.file_size(gone);
            if (!gone && BlockName::parse(entry.path().filename().string())) bytes += own;
        }
        return bytes;
    }
    unsigned below(size_t most) { return static_cast<unsigned>(m_random() % most); }
    bool chance(unsigned oneIn) { return below(oneIn) == 0; }
    Conversation& any() {
        if (m_conversations.empty()) open();
        return *m_conversations[below(m_conversations.size())];
    }

    /// Of the files that a crash leaves some are cut off, and some have other bytes.
    void damage() {
        std::error_code gone;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder, gone)) {
            if (!BlockName::parse(entry.path().filename().string()) || !chance(10)) continue;
            ++found.damaged;
            damageFile(entry.path(), m_random);
        }
    }
    void start() {
        m_scheduler.reset();
        m_rows.keepOn(nullptr);
        m_store.reset();
        if (chance(3)) damage();
        m_kvType = kvTypes[below(kvTypes.size())];
        m_context = std::array{256U, 384U, 512U}[below(3)];
        m_scheduler = schedulerWith(fewBlocks);
        m_store.emplace(BlockStoreOptions{.folder = m_folder,
                                          .space = {static_cast<uint64_t>(m_kvType) + 1, 1},
                                          .shape = m_scheduler->prefixes().shape(),
                                          .mostBytes = mostOnDisk,
                                          .key = key()});
        m_scheduler->keepOn(*m_store);
        m_replies.clear();
        m_replies.keepOn(&*m_store);
        m_rows.clear();
        m_rows.keepOn(&*m_store);
        ++found.restarts;
    }
    /// The key of this start: now and then another one, or none.
    std::optional<CacheKey> key() {
        if (chance(4)) {
            std::optional<CacheKey> next;
            if (const unsigned number = below(3); number != 0)
                next = CacheKey{static_cast<std::byte>(number)};
            if (next != m_key) ++found.keys;
            m_key = next;
        }
        return m_key;
    }
    std::unique_ptr<Scheduler> schedulerWith(uint32_t blocks) const {
        std::vector<uint32_t> byGroup;
        for (const uint32_t window : m_model.kvWindows())
            byGroup.push_back(window == 0 ? blocks : windowBlocks(window, batchRows) + blocks);
        return std::make_unique<Scheduler>(m_model, m_kvType, m_context, GroupBlocks(byGroup));
    }
    /// After an orderly end or a crash, with another type and another context perhaps.
    void restart() {
        if (chance(2)) m_scheduler->disk()->flush({}, {});
        checkBounds();
        checkThatNothingIsHeld();
        start();
    }

    Conversation& open() {
        static constexpr size_t most = 8;
        if (m_conversations.size() >= most) m_conversations.erase(m_conversations.begin() + below(most));
        auto conversation = std::make_unique<Conversation>();
        // A few system prompts, so that conversations begin alike.
        conversation->tokens = PromptTokens(randomTokens(20 + 30 * below(3), 7));
        conversation->overflow = static_cast<Overflow>(below(3));
        conversation->tenant = std::to_string(m_number++);
        m_conversations.push_back(std::move(conversation));
        return *m_conversations.back();
    }
    void begin() { turn(open()); }
    void edit() {
        Conversation& conversation = any();
        if (!conversation.turns.empty()) conversation.cutBack(below(conversation.turns.size()));
        turn(conversation);
    }
    void branch() {
        const Conversation from = any();
        Conversation& conversation = open();
        const std::string tenant = conversation.tenant;
        conversation = from;
        conversation.tenant = tenant;
        if (!conversation.turns.empty()) conversation.cutBack(below(conversation.turns.size()));
        turn(conversation);
    }
    /// The same question again.
    void askAnew() {
        Conversation& conversation = any();
        if (conversation.turns.empty()) return turn(conversation);
        const Turn last = conversation.turns.back();
        const PromptTokens question(
            PromptView(conversation.tokens).subspan(last.begin, last.reply - last.begin));
        conversation.cutBack(conversation.turns.size() - 1);
        std::vector<std::unique_ptr<Asked>> all;
        all.push_back(ask(conversation, question, chance(3) ? 0 : last.count));
        all.front()->reuses = true;
        run(all);
    }
    /// Conversations are erased: what only they used goes.
    void eraseAll() {
        while (m_conversations.size() > 2) m_conversations.erase(m_conversations.begin());
        std::vector<std::string> tenants;
        for (const auto& conversation : m_conversations) tenants.push_back(conversation->tenant);
        m_replies.keepTenants(tenants);
        m_rows.keepTenants(tenants);
        m_scheduler->disk()->keepTenants(tenants);
    }
    PromptTokens question() {
        PromptTokens question(randomTokens(1 + below(chance(6) ? 150 : 40), below(100000)));
        if (m_pictures == Pictures::None) return question;
        // All pictures look alike to their ids.
        for (unsigned count = below(3); count > 0; --count, ++found.pictures) {
            const uint32_t lines = 1 + below(8), columns = 1 + below(10), rows = lines * columns;
            // One content is of one size.
            TokenSpan span{.content = {below(4), (lines << 8U) + columns},
                           .first = static_cast<int64_t>(question.size())};
            span.rows = rows;
            span.positions = m_pictures == Pictures::Grids ? std::max(lines, columns) : rows;
            span.bothWays = m_pictures == Pictures::Units;
            span.columns = m_pictures == Pictures::Grids ? columns : 0;
            question.spans.push_back(span);
            question.ids.insert(question.ids.end(), rows, 11);
            question.append(PromptTokens(randomTokens(1 + below(12), below(100000))));
        }
        return question;
    }
    void turn(Conversation& conversation) {
        std::vector<std::unique_ptr<Asked>> all;
        all.push_back(ask(conversation, question()));
        run(all);
    }
    void together() {
        std::vector<std::unique_ptr<Asked>> asked;
        for (size_t i = 0; i < m_conversations.size() && asked.size() < 3; ++i)
            asked.push_back(ask(*m_conversations[i], question()));
        run(asked);
    }

    std::shared_ptr<HistoryRows> rowSource(KeptPictures* kept, const std::string& tenant) const {
        if (m_pictures == Pictures::None) return nullptr;
        return std::make_shared<HistoryRows>(m_model.config().embedding, kept, tenant);
    }
    size_t room() const { return roomForPrompt(m_scheduler->slideLength()); }

    /// `count`: of the reply's tokens at most; 0: any.
    std::unique_ptr<Asked> ask(Conversation& conversation, const PromptTokens& question, size_t count = 0) {
        size_t next = conversation.tokens.size() + question.size();
        if (conversation.overflow == Overflow::Summarise &&
            next - droppedTokens(validShifts(conversation.cuts, next, conversation.tokens.spans)) > room())
            summarise(conversation);
        if (count == 0) count = 1 + below(40);
        conversation.turns.push_back({.begin = conversation.tokens.size(),
                                      .reply = conversation.tokens.size() + question.size(),
                                      .count = count,
                                      .cuts = conversation.cuts});
        conversation.tokens.append(question);
        auto asked = std::make_unique<Asked>();
        asked->conversation = &conversation;
        asked->prompt = conversation.tokens;
        asked->count = count;
        asked->reuses = !chance(3);
        asked->client = TalkClient(asked->count);
        SequenceOptions& options = asked->options;
        options.tenant = conversation.tenant;
        options.pictures = asked->rows = rowSource(&m_rows, conversation.tenant);
        options.speculate = chance(3);
        options.askItself = chance(2);
        options.priority = static_cast<Priority>(below(3));
        options.cuts = cutsFor(conversation);
        if (conversation.overflow == Overflow::Slide) options.places = conversation.places();
        return asked;
    }
    /// As the engine takes them, see LoadedEngine.
    std::vector<ContextShift> cutsFor(const Conversation& conversation) const {
        const size_t tokens = conversation.tokens.size(), length = m_scheduler->slideLength();
        std::vector<ContextShift> cuts = validShifts(conversation.cuts, tokens, conversation.tokens.spans);
        const size_t dropped = droppedTokens(cuts);
        if (conversation.overflow != Overflow::Slide || tokens - dropped <= room()) return cuts;
        size_t processed = conversation.turns.back().begin;
        if (processed > dropped + length + PagedKvCache::blockPositions) processed = 0;
        const auto cut =
            nextShift(conversation.places(), cuts, tokens, std::min(processed, dropped + length), length);
        if (cut) cuts.push_back(*cut);
        return cuts;
    }
    /// Fewer tokens stand for all turns but the last.
    void summarise(Conversation& conversation) {
        ++found.summaries;
        const size_t system = conversation.turns.empty() ? 0 : conversation.turns.front().begin;
        PromptTokens tokens(PromptView(conversation.tokens).first(system));
        tokens.append(PromptTokens(randomTokens(30, below(100000))));
        conversation.tokens = std::move(tokens);
        conversation.cuts.clear();
        conversation.turns.clear();
    }

    /// Until all have ended; now and then one is cancelled.
    void run(std::vector<std::unique_ptr<Asked>>& all) {
        for (const auto& asked : all) findKept(*asked);
        std::erase_if(all, [this](const auto& asked) { return asked->kept.empty() && !submit(*asked); });
        const bool cancels = !all.empty() && chance(8);
        for (int steps = 0; !m_scheduler->idle(); ++steps) {
            QVERIFY(steps < 20000);
            if (cancels && chance(10)) all.front()->client.stop();
            m_scheduler->step();
        }
        for (const auto& asked : all) {
            asked->kept.empty() ? compare(*asked) : compareKept(*asked);
            settle(*asked);
        }
    }
    /// Inputs of the reply besides the model and its cache.
    ReplyQuestion replyQuestionOf(const Asked& asked) const {
        ReplyQuestion question{static_cast<TokenId>(m_context), static_cast<TokenId>(asked.count)};
        for (const ContextShift& cut : asked.options.cuts)
            for (const size_t place : {cut.at, cut.keep, cut.dropTo})
                question.push_back(static_cast<TokenId>(place));
        question.push_back(-1);
        const std::vector<TokenId> prompt = identityNumbers(asked.prompt);
        question.insert(question.end(), prompt.begin(), prompt.end());
        return question;
    }
    void findKept(Asked& asked) {
        if (!asked.reuses) return;
        const auto reply = m_replies.find(replyQuestionOf(asked), asked.options.tenant);
        if (!reply) return;
        ++found.kept;
        for (const GeneratedToken& token : reply->tokens) asked.kept.push_back(token.token);
    }
    /// One that ended by itself, as the engine keeps them.
    void keepReply(const Asked& asked) {
        const GreedyClient& client = asked.client.greedy();
        if (!asked.reuses || client.stop || client.isFull || !asked.client.cuts.empty()) return;
        CachedResponse reply;
        for (const TokenId token : client.tokens)
            reply.tokens.push_back({.token = token, .probability = 1, .candidates = {}});
        m_replies.keep(replyQuestionOf(asked), reply, asked.options.tenant);
    }
    /// False: it does not fit, and the question is taken back.
    bool submit(Asked& asked) {
        try {
            m_scheduler->add(asked.prompt, asked.client, asked.options);
            return true;
        } catch (const Error& error) {
            [&] { QCOMPARE(error.code(), ErrorCode::ContextFull); }();
            asked.conversation->cutBack(asked.conversation->turns.size() - 1);
            return false;
        }
    }
    /// The reply becomes part of its conversation, what was made of one that was cancelled too.
    static void settle(const Asked& asked) {
        Conversation& conversation = *asked.conversation;
        const std::vector<TokenId>& reply = asked.reply();
        conversation.tokens.append(PromptTokens(reply));
        conversation.cuts = asked.options.cuts;
        conversation.cuts.insert(conversation.cuts.end(), asked.client.cuts.begin(), asked.client.cuts.end());
    }
    /// The same from nothing.
    TalkClient answerAlone(const Asked& asked) const {
        const auto fresh = schedulerWith(64);
        TalkClient alone(asked.count);
        SequenceOptions options;
        options.cuts = asked.options.cuts;
        options.places = asked.options.places;
        options.pictures = rowSource(nullptr, {});
        fresh->add(asked.prompt, alone, options);
        while (!fresh->idle()) fresh->step();
        return alone;
    }
    /// On the processor two tokens that are as likely may take each other's place, see compare().
    void compareKept(const Asked& asked) {
        const TalkClient alone = answerAlone(asked);
        const GreedyClient& same = alone.greedy();
        if (asked.kept == same.tokens) return;
        QVERIFY2(!m_isExact, qPrintable(QString("the kept reply %1").arg(found.kept)));
        const size_t at = static_cast<size_t>(
            std::mismatch(asked.kept.begin(), asked.kept.end(), same.tokens.begin(), same.tokens.end())
                .first -
            asked.kept.begin());
        QVERIFY(at < asked.kept.size() && at < same.tokens.size());
        const std::vector<float>& row = same.all[at];
        const double margin =
            double{row[static_cast<size_t>(same.tokens[at])]} - row[static_cast<size_t>(asked.kept[at])];
        QVERIFY2(margin < 0.05 * deviation(row), qPrintable(QString::number(margin / deviation(row))));
    }
    void compare(const Asked& asked) {
        if (asked.rows != nullptr) {
            found.rowsAsked += asked.rows->asked, found.rowsKept += asked.rows->found;
            QCOMPARE(asked.rows->wrong, size_t{0});
        }
        const TalkClient alone = answerAlone(asked);
        const GreedyClient &same = alone.greedy(), &client = asked.client.greedy();
        QVERIFY(asked.client.hasEnded);
        QVERIFY(client.all.size() <= same.all.size());
        keepReply(asked);
        ++found.replies;
        found.prompted += asked.prompt.size() - droppedTokens(asked.options.cuts);
        found.reused += client.reused, found.fromDisk += client.fromDisk;
        found.cuts += asked.client.cuts.size() + (asked.options.cuts.empty() ? 0 : 1);
        for (size_t i = 0; i < client.all.size(); ++i) {
            ++found.logits;
            if (client.all[i] == same.all[i]) {
                ++found.sameLogits;
                continue;
            }
            QVERIFY2(!m_isExact,
                     qPrintable(QString("reply %1, logits of token %2 behind %3, of which %4 were cached")
                                    .arg(found.replies)
                                    .arg(i)
                                    .arg(asked.prompt.size())
                                    .arg(client.reused)));
            const double worst = rowDifference(client.all[i], same.all[i]);
            QVERIFY2(
                worst < 0.05,
                qPrintable(
                    QString("reply %1, logits of token %2 of %3 behind %4 with %5 cuts, of which %6 were "
                            "cached, %7 on disk: %8; %9 cuts came")
                        .arg(found.replies)
                        .arg(i)
                        .arg(client.all.size())
                        .arg(asked.prompt.size())
                        .arg(asked.options.cuts.size())
                        .arg(client.reused)
                        .arg(client.fromDisk)
                        .arg(worst)
                        .arg(asked.client.cuts.size())));
            found.worst = std::max(found.worst, worst);
            if (client.tokens[i] != same.tokens[i]) break;
        }
        if (m_isExact && !client.stop) QCOMPARE(client.tokens, same.tokens);
        if (m_isExact && !client.stop) QCOMPARE(asked.client.cuts, alone.cuts);
    }

    Model& m_model;
    std::filesystem::path m_folder;
    bool m_isExact;
    Pictures m_pictures;
    std::mt19937 m_random{seed()};
    KvType m_kvType = KvType::F16;
    uint32_t m_context = mostContext;
    std::optional<CacheKey> m_key;
    ResponseCache m_replies;
    KeptPictures m_rows{{7, 8}, 40'000};  ///< so little that the disk is asked
    std::optional<BlockStore> m_store;
    std::unique_ptr<Scheduler> m_scheduler;
    std::vector<std::unique_ptr<Conversation>> m_conversations;
    unsigned m_number = 0;
};

}  // namespace

class TestRandomHistories : public QObject {
    Q_OBJECT

    /// One of the reference models, or "sections": one that is made here, whose pairs turn by all three
    /// positions.
    static GgufFile fileOf(const std::string& name) {
        if (name != "sections")
            return GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference" /
                                  (name + ".gguf"));
        TinyLlama llama;
        llama.context = mostContext;
        llama.extraMetadata = [](GgufWriter& writer) {
            writer.integers("llama.rope.dimension_sections", std::vector<int32_t>{1, 1, 2, 0});
        };
        return GgufFile::parse(llama.build());
    }

private slots:
    void areRepliesFromNothing_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("pictures");
        for (const char* backend : {"reference", "cpu"})
            for (const char* name : {"families/llama3", "families/gemma3", "families/lfm2", "guesses/sure",
                                     "guesses/qwen35", "guesses/sure-recurrent"})
                QTest::addRow("%s %s", name, backend) << backend << name << static_cast<int>(Pictures::None);
        for (const char* backend : {"reference", "cpu"}) {
            for (const char* name : {"sections", "guesses/qwen35"})
                QTest::addRow("%s %s with grids", name, backend)
                    << backend << name << static_cast<int>(Pictures::Grids);
            for (const char* name : {"families/gemma3", "families/gemma4", "families/llama3"})
                QTest::addRow("%s %s with units", name, backend)
                    << backend << name << static_cast<int>(Pictures::Units);
        }
    }
    /// HEARTH_STEPS: how many operations at least; HEARTH_SEED: which ones. On the reference backend every
    /// logit has the same bits. On the processor a reply whose earlier ones are not cached any more is made
    /// behind rows of a prompt, where it was made behind rows of replies, so the last bits may differ.
    void areRepliesFromNothing() {
        QFETCH(QString, backend);
        QFETCH(QString, name);
        QFETCH(int, pictures);
        const int operations = std::max(60, qEnvironmentVariableIntValue("HEARTH_STEPS"));
        std::unique_ptr<Backend> device;
        if (backend == "cpu")
            device = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
        else
            device = std::make_unique<ReferenceBackend>();
        const auto model = Model::load(fileOf(name.toStdString()), *device, mostContext,
                                       {.rows = batchRows, .logitRows = 16});
        QTemporaryDir folder;
        Histories histories(*model, folder.filePath("kept").toStdString(), backend == "reference",
                            static_cast<Pictures>(pictures));
        for (int i = 0; i < operations && !QTest::currentTestFailed(); ++i) histories.operate();
        histories.checkBounds();
        histories.checkThatNothingIsHeld();
        const Found& found = histories.found;
        QVERIFY2(found.replies * 3 > static_cast<size_t>(operations),
                 qPrintable(QString::number(found.replies)));
        QVERIFY(operations < 2000 || (found.kept > 0 && found.keys > 0));
        QCOMPARE(found.pictures > 0, pictures != 0);
        QVERIFY(operations < 2000 || pictures == 0 || (found.rowsKept > 0 && found.damaged > 0));
        // Otherwise nothing had to go.
        QVERIFY2(histories.mostBytes > 40'000, qPrintable(QString::number(histories.mostBytes)));
        qInfo(
            "%zu replies, %zu rows of logits, %zu with the same bits, worst %.2g; %zu of %zu tokens reused, "
            "%zu "
            "from disk; %zu cuts, %zu starts, %zu of them with another key, %zu summaries, %zu kept replies; "
            "%zu of "
            "%zu pictures kept, %zu files damaged",
            found.replies, found.logits, found.sameLogits, found.worst, found.reused, found.prompted,
            found.fromDisk, found.cuts, found.restarts, found.keys, found.summaries, found.kept,
            found.rowsKept, found.rowsAsked, found.damaged);
    }
};

QTEST_GUILESS_MAIN(TestRandomHistories)
#include "tst_random_histories.moc"
