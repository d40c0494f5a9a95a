#include "grammar/grammars.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::grammar;

class GrammarsTest : public QObject {
    Q_OBJECT

private slots:
    void everyKindIsRead() {
        QVERIFY(fitsText(rulesOf({ReplyGrammar::Kind::JsonObject, ""}), "{\n  \"a\": [1, {}]\n}"));
        QVERIFY(!fitsText(rulesOf({ReplyGrammar::Kind::JsonObject, ""}), "[1]"));
        QVERIFY(fitsText(rulesOf({ReplyGrammar::Kind::JsonSchema, "{\"type\": \"boolean\"}"}), "true"));
        QVERIFY(fitsText(rulesOf({ReplyGrammar::Kind::Regex, "a+|b"}), "aaa"));
        QVERIFY(!fitsText(rulesOf({ReplyGrammar::Kind::Regex, "a+|b"}), "ab"));
        QVERIFY(fitsText(rulesOf({ReplyGrammar::Kind::Gbnf, "root ::= \"x\""}), "x"));
    }
    void checksBeforeAnyWork() {
        checkReplyGrammar({});
        checkReplyGrammar({ReplyGrammar::Kind::Regex, "a"});
        QVERIFY(!refusalOf([] {
                     checkReplyGrammar({ReplyGrammar::Kind::Regex, "("});
                     return 0;
                 }).isEmpty());
        QVERIFY(refusalOf([] {
                    checkReplyGrammar({ReplyGrammar::Kind::JsonSchema, "[1"});
                    return 0;
                }).contains("not a JSON"));
        QVERIFY(refusalOf([] {
                    checkReplyGrammar({ReplyGrammar::Kind::Gbnf, "root ::= root"});
                    return 0;
                }).contains("begin with itself"));
    }
    void oneSourceIsOneGrammar() {
        const auto tokenizer =
            Tokenizer::fromGguf(GgufFile::open(test::tinyModelsFolder() / "llama-f32.gguf"));
        Grammars grammars(*tokenizer);
        const ReplyGrammar one{ReplyGrammar::Kind::Regex, "[ab]+"};
        const auto first = grammars.get(one, false);
        QCOMPARE(grammars.get(one, false), first);
        const auto behind = grammars.get(one, true);
        QVERIFY(behind != first && behind->next(behind->start(), "\n\na") != States::dead);
        QVERIFY(first->next(first->start(), "\n") == States::dead);
        for (int i = 0; i < 40; ++i)
            (void)grammars.get({ReplyGrammar::Kind::Regex, "x" + std::to_string(i)}, false);
        QVERIFY(grammars.get(one, false) != first);
    }
};

QTEST_GUILESS_MAIN(GrammarsTest)
#include "tst_grammars.moc"
