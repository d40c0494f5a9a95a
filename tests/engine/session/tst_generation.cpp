#include "session/generation.h"

#include <cmath>

#include "grammar/grammars.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

constexpr TokenId endOfText = 2;
/// In the small models' vocabulary the bytes stand behind three special tokens.
TokenId byteToken(char byte) {
    return static_cast<TokenId>(static_cast<unsigned char>(byte)) + 3;
}

class Pieces final : public GenerationListener {
public:
    void prefillProgress(int done, int total, int reused, double) override {
        progress = {done, total, reused};
    }
    void replied(const ReplyDelta& delta) override {
        for (const GeneratedToken& token : delta.tokens) tokens.push_back(token);
        pieces.push_back(delta.text);
    }
    std::array<int, 3> progress{};
    std::vector<GeneratedToken> tokens;
    std::vector<std::string> pieces;
};

}  // namespace

class TestGeneration : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer =
        Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));
    GenerationRequest m_request;
    Pieces m_listener;

    std::vector<float> logitsFor(TokenId token, float height = 10, size_t size = 300) const {
        std::vector<float> logits(size);
        logits[static_cast<size_t>(token)] = height;
        return logits;
    }
    Generation start(std::stop_token stop = {}) {
        return Generation(*m_tokenizer, m_request, 300,
                          ReplyStream::raw(*m_tokenizer, m_request.sampling.stop), m_listener,
                          std::move(stop), Generation::Clock::now());
    }
    /// Feeds the tokens one after the other until the generation ends.
    GenerationResult feed(Generation& generation, const std::vector<TokenId>& tokens,
                          bool cancelled = false) {
        generation.setPrompt({10, 11, 12});
        generation.started(1, 0);
        for (const TokenId token : tokens) {
            if (!generation.next(logitsFor(token))) break;
        }
        return generation.finish(cancelled);
    }
    GenerationResult feedText(const std::string& text, bool cancelled = false) {
        Generation generation = start();
        std::vector<TokenId> tokens;
        for (const char byte : text) tokens.push_back(byteToken(byte));
        return feed(generation, tokens, cancelled);
    }

