#include <QElapsedTimer>
#include <QtTest>
#include <random>

#include "engine/grammar/grammar_text.h"
#include "grammar/grammars.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "support/resident_memory.h"

using namespace hearth;
using namespace hearth::grammar;

/// Grammars that mean harm. Whatever they are, they are refused by a sentence, or read in bounded time and
/// memory, up to forty tokens of a text that keeps to them.
class HostileGrammarsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer;

    static std::string times(const std::string& text, int count) {
        std::string out;
        for (int i = 0; i < count; ++i) out += text;
        return out;
    }

    using Sources = std::vector<std::pair<ReplyGrammar::Kind, std::string>>;
    static Sources ambiguous() {
        Sources sources;
        const auto gbnf = [&](const std::string& source) {
            sources.emplace_back(ReplyGrammar::Kind::Gbnf, source);
        };
        // Left recursion.
        gbnf("root ::= root");
        gbnf("root ::= root \"a\" | \"a\"");
        gbnf("root ::= a\na ::= b\nb ::= c\nc ::= root \"x\" | \"y\"");
        gbnf("root ::= \"\" root \"a\" | \"b\"");
        gbnf("root ::= (\"x\"? \"y\"*)* root | \"b\"");
        gbnf("root ::= e e e root \"z\" | \"b\"\ne ::= \"q\" | \"\"");
        // Ambiguity.
        gbnf("root ::= root2 root2 root2\nroot2 ::= \"a\" | \"a\" root2");
        gbnf("root ::= \"a\" root root | \"a\"");
        gbnf("root ::= (\"a\" | \"a\" \"a\" | \"a\" \"a\" \"a\")* \"b\"");
        gbnf("root ::= x | y\nx ::= \"a\" root \"b\" | \"a\"\ny ::= \"a\" root \"c\" | \"a\"");
        gbnf("root ::= \"(\" root \")\" | \"(\" root \"]\" | [a-z]");
        gbnf("root ::= s s s s s s s s\ns ::= [a-z]*");
        gbnf("root ::= ([a-z]* [a-z]*)* ([a-z]* [a-z]*)* [0-9]");
        gbnf("root ::= " + times("(\"a\" | ", 60) + "\"b\"" + times(")", 60));
        gbnf("root ::= " + times("[ab]? ", 2000) + "\"c\"");
        gbnf("root ::= " + times("x ", 500) + "\nx ::= \"a\" | \"\"");
        for (int width : {10, 100, 1000, 3000}) {
            std::string choices = "root ::= [a-z]* (\"1\"";
            for (int i = 0; i < width; ++i)
                choices += " | [a-z]{" + std::to_string(i % 50) + "} \"" + std::to_string(i) + "\" root";
            gbnf(choices + ")");
        }
        return sources;
    }
    static Sources deepAndLong() {
        Sources sources;
        const auto gbnf = [&](const std::string& source) {
            sources.emplace_back(ReplyGrammar::Kind::Gbnf, source);
        };
        // Depth and length.
        gbnf("root ::= " + times("(", 100'000));
        gbnf("root ::= " + times("(", 99) + "\"a\"" + times(")", 99));
        gbnf("root ::= " + times("(", 5000) + "\"a\"" + times(")", 5000));
        gbnf("root ::= \"a\"" + times("*", 100'000));
        gbnf("root ::= \"a\"" + times("?", 20'000));
        gbnf("root ::= \"" + times("a", 500'000) + "\"");
        gbnf("root ::= \"" + times("a", 2'000'000) + "\"");
        gbnf("root ::= [" + times("a-z", 100'000) + "]");
        {
            std::string chain = "root ::= r0\n";
            for (int i = 0; i < 20'000; ++i)
                chain += "r" + std::to_string(i) + " ::= r" + std::to_string(i + 1) + "\n";
            gbnf(chain + "r20000 ::= \"x\"");
            gbnf(chain + "r20000 ::= root");
            gbnf(chain);
        }
        {
            std::string doubling = "root ::= d0\n";
            for (int i = 0; i < 60; ++i)
                doubling += "d" + std::to_string(i) + " ::= d" + std::to_string(i + 1) + " d" +
                            std::to_string(i + 1) + "\n";
            gbnf(doubling + "d60 ::= \"x\"");
            gbnf(doubling + "d60 ::= \"x\"?");
        }
        // Empty loops.
        gbnf("root ::= (\"\")* \"a\"");
        gbnf("root ::= ((\"\"*)*)* \"a\"");
        gbnf("root ::= (a*)*\na ::= b*\nb ::= \"x\"*");
        gbnf("root ::= \"\"");
        gbnf("root ::= a\na ::= \"x\" a");
        gbnf("root ::= a | \"y\"\na ::= \"x\" b\nb ::= \"x\" a");
        gbnf("root ::=");
        // Repetition.
        for (const char* count : {"{1000000}", "{0,1000000}", "{999999999}", "{99999999999999999999}",
                                  "{1000,}", "{65536}", "{0,0}", "{,5}"})
            gbnf(std::string("root ::= [a-z]") + count);
        gbnf("root ::= (([a-z]{100}){100}){100}");
        gbnf("root ::= (([a-z]{0,30}){0,30}){0,30}");
        gbnf("root ::= (\"a\"{0,1000} \"b\"{0,1000}){0,200}");
        return sources;
    }
    static Sources damaged() {
        Sources sources;
        const auto gbnf = [&](const std::string& source) {
            sources.emplace_back(ReplyGrammar::Kind::Gbnf, source);
        };
        // Damage.
        for (const char* damaged : {"",
                                    "\n",
                                    "root",
                                    "root :",
                                    "root ::= \"",
                                    "root ::= [",
                                    "root ::= (",
                                    "root ::= )",
                                    "root ::= a",
                                    "root ::= \"\\x\"",
                                    "root ::= \"\\uD800\" \"a\"",
                                    "root ::= [\\x00-\\U0010FFFF]",
                                    "root ::= [^\\x00-\\U0010FFFF]",
                                    "root ::= \"\\UFFFFFFFF\"",
                                    "\xFF\xFE",
                                    "root ::= \"\xFF\"",
                                    "::= a",
                                    "root ::= {3}",
                                    "root ::= \"a\"{",
                                    "root ::= \"a\"{3",
                                    "root ::= |||",
                                    "root ::= <think>"})
            gbnf(damaged);
        return sources;
    }
    static Sources expressions() {
        Sources sources;
        // Regular expressions.
        for (const std::string& hostile :
             {std::string("(a+)+$"), std::string("(a|a)*b"), std::string("(a|aa)+c"), std::string("(.*)*x"),
              std::string("(a|b)*a(a|b){18}"), std::string("(a|b)*a(a|b){12}"),
              std::string("((a{0,100}){0,100}){0,100}"), std::string(".{1000}"), std::string(".{0,100000}"),
              std::string("\\p{L}{50}\\P{L}{50}"), times("(", 5000), times("a?", 3000) + times("a", 100),
              times("[a-z]|", 3000) + "b", std::string("(?=a)"), std::string("\\1"), std::string("[^\\s\\S]"),
              std::string("a{2,1}"), std::string("^^$$"), std::string("(^a|b$)*")})
            sources.emplace_back(ReplyGrammar::Kind::Regex, hostile);
        return sources;
    }
    static Sources schemas() {
        Sources sources;
        const auto schema = [&](const std::string& source) {
            sources.emplace_back(ReplyGrammar::Kind::JsonSchema, source);
        };
        // Schemas.
        schema("{\"$ref\": \"#\"}");
        schema("{\"allOf\": [{\"$ref\": \"#\"}]}");
        schema("{\"anyOf\": [{\"$ref\": \"#\"}, {\"$ref\": \"#\"}]}");
        schema("{\"not\": {\"$ref\": \"#\"}}");
        schema("{\"properties\": {\"a\": {\"not\": {\"$ref\": \"#\"}}}}");
        schema("{\"oneOf\": [{\"$ref\": \"#\"}, {\"type\": \"null\"}]}");
        schema("{\"if\": {\"$ref\": \"#\"}, \"then\": false}");
        schema("{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"#\"}}, \"required\": [\"a\"]}");
        schema("{\"type\": \"array\", \"minItems\": 1000000000}");
        schema("{\"type\": \"string\", \"maxLength\": 1000000000}");
        schema("{\"type\": \"string\", \"minLength\": 5000, \"pattern\": \"^(a|b)*$\"}");
        schema("{\"type\": \"integer\", \"minimum\": 1e300, \"maximum\": 1e308}");
        schema("{\"minimum\": 1e-300}");
        schema(times("{\"items\":", 5000) + "true" + times("}", 5000));
        schema("{\"enum\": [" + times("1,", 100'000) + "2]}");
        schema("{\"pattern\": \"(a|b)*a(a|b){30}\"}");
        {
            std::string product = "{\"allOf\": [true";
            for (int i = 0; i < 30; ++i)
                product += ",{\"anyOf\": [{\"minimum\": 1}, {\"maximum\": 2}, {\"minLength\": 3}]}";
            schema(product + "]}");
            std::string many = "{\"properties\": {\"x\": true";
            for (int i = 0; i < 5000; ++i) many += ",\"p" + std::to_string(i) + "\": {\"type\": \"string\"}";
            schema(many + "}}");
            std::string alternatives = "{\"oneOf\": [true";
            for (int i = 0; i < 300; ++i) alternatives += ",{\"const\": " + std::to_string(i) + "}";
            schema(alternatives + "]}");
        }
        return sources;
    }

private slots:
    void initTestCase() {
        HEARTH_REQUIRE(model, test::starterModel(), "the starter model");
        m_tokenizer = Tokenizer::fromGguf(GgufFile::open(model));
    }
    void isBounded() {
        QFETCH(int, kind);
        QFETCH(QByteArray, source);
        QElapsedTimer timer;
        timer.start();
        try {
            Grammars grammars(*m_tokenizer);
            const auto grammar =
                grammars.get({static_cast<ReplyGrammar::Kind>(kind), source.toStdString()}, false);
            std::mt19937 random(5);
            auto state = grammar->start();
            for (int i = 0; i < 40; ++i) {
                const auto mask = grammar->mask(state);
                std::vector<TokenId> allowed;
                for (TokenId token = 0; token < m_tokenizer->vocabSize(); ++token)
                    if (mask->allows(token) && !m_tokenizer->isEndOfGeneration(token))
                        allowed.push_back(token);
                if (allowed.empty()) break;
                state = grammar->next(state, m_tokenizer->pieceBytes(allowed[random() % allowed.size()]));
                QVERIFY(state != States::dead);
            }
            QVERIFY(grammar->sizeBytes() < size_t{700} << 20U);
        } catch (const Error& error) {
            const QString sentence = QString::fromUtf8(error.what());
            QVERIFY2(sentence.endsWith('.') && sentence.size() > 20, error.what());
            QVERIFY(error.code() == ErrorCode::BadInput || error.code() == ErrorCode::Unsupported);
        }
        // Far above what any of them takes, and far below what none may take.
        QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    }
    void isBounded_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("source");
        int n = 0;
        for (const Sources& sources : {ambiguous(), deepAndLong(), damaged(), expressions(), schemas()})
            for (const auto& [kind, source] : sources)
                QTest::addRow("%d %.40s", ++n, source.substr(0, 40).c_str())
                    << static_cast<int>(kind) << QByteArray::fromStdString(source);
    }
};

QTEST_GUILESS_MAIN(HostileGrammarsTest)
#include "tst_hostile_grammars.moc"
