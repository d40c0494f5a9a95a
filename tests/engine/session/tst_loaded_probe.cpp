#include "session/loaded_probe.h"

#include <QTemporaryDir>
#include <QtTest>
#include <limits>

#include "hearth/engine.h"
#include "session/session_errors.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;

/// The probe of an engine that loads a tiny model.
class TestLoadedProbe : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Engine> m_engine;

    static std::vector<TokenId> text(size_t tokens) {
        std::vector<TokenId> out(tokens);
        for (size_t i = 0; i < tokens; ++i) out[i] = static_cast<TokenId>(i * 5 % 16);
        return out;
    }
    Probe& probe() const { return *m_engine->probe(); }

private slots:
    void initTestCase() {
        EngineOptions options;
        options.model = m_folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.contextLength = 256;
        options.kvType = KvType::F32;
        test::tinyLlamaGguf().save(options.model);
        m_engine = Engine::load(options);
    }

    void partsAreTheWhole() {
        const std::vector<TokenId> tokens = text(200);
        const std::vector<float> whole = probe().logits(tokens, true);
        QCOMPARE(whole.size(), size_t{200 * 16});
        std::vector<float> parts;
        probe().readLogits({.tokens = tokens}, [&](size_t first, std::span<const float> logits) {
            QCOMPARE(first * 16, parts.size());
            parts.insert(parts.end(), logits.begin(), logits.end());
        });
        QVERIFY(parts == whole);
        QVERIFY(probe().logits(tokens, false) == std::vector<float>(whole.end() - 16, whole.end()));
        // The cache is as it was.
        QCOMPARE(m_engine->cache()->stats().cachedTokens, uint64_t{0});
    }

    void anotherTypeOfTheCacheIsAnotherPass() {
        const std::vector<TokenId> tokens = text(40);
        const auto with = [&](KvTypes types) {
            std::vector<float> logits;
            probe().readLogits({.tokens = tokens, .lastOnly = true, .kvTypes = types},
                               [&](size_t first, std::span<const float> last) {
                                   QCOMPARE(first, size_t{39});
                                   logits.assign(last.begin(), last.end());
                               });
            return logits;
        };
        QVERIFY(with(KvType::F32) == probe().logits(tokens, false));
        QVERIFY(with(KvType::Q8_0) != with(KvType::F32));
    }

    void refusesWhatHasNoLogits() {
        QVERIFY_EXCEPTION_THROWN(probe().logits({}, true), Error);
        QVERIFY_EXCEPTION_THROWN(probe().logits(text(257), true), Error);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(probe().logits(text(20), true, stop.get_token()), Error);
    }

    void refusesTokensOfAnotherVocabulary() {
        struct Ear final : AttentionListener {
            void looked(TokenAttention) override {}
            void failed(const Error&) override {}
        } ear;
        for (const TokenId token : {TokenId{-1}, TokenId{16}, std::numeric_limits<TokenId>::max()}) {
            try {
                probe().readAttention({.tokens = {1, token}, .cuts = {}, .tenant = {}}, ear);
                QFAIL("it was asked");
            } catch (const Error& error) {
                QVERIFY(error.is(errors::otherVocabulary));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestLoadedProbe)
#include "tst_loaded_probe.moc"
