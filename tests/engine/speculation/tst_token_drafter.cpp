#include "speculation/token_drafter.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "backend/reference/reference_backend.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

class TestTokenDrafter : public QObject {
    Q_OBJECT
private slots:
    void takesTheBestToken() {
        TinyModel tiny(tinyModelsFolder() / "llama-f32.gguf", std::make_unique<ReferenceBackend>(1),
                       KvType::F32);
        const std::vector<TokenId> tokens{5, 9, 13};
        const std::vector<float> all = tiny.logits(tokens);
        // The pass that was last has three rows, of which the first one counts.
        const std::span<const float> row = std::span(all).first(tiny.vocabSize());
        const auto best = std::max_element(row.begin(), row.end());
        double total = 0;
        for (const float logit : row) total += std::exp(double{logit} - double{*best});
        const TokenDrafter::DraftedToken guess =
            bestGuess(tiny.model().pass(), static_cast<uint32_t>(tiny.vocabSize()));
        QCOMPARE(guess.token, static_cast<TokenId>(best - row.begin()));
        QVERIFY(std::abs(guess.probability - 1 / total) < 1e-5);
        // Tokens that the other model does not know are never guessed.
        const auto fewer = static_cast<uint32_t>(guess.token);
        if (fewer > 0) QVERIFY(bestGuess(tiny.model().pass(), fewer).token < guess.token);
    }

    void timeFollowsAndForgivesInterruptions() {
        DraftTime time;
        QCOMPARE(time.seconds(), 0.0);
        time.note(0.01);
        QCOMPARE(time.seconds(), 0.01);
        time.note(10);
        QVERIFY(time.seconds() < 0.014);
        for (int i = 0; i < 50; ++i) time.note(0.002);
        QVERIFY(std::abs(time.seconds() - 0.002) < 1e-4);
    }
};

QTEST_GUILESS_MAIN(TestTokenDrafter)
#include "tst_token_drafter.moc"
