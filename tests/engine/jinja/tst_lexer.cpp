#include "jinja/lexer.h"

#include "snippet_test.h"

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestLexer : public test::SnippetTest {
    Q_OBJECT

public:
    TestLexer() : SnippetTest("lexer", 30) {}

private slots:
    void tokens() {
        const auto tokens = tokenizeTemplate("a\n  {%- if x // 2.5e1 %}\nb{{ 'c' }}");
        std::vector<TokenType> types;
        for (const Token& token : tokens) types.push_back(token.type);
        const std::vector<TokenType> expected = {
            TokenType::Data,          TokenType::BlockBegin, TokenType::Name,        TokenType::Name,
            TokenType::Operator,      TokenType::Float,      TokenType::BlockEnd,    TokenType::Data,
            TokenType::VariableBegin, TokenType::String,     TokenType::VariableEnd, TokenType::End};
        QVERIFY(types == expected);
        QCOMPARE(tokens[0].text, std::string("a"));
        QCOMPARE(tokens[4].text, std::string("//"));
        QCOMPARE(tokens[4].line, 2U);
        QCOMPARE(tokens[7].text, std::string("b"));
        try {
            tokenizeTemplate("a\n\n{{ (] }}");
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadFile);
            QVERIFY(std::string(error.what()).find("line 3") != std::string::npos);
        }
    }

    void bracketsEndTags() {
        // The braces of a dict do not end the print statement.
        const auto tokens = tokenizeTemplate("{{ {'a': {}}}}x");
        QCOMPARE(tokens[tokens.size() - 2].text, std::string("x"));
        QVERIFY(tokens[1].is(TokenType::Operator, "{"));
    }

    void numbersKeepTheirForm() {
        const auto tokens = tokenizeTemplate("{{ 1_000 0XfF 1_0.5E+3 }}");
        QVERIFY(tokens[1].is(TokenType::Integer, "1000"));
        QVERIFY(tokens[2].is(TokenType::Integer, "0xff"));
        QCOMPARE(tokens[3].type, TokenType::Float);
    }

    void linesAreCounted() {
        for (const char* newline : {"\n", "\r\n", "\r"}) {
            const std::string n = newline;
            const auto tokens = tokenizeTemplate("a" + n + n + "{#" + n + "#}{{" + n + "x }}");
            QVERIFY(tokens[tokens.size() - 3].is(TokenType::Name, "x"));
            QCOMPARE(tokens[tokens.size() - 3].line, 5U);
        }
    }
};

QTEST_GUILESS_MAIN(TestLexer)
#include "tst_lexer.moc"
