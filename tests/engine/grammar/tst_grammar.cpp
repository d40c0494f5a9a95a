#include "grammar/grammar.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "grammar/gbnf.h"
#include "grammar/json_schema.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::grammar;

class GrammarMaskTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const TokenTexts> m_texts;
    std::unique_ptr<Tokenizer> m_tokenizer;

private slots:
    void initTestCase() {
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model");
        m_tokenizer = Tokenizer::fromGguf(GgufFile::open(model));
        m_texts = std::make_shared<TokenTexts>(*m_tokenizer);
    }
    /// The whole vocabulary, token by token, at every byte of some texts.
    void masksAreWhatTheTokensSay() {
        QFETCH(QString, kind);
        QFETCH(QString, source);
        QFETCH(QString, text);
        const Rules rules =
            kind == "gbnf" ? readGbnf(source.toStdString()) : readJsonSchema(source.toStdString());
        Grammar grammar(rules, m_texts);
        auto state = grammar.start();
        const std::string bytes = text.toStdString();
        for (size_t i = 0;; ++i) {
            const auto mask = grammar.mask(state);
            size_t count = 0;
            for (TokenId token = 0; token < m_texts->vocabSize(); ++token) {
                const std::string_view own = m_texts->textOf(token);
                const bool fits = own.empty()
                                      ? m_tokenizer->isEndOfGeneration(token) && grammar.accepts(state)
                                      : grammar.next(state, own) != States::dead;
                QVERIFY2(mask->allows(token) == fits, std::string(own).c_str());
                count += fits;
            }
            QCOMPARE(mask->count, count);
            QCOMPARE(grammar.mask(state), mask);
            if (i == bytes.size()) break;
            state = grammar.next(state, bytes.substr(i, 1));
            QVERIFY(state != States::dead);
        }
        QVERIFY(grammar.accepts(state));
    }
    void masksAreWhatTheTokensSay_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("text");
        QTest::newRow("object")
            << "schema"
            << "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"n\":{\"type\":"
               "\"integer\"}},\"additionalProperties\":{\"type\":\"string\"}}"
            << QString::fromUtf8("{\"name\": \"Zoë \\\\ x\", \"n\": -12, \"k\": \"v\"}");
        QTest::newRow("bounded string") << "schema"
                                        << "{\"type\":\"string\",\"minLength\":2,\"maxLength\":20}"
                                        << QString::fromUtf8("\"0123456789 äöü 7\"");
        QTest::newRow("pattern") << "schema"
                                 << "{\"type\":\"string\",\"pattern\":\"^[a-c]+-[^x]*$\"}"
                                 << QString::fromUtf8("\"abc-é y\"");
        QTest::newRow("rules") << "gbnf"
                               << "root ::= [a-z]+ (\"(\" root \")\")? | [^a-z]{3}"
                               << "ab(c(d))";
    }
    void forcedBytesEndAtAChoice() {
        Grammar grammar(readGbnf("root ::= \"abc\" [de] \"f\""), m_texts);
        QCOMPARE(grammar.forced(grammar.start(), 100), std::string("abc"));
        QCOMPARE(grammar.forced(grammar.start(), 2), std::string("ab"));
        QCOMPARE(grammar.forced(grammar.next(grammar.start(), "abcd"), 100), std::string("f"));
    }
    void knowsWhatMayGrow() {
        Grammar word(readGbnf("root ::= \"the\" [a-z]*"), m_texts);
        QVERIFY(word.mayGrow("the", word.next(word.start(), "the")));
        Grammar mark(readGbnf("root ::= \"the\" [0-9]"), m_texts);
        QVERIFY(!mark.mayGrow("the", mark.next(mark.start(), "the")));
    }
    void masksAreKeptInBounds() {
        Grammar grammar(readGbnf("root ::= [a-z]{3000}"), m_texts);
        auto state = grammar.start();
        for (int i = 0; i < 2500; ++i) {
            (void)grammar.mask(state);
            state = grammar.next(state, "a");
        }
        QVERIFY(grammar.sizeBytes() < size_t{64} << 20U);
    }
};

QTEST_GUILESS_MAIN(GrammarMaskTest)
#include "tst_grammar.moc"
