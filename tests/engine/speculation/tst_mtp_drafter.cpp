#include "speculation/mtp_drafter.h"

#include <QtTest>

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

namespace {
const std::filesystem::path fixtures = HEARTH_SOURCE_DIR "/tests/reference/guesses";
}

class TestMtpDrafter : public QObject {
    Q_OBJECT

    /// Runs tokens through the model and the layer that guesses.
    static void run(TinyModel& tiny, MtpDrafter& guesses, MtpSequence& sequence, const BatchSequence& place,
                    std::span<const TokenId> tokens, size_t first, RowPositions offset = {}) {
        Batch batch;
        batch.sequences.push_back(place);
        for (size_t i = first; i < tokens.size(); ++i)
            batch.rows.push_back({.slot = static_cast<int32_t>(i), .token = tokens[i], .offset = offset});
        batch.rows.back().wantLogits = true;
        ForwardPass& pass = tiny.model().pass();
        (void)pass.compute(batch, tiny.kv(), nullptr, {});
        const std::vector<float> logits = pass.logits(1);
        MtpSequence* const all[] = {&sequence};
        followPass(guesses, pass, batch, all);
        QCOMPARE(pass.logits(1), logits);
    }

private slots:
    /// The chain that torch computed, whatever parts the tokens before came in.
    void guessesTheChain_data() {
        QTest::addColumn<size_t>("part");
        for (const size_t part : {1, 7, 40, 69}) QTest::addRow("%zu rows a pass", part) << part;
    }
    void guessesTheChain() {
        QFETCH(size_t, part);
        const auto facts = readJson(fixtures / "glm4moe.json");
        const auto tokens = facts.at("tokens").get<std::vector<TokenId>>();
        const auto expected = facts.at("guesses").get<std::vector<TokenId>>();
        TinyModel tiny(fixtures / "glm4moe.gguf", std::make_unique<ReferenceBackend>(1), KvType::F32);
        MtpDrafter guesses(tiny.model(), tiny.kv());
        MtpSequence sequence(guesses);
        const BatchSequence place = tiny.makeSequence(tokens.size() + 8);
        const size_t known = tokens.size() - 1;
        for (size_t done = 0; done < known; done += part)
            run(tiny, guesses, sequence, place, std::span(tokens).first(std::min(known, done + part)), done);
        sequence.lieIn(place);
        // Twice: guesses leave nothing behind that matters.
        for (int i = 0; i < 2; ++i) {
            auto guess = sequence.follow(tokens, {});
            for (const TokenId token : expected) {
                QVERIFY(guess.has_value());
                QCOMPARE(guess->token, token);
                QVERIFY(guess->probability > 0 && guess->probability <= 1);
                guess = sequence.resume({});
            }
        }
        QVERIFY(guesses.guessSeconds() > 0);
        QCOMPARE(sequence.followed(), size_t{0});
    }

    /// Rotation knows distances alone: where all positions are as much further, guesses are the same, as long
    /// as theirs are, too.
    void guessesHaveThePositionsBehindPictures() {
        const auto facts = readJson(fixtures / "glm4moe.json");
        const auto tokens = facts.at("tokens").get<std::vector<TokenId>>();
        const auto guessed = [&](RowPositions ofRows, RowPositions ofGuesses) {
            TinyModel tiny(fixtures / "glm4moe.gguf", std::make_unique<ReferenceBackend>(1), KvType::F32);
            MtpDrafter guesses(tiny.model(), tiny.kv());
            MtpSequence sequence(guesses);
            const BatchSequence place = tiny.makeSequence(tokens.size() + 8);
            run(tiny, guesses, sequence, place, std::span(tokens).first(tokens.size() - 1), 0, ofRows);
            sequence.lieIn(place, ofGuesses);
            return sequence.follow(tokens, {})->probability;
        };
        const RowPositions further{30, 30, 30};
        const float near = guessed({}, {});
        QVERIFY(std::abs(guessed(further, further) - near) < 1e-4F);
        QVERIFY(std::abs(guessed(further, {}) - near) > 1e-4F);
    }

    void saysNothingWithoutAState() {
        TinyModel tiny(fixtures / "glm4moe.gguf", std::make_unique<ReferenceBackend>(1), KvType::F32);
        MtpDrafter guesses(tiny.model(), tiny.kv());
        MtpSequence sequence(guesses);
        const std::vector<TokenId> tokens{5, 6, 7, 8, 9, 10};
        const BatchSequence place = tiny.makeSequence(32);
        sequence.lieIn(place);
        QVERIFY(!sequence.follow(tokens, {}));
        QVERIFY(!sequence.resume({}));
        run(tiny, guesses, sequence, place, std::span(tokens).first(5), 0);
        std::stop_source stop;
        QVERIFY(sequence.follow(tokens, stop.get_token()));
        QVERIFY(!sequence.follow(std::span(tokens).first(1), {}));
        // Wrong drafts: the states behind earlier rows of the pass are there too.
        QVERIFY(sequence.follow(std::span(tokens).first(4), {}));
        stop.request_stop();
        QVERIFY(!sequence.follow(tokens, stop.get_token()));
        QVERIFY(!sequence.resume(stop.get_token()));
    }
};

QTEST_GUILESS_MAIN(TestMtpDrafter)
#include "tst_mtp_drafter.moc"
