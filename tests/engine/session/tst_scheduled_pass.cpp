// The rows of a pass, and who is answered.
#include <QtTest>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "session/scheduled_pass.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

namespace {

/// The last `count` numbers of a NumPy file of int32.
std::vector<int32_t> int32sOf(const std::filesystem::path& path, size_t count) {
    const std::vector<std::byte> bytes = readBytes(path);
    std::vector<int32_t> values(count);
    const size_t size = count * sizeof(int32_t);
    if (bytes.size() < size) throw std::runtime_error(path.string() + " is too short");
    std::memcpy(values.data(), bytes.data() + bytes.size() - size, size);
    return values;
}

}  // namespace

class TestScheduledPass : public QObject {
    Q_OBJECT

    GreedyClient m_client{1};

    Sequence sequenceOf(std::vector<TokenId> tokens, size_t promptTokens, size_t processed) {
        Sequence sequence;
        sequence.client = &m_client;
        sequence.tokens = std::move(tokens);
        sequence.promptTokens = promptTokens;
        sequence.processed = processed;
        sequence.admitted = true;
        return sequence;
    }

private slots:
    void aPartOfAPromptWantsNoLogits() {
        Sequence prompt = sequenceOf({5, 6, 7, 8}, 4, 1);
        ScheduledPass pass(RowKind::Prefill);
        pass.add(prompt, 2);
        QCOMPARE(pass.rows(), size_t{2});
        QCOMPARE(pass.batch().kind, RowKind::Prefill);
        QCOMPARE(pass.batch().rows[1].token, TokenId{7});
        QCOMPARE(pass.batch().rows[1].slot, 2);
        QVERIFY(!pass.batch().rows[1].wantLogits);
        QCOMPARE(pass.logitRows(), size_t{0});
        QVERIFY(!pass.onlyDecodes());
        QVERIFY(pass.answering().empty());
        QCOMPARE(prompt.rowsInPass, size_t{2});
    }

    void draftsStandBehindTheLastTokenAndAreAnswered() {
        Sequence first = sequenceOf({5, 6, 7}, 2, 2), second = sequenceOf({1, 2}, 1, 1);
        first.drafts = {8, 9};
        ScheduledPass pass(RowKind::Decode);
        pass.add(first, 1);
        pass.add(second, 1);
        QCOMPARE(pass.rows(), size_t{4});
        QCOMPARE(pass.logitRows(), size_t{4});
        QVERIFY(pass.onlyDecodes());
        QCOMPARE(pass.batch().rows[2].token, TokenId{9});
        QCOMPARE(pass.batch().rows[2].slot, 4);
        QCOMPARE(pass.batch().rows[3].sequence, 1U);
        const auto rows = pass.answering();
        QCOMPARE(rows.size(), size_t{4});
        QCOMPARE(rows[2].ahead.size(), size_t{2});
        QVERIFY(rows[3].ahead.empty());
    }

    /// A picture of two lines and three columns behind two tokens, whose rows see each other.
    Sequence withPicture(size_t processed, std::vector<TokenId> reply = {}) {
        std::vector<TokenId> ids{5, 6, 1, 1, 1, 1, 1, 1, 7};
        ids.insert(ids.end(), reply.begin(), reply.end());
        Sequence sequence = sequenceOf(ids, 9, processed);
        sequence.tokens.spans = {
            {.content = {3, 4}, .first = 2, .rows = 6, .positions = 3, .bothWays = true, .columns = 3}};
        return sequence;
    }