private slots:
    void init() {
        m_request = {};
        m_request.sampling.temperature = 0;
        m_listener = {};
    }

    void tokensBecomeText() {
        const auto result = feedText("Hi!", true);
        QCOMPARE(result.text, std::string("Hi!"));
        QCOMPARE(m_listener.pieces, (std::vector<std::string>{"H", "i", "!"}));
        QCOMPARE(result.tokens.size(), size_t{3});
        QCOMPARE(result.tokens[0].token, byteToken('H'));
        QCOMPARE(result.promptTokens, (std::vector<TokenId>{10, 11, 12}));
        QCOMPARE(result.reason, FinishReason::Cancelled);
        QCOMPARE(m_listener.progress, (std::array<int, 3>{1, 3, 1}));
    }

    void figuresAddUp() {
        const auto result = feedText("abcd", true);
        QCOMPARE(result.metrics.promptTokens, 3);
        QCOMPARE(result.metrics.reusedTokens, 1);
        QCOMPARE(result.metrics.processedTokens, 2);
        QCOMPARE(result.metrics.generatedTokens, 4);
        QCOMPARE(result.metrics.interTokenMs.size(), size_t{3});
        QVERIFY(result.metrics.timeToFirstTokenMs <= result.metrics.totalMs);
    }

    /// Tokens of one pass share its time.
    void draftsAreCounted() {
        Generation generation = start();
        generation.setPrompt({10, 11, 12});
        generation.started(1, 0);
        (void)generation.next(logitsFor(byteToken('a')));
        (void)generation.next(logitsFor(byteToken('b')));
        QTest::qWait(30);
        for (const char letter : {'c', 'd', 'e'}) (void)generation.next(logitsFor(byteToken(letter)));
        generation.draftsChecked(DraftSource::Text, 7, 2);
        (void)generation.next(logitsFor(byteToken('f')));
        generation.draftsChecked(DraftSource::Model, 3, 0);
        const auto metrics = generation.finish(true).metrics;
        QCOMPARE(metrics.draftedTokens, 10);
        QCOMPARE(metrics.acceptedTokens, 2);
        QCOMPARE(metrics.modelDraftedTokens, 3);
        QCOMPARE(metrics.modelAcceptedTokens, 0);
        QCOMPARE(metrics.generatedTokens, 6);
        const std::vector<float>& each = metrics.interTokenMs;
        QCOMPARE(each.size(), size_t{5});
        QVERIFY(each[1] >= 10);
        QCOMPARE(each[2], each[1]);
        QCOMPARE(each[3], each[1]);
        QVERIFY(each[0] < 10);
        QVERIFY(each[4] < 10);
    }

    /// A grammar's only text is forced for any logits, and counted apart from drafts.
    void aGrammarsOnlyTextIsCertain() {
        grammar::Grammars grammars(*m_tokenizer);
        Generation generation = start();
        generation.setGuide({grammars.get({ReplyGrammar::Kind::Regex, "abcd[01]"}, false), *m_tokenizer, {}});
        generation.setPrompt({10, 11, 12});
        generation.started(1, 0);
        QVERIFY(!generation.query(1000, {}));
        std::string text;
        int certain = 0;
        for (int i = 0; i < 10; ++i) {
            certain += generation.certain().empty() ? 0 : 1;
            const auto token = generation.next(logitsFor(byteToken('1')));
            if (!token) break;
            text += m_tokenizer->pieceBytes(*token);
            if (text == "abcd") generation.draftsChecked(DraftSource::Text, 3, 3);
        }
        const auto result = generation.finish(true);
        QCOMPARE(result.text, std::string("abcd1"));
        QVERIFY(certain > 0);
        QCOMPARE(result.metrics.certainTokens, certain);
        QCOMPARE(result.metrics.draftedTokens, 0);
    }

    void theEndTokenEndsAndHasNoText() {
        Generation generation = start();
        const auto result = feed(generation, {byteToken('a'), endOfText, byteToken('b')});
        QCOMPARE(result.text, std::string("a"));
        QCOMPARE(result.tokens.size(), size_t{2});
        QCOMPARE(result.reason, FinishReason::EndOfText);
        m_request.ignoreEndOfText = true;
        m_request.sampling.maxTokens = 3;
        Generation on = start();
        QCOMPARE(feed(on, {byteToken('a'), endOfText, byteToken('b')}).tokens.size(), size_t{3});
    }

    void stopStringsCrossTokens() {
        m_request.sampling.stop = {"STOP"};
        const auto result = feedText("one STxSTOP two");
        QCOMPARE(result.text, std::string("one STx"));
        QCOMPARE(result.reason, FinishReason::StopString);
        // A possible beginning of the stop string is held back.
        QCOMPARE(m_listener.pieces[4], std::string());
        QCOMPARE(m_listener.pieces[6], std::string("STx"));
    }

    void whatWasHeldComesAtTheEnd() {
        m_request.sampling.stop = {"STOP"};
        const auto result = feedText("a STO", true);
        QCOMPARE(result.text, std::string("a STO"));
    }

    void charactersAreNeverCut() {
        const auto result = feedText("5 €!", true);
        QCOMPARE(m_listener.pieces, (std::vector<std::string>{"5", " ", "", "", "€", "!"}));
        QCOMPARE(result.text, std::string("5 €!"));
        m_listener = {};
        // The bytes of an unfinished character are replaced once.
        QCOMPARE(feedText("a\xE2\x82", true).text, std::string("a\xEF\xBF\xBD"));
    }

    void limitsEndIt() {
        m_request.sampling.maxTokens = 2;
        auto result = feedText("abc");
        QCOMPARE(result.text, std::string("ab"));
        QCOMPARE(result.reason, FinishReason::MaxTokens);
        m_request.sampling.maxTokens = 0;
        result = feedText("abc");
        QVERIFY(result.tokens.empty() && result.text.empty());
        QCOMPARE(result.reason, FinishReason::MaxTokens);
        m_request.sampling.maxTokens = -1;
        Generation generation = start();
        generation.setPrompt({1});
        generation.started(0, 0);
        (void)generation.next(logitsFor(byteToken('a')));
        generation.full();
        QCOMPARE(generation.finish(true).reason, FinishReason::ContextFull);
    }

    void chancesAreThoseOfTheSoftmax() {
        m_request.candidates = 3;
        Generation generation = start();
        generation.setPrompt({1});
        generation.started(0, 0);
        std::vector<float> logits(300, -100.0F);
        logits[70] = 2;
        logits[71] = 1;
        (void)generation.next(logits);
        const auto result = generation.finish(true);
        QVERIFY(std::abs(result.tokens[0].probability - 1 / (1 + std::exp(-1.0F))) < 1e-5F);
        QCOMPARE(result.tokens[0].candidates.size(), size_t{3});
        QCOMPARE(result.tokens[0].candidates[0].token, TokenId{70});
        QCOMPARE(result.tokens[0].candidates[1].token, TokenId{71});
    }

    void rowsBeyondTheVocabularyAreNotChosen() {
        Generation generation = start();
        generation.setPrompt({1});
        generation.started(0, 0);
        auto logits = logitsFor(byteToken('a'), 5, 320);
        logits[310] = 50;
        QCOMPARE(generation.next(logits), std::optional<TokenId>(byteToken('a')));
    }

    void itHearsTheStop() {
        std::stop_source source;
        Generation generation = start(source.get_token());
        QVERIFY(!generation.stopped());
        source.request_stop();
        QVERIFY(generation.stopped());
    }
};

QTEST_APPLESS_MAIN(TestGeneration)
#include "tst_generation.moc"
