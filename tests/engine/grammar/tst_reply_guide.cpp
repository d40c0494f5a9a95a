#include "grammar/reply_guide.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "grammar/gbnf.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::grammar;

class ReplyGuideTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const TokenTexts> m_texts;
    std::unique_ptr<Tokenizer> m_tokenizer;

private slots:
    void initTestCase() {
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model");
        m_tokenizer = Tokenizer::fromGguf(GgufFile::open(model));
        m_texts = std::make_shared<TokenTexts>(*m_tokenizer);
    }
    /// A form, whose free places are filled: what is forced is how the tokenizer writes the whole.
    void forcedTokensAreTheTokenizers() {
        const auto grammar = std::make_shared<Grammar>(
            readGbnf("root ::= \"{\\\"the_full_name\\\": \\\"\" [A-Z] [a-z]+ \"\\\", \\\"is_a_member\\\": \" "
                     "(\"true\" | \"false\") \"}\""),
            m_texts);
        const std::string text = "{\"the_full_name\": \"Grace\", \"is_a_member\": true}";
        const std::vector<TokenId> expected = m_tokenizer->encode(text);
        ReplyGuide guide(grammar, *m_tokenizer, {});
        size_t forced = 0;
        for (const TokenId token : expected) {
            QVERIFY(guide.mask()->allows(token));
            if (!guide.forced().empty()) {
                QCOMPARE(guide.forced().front(), token);
                ++forced;
            }
            guide.accept(token);
        }
        QVERIFY2(forced * 2 > expected.size(), qPrintable(QString::number(forced)));
        QVERIFY(guide.mask()->allows(m_texts->ends().front()));
    }
    void anotherWayOfWritingIsFollowed() {
        // The model wrote it in single letters: nothing is forced in other tokens than a tokenizer's.
        const auto grammar = std::make_shared<Grammar>(readGbnf("root ::= [a-z] \"bcdefghij\""), m_texts);
        ReplyGuide guide(grammar, *m_tokenizer, {});
        for (const char letter : std::string("abcdefghij")) {
            const std::vector<TokenId> tokens = m_tokenizer->encode(std::string(1, letter));
            QVERIFY(guide.mask()->allows(tokens.front()));
            guide.accept(tokens.front());
        }
        QCOMPARE(guide.mask()->count, m_texts->ends().size());
    }
    void waitsForTheEndOfReasoning() {
        const auto grammar = std::make_shared<Grammar>(readGbnf("root ::= [0-9]+"), m_texts);
        ReplyGuide guide(grammar, *m_tokenizer, {.behind = {"</think>"}});
        for (const TokenId token : m_tokenizer->encode("so it is</think>")) {
            QVERIFY(guide.mask() == nullptr && guide.forced().empty());
            guide.accept(token);
        }
        QVERIFY(guide.mask() != nullptr);
        QVERIFY(!guide.mask()->allows(m_tokenizer->encode("a").front()));
        QVERIFY(guide.mask()->allows(m_tokenizer->encode("7").front()));
    }
    void waitsForATriggerThatMayNeverCome() {
        const auto grammar = std::make_shared<Grammar>(readGbnf("root ::= \"<call>\" [0-9]+ \";\""), m_texts);
        const FreeText free{
            .trigger = "<call>", .begun = "<call>", .skipOpen = "<note>", .skipClose = "</note>"};
        const auto after = [&](const char* text, const FreeText& rules) {
            ReplyGuide guide(grammar, *m_tokenizer, rules);
            for (const TokenId token : m_tokenizer->encode(text)) guide.accept(token);
            return guide;
        };
        QVERIFY(after("It is 7. No <call", free).isFree());
        ReplyGuide held = after("It is: <call>", free);
        QVERIFY(!held.isFree() && held.mask()->allows(m_tokenizer->encode("7").front()));
        QVERIFY(!held.mask()->allows(m_tokenizer->encode("a").front()));
        QVERIFY(after("It is <note>not a <call>", free).isFree());
        QVERIFY(!after("It is <note>not a <call></note> but <call>", free).isFree());
        // Only where the text begins: behind anything else it is free for good.
        const FreeText start{.trigger = "<call>", .begun = "<call>", .onlyAtStart = true};
        QVERIFY(!after("\n<call>1", start).isFree());
        QVERIFY(after("It is <call>", start).isFree());
        QVERIFY(after("<ca", start).isFree());
    }
    void aTextGoesOnWhereItWasCutOff() {
        const auto grammar =
            std::make_shared<Grammar>(readGbnf("root ::= \"[\" [0-9]+ \", \" \"true]\""), m_texts);
        ReplyGuide whole(grammar, *m_tokenizer, {});
        QVERIFY(whole.goOnFrom("[12, t"));
        QVERIFY(!whole.forced().empty());
        QCOMPARE(m_tokenizer->pieceBytes(whole.forced().front()).front(), 'r');
        for (const TokenId token : m_tokenizer->encode("rue]")) whole.accept(token);
        QCOMPARE(whole.mask()->count, m_texts->ends().size());
        ReplyGuide other(grammar, *m_tokenizer, {});
        QVERIFY(!other.goOnFrom("[x"));
        // Text before the end of reasoning is not constrained.
        ReplyGuide reasons(grammar, *m_tokenizer, {.behind = {"</think>"}});
        QVERIFY(reasons.goOnFrom("<think>[x"));
        QVERIFY(reasons.isFree());
        ReplyGuide behind(grammar, *m_tokenizer, {.behind = {"</think>"}});
        QVERIFY(behind.goOnFrom("<think>[x</think>\n\n[1"));
        QVERIFY(!behind.isFree() && behind.mask()->allows(m_tokenizer->encode("2").front()));
    }
    /// A text has no signs: those are put where the grammar cannot do without.
    void marksInATextAreKnown() {
        std::string mark;
        for (TokenId token = 0; token < m_tokenizer->vocabSize() && mark.empty(); ++token)
            if (m_texts->textOf(token).starts_with(markSign)) mark = m_tokenizer->pieceBytes(token, true);
        QVERIFY(!mark.empty());
        const Rules rules = rulesWith([&](Rules& to) { return to.literal("a" + (markSign + mark) + "bc"); });
        const auto grammar = std::make_shared<Grammar>(rules, m_texts);
        const TokenId next = m_tokenizer->encode("c").front();
        ReplyGuide whole(grammar, *m_tokenizer, {});
        QVERIFY(whole.goOnFrom("a" + mark + "b"));
        QVERIFY(whole.mask()->allows(next));
        ReplyGuide behind(grammar, *m_tokenizer, {.trigger = "<call>", .begun = "a"});
        QVERIFY(behind.goOnFrom("Well: <call>" + mark + "b"));
        QVERIFY(!behind.isFree() && behind.mask()->allows(next));
        ReplyGuide other(grammar, *m_tokenizer, {});
        QVERIFY(!other.goOnFrom("a" + mark + "c"));
    }
    void copiesGoOnByThemselves() {
        const auto grammar = std::make_shared<Grammar>(readGbnf("root ::= [ab] [01]"), m_texts);
        ReplyGuide guide(grammar, *m_tokenizer, {}), other = guide;
        guide.accept(m_tokenizer->encode("a").front());
        QVERIFY(other.mask()->allows(m_tokenizer->encode("b").front()));
        QVERIFY(!guide.mask()->allows(m_tokenizer->encode("b").front()));
    }
    void saysWhenTheVocabularyIsTooPoor() {
        // A mark that is no token, behind a text that can be written.
        const Rules rules =
            rulesWith([](Rules& to) { return to.literal(std::string("a") + markSign + "<none>"); });
        ReplyGuide guide(std::make_shared<Grammar>(rules, m_texts), *m_tokenizer, {});
        guide.accept(m_tokenizer->encode("a").front());
        QVERIFY(refusalOf([&] { return guide.mask(); }).contains("vocabulary has no token"));
    }
};

QTEST_GUILESS_MAIN(ReplyGuideTest)
#include "tst_reply_guide.moc"