    void rowsOfAPictureHaveItsPositionsAndSeeItAll() {
        Sequence prompt = withPicture(1);
        ScheduledPass pass(RowKind::Prefill);
        pass.add(prompt, 8);
        const std::vector<BatchRow>& rows = pass.batch().rows;
        const std::vector<RowPositions> positions{{1, 1, 1}, {2, 2, 2}, {2, 2, 3}, {2, 2, 4},
                                                  {2, 3, 2}, {2, 3, 3}, {2, 3, 4}, {5, 5, 5}};
        for (size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].slot, static_cast<int32_t>(i + 1));
            QCOMPARE(rows[i].positions(), positions[i]);
            const bool inUnit = i > 0 && i < 7;
            QCOMPARE(rows[i].unitBefore, inUnit ? static_cast<uint32_t>(i - 1) : 0U);
            QCOMPARE(rows[i].unitBehind, inUnit ? static_cast<uint32_t>(6 - i) : 0U);
        }
    }

    /// Of prompts with one picture and two, as transformers counts them.
    void positionsOfTheReferencePack_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"qwen2.5-vl-a", "qwen3-vl-a", "qwen3.5-a", "glm-4.1v-a"})
            QTest::newRow(name) << name;
    }
    void positionsOfTheReferencePack() {
        QFETCH(QString, name);
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto folder = pack / "vision" / name.toStdString();
        const nlohmann::json reference = readJson(folder / "reference.json");
        for (const auto& [of, made] : reference["cases"].items()) {
            const auto ids = made["ids"].get<std::vector<TokenId>>();
            const auto positions =
                int32sOf(folder / made["mrope_positions"]["file"].get<std::string>(), 3 * ids.size());
            PromptTokens prompt(ids);
            size_t at = 0;
            for (const auto& grid : made["image_grid_thw"]) {
                // Two by two patches are a row.
                const auto lines = grid[1].get<uint32_t>() / 2, columns = grid[2].get<uint32_t>() / 2;
                while (ids.at(at) != made["soft_token_id"]) ++at;
                prompt.spans.push_back({.content = {at, 0},
                                        .first = static_cast<int64_t>(at),
                                        .rows = lines * columns,
                                        .positions = std::max(lines, columns),
                                        .columns = columns});
                at += size_t{lines} * columns;
            }
            const PromptView view(prompt);
            for (size_t row = 0; row < ids.size(); ++row)
                QCOMPARE(view.positionsAt(row), (RowPositions{positions[row], positions[ids.size() + row],
                                                              positions[2 * ids.size() + row]}));
            QCOMPARE(view.nextPosition(), made["mrope_positions"]["next_position"].get<int32_t>());
        }
    }

    void repliesAndDraftsGoOnBehindAPicture() {
        Sequence reply = withPicture(9, {8});
        reply.drafts = {3, 4};
        ScheduledPass pass(RowKind::Decode);
        pass.add(reply, 1);
        for (int32_t i = 0; i < 3; ++i) {
            const BatchRow& row = pass.batch().rows[static_cast<size_t>(i)];
            QCOMPARE(row.slot, 9 + i);
            QCOMPARE(row.positions(), RowPositions().plus(6 + i));
            QCOMPARE(row.unitBefore + row.unitBehind, 0U);
        }
    }

    /// Nobody needs to keep for it what a window has given up.
    void aUnitThatTokensEndWithinSeesThoseOfItsPass() {
        Sequence cut = withPicture(4);
        cut.tokens.ids.resize(7);
        ScheduledPass pass(RowKind::Prefill);
        pass.add(cut, 3);
        QCOMPARE(pass.batch().rows[0].unitBefore, 0U);
        QCOMPARE(pass.batch().rows[0].unitBehind, 2U);
        QCOMPARE(pass.batch().rows[2].unitBefore, 2U);
        QCOMPARE(pass.batch().rows[2].unitBehind, 0U);
    }

    /// The states behind all rows but the last one, which is the sequence's own.
    void statesInFrontOfDraftsAreKept() {
        Sequence sequence = sequenceOf({5, 6, 7}, 2, 2);
        sequence.drafts = {8, 9};
        sequence.stateSlot = 3;
        sequence.rowStates = {6, 7, 3};
        ScheduledPass pass(RowKind::Decode);
        pass.add(sequence, 1);
        std::vector<int32_t> kept;
        for (const BatchRow& row : pass.batch().rows) kept.push_back(row.keptState);
        QCOMPARE(kept, (std::vector<int32_t>{6, 7, -1}));
        QCOMPARE(pass.batch().sequences[0].stateSlot, 3);
    }

    void whatWasStoppedWaitsAsBefore() {
        Sequence sequence = sequenceOf({5, 6, 7}, 2, 2);
        sequence.drafts = {8};
        ScheduledPass pass(RowKind::Decode);
        pass.add(sequence, 1);
        pass.abandon();
        QCOMPARE(sequence.rowsInPass, size_t{0});
        QVERIFY(sequence.drafts.empty());
        QVERIFY(sequence.decodes());
    }
};

QTEST_GUILESS_MAIN(TestScheduledPass)
#include "tst_scheduled_pass.moc"
