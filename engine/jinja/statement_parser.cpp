#include "jinja/statement_parser.h"

#include <algorithm>
#include <initializer_list>

#include "jinja/expression_parser.h"
#include "jinja/token_stream.h"

namespace hearth::jinja {
namespace {

using Names = std::initializer_list<std::string_view>;

class StatementParser {
public:
    StatementParser(std::string_view source, size_t depthLimit, Syntax& syntax)
        : m_stream(tokenizeTemplate(source)),
          m_syntax(syntax),
          m_expressions(m_stream, syntax.symbols, depthLimit) {}

    void run() {
        m_syntax.body = parseBody({});
        if (!m_stream.atEnd()) m_stream.failExpected("a statement");
    }

private:
    // Statements up to a block that starts with one of the names; the stream then stands on that name.
    Body parseBody(Names endNames) {
        const NestingGuard guard(m_expressions.depth(), m_expressions.depthLimit(), m_stream.line());
        const uint32_t openedAt = m_stream.line();
        Body body;
        while (!m_stream.atEnd()) {
            const uint32_t line = m_stream.line();
            if (m_stream.is(TokenType::Data)) {
                body.push_back({line, DataStatement{Text::trusted(m_stream.take().text)}});
            } else if (m_stream.is(TokenType::VariableBegin)) {
                m_stream.take();
                body.push_back({line, PrintStatement{m_expressions.parseTuple()}});
                m_stream.expect(TokenType::VariableEnd, "'}}'");
            } else {
                m_stream.expect(TokenType::BlockBegin, "a block");
                if (std::any_of(endNames.begin(), endNames.end(),
                                [this](std::string_view name) { return m_stream.isName(name); })) {
                    return body;
                }
                body.push_back(parseStatement());
                m_stream.expect(TokenType::BlockEnd, "'%}'");
            }
        }
        if (endNames.size() != 0) {
            failTemplate(openedAt, "a block is not closed with '" + std::string(*(endNames.end() - 1)) + "'");
        }
        return body;
    }

    // The body of a block and its end tag, without the closing "%}".
    std::unique_ptr<Body> parseBlockBody(std::string_view endName) {
        m_stream.expect(TokenType::BlockEnd, "'%}'");
        auto body = std::make_unique<Body>(parseBody({endName}));
        m_stream.expectName(endName);
        return body;
    }

    Statement parseStatement() {
        const uint32_t line = m_stream.line();
        const std::string name = m_stream.expect(TokenType::Name, "the name of a statement").text;
        if (name == "if") return {line, parseIf()};
        if (name == "for") return {line, parseFor()};
        if (name == "set") return parseSet(line);
        if (name == "macro") return {line, parseMacro()};
        if (name == "call") return {line, parseCall()};
        if (name == "filter") {
            auto filters = m_expressions.parseFilters();
            return {line, FilterStatement{std::move(filters), parseBlockBody("endfilter")}};
        }
        if (name == "with") return {line, parseWith()};
        if (name == "print") return {line, PrintStatement{m_expressions.parseTuple()}};
        if (name == "generation") return {line, ScopeStatement{parseBlockBody("endgeneration")}};
        if (name == "autoescape") {
            m_expressions.parseExpression();
            return {line, ScopeStatement{parseBlockBody("endautoescape")}};
        }
        if (name == "block") return {line, parseNamedBlock()};
        if (name == "break" || name == "continue") {
            if (m_loops == 0) failTemplate(line, "'" + name + "' outside of a loop");
            if (name == "break") return {line, BreakStatement{}};
            return {line, ContinueStatement{}};
        }
        if (name == "include" || name == "import" || name == "from" || name == "extends") {
            failTemplate(line, "'" + name + "' needs other files, which chat templates do not have");
        }
        failTemplate(line, "unknown statement '" + name + "'");
    }

    IfStatement parseIf() {
        IfStatement statement;
        for (;;) {
            IfStatement::Branch branch;
            branch.condition = m_expressions.parseTuple(false);
            m_stream.expect(TokenType::BlockEnd, "'%}'");
            branch.body = std::make_unique<Body>(parseBody({"elif", "else", "endif"}));
            statement.branches.push_back(std::move(branch));
            if (m_stream.skipName("elif")) continue;
            if (m_stream.skipName("else")) {
                statement.branches.push_back({nullptr, parseBlockBody("endif")});
            } else {
                m_stream.expectName("endif");
            }
            return statement;
        }
    }

    ForStatement parseFor() {
        ForStatement statement{.target = m_expressions.parseTarget()};
        m_stream.expectName("in");
        statement.iterable = m_expressions.parseTuple(false, "recursive");
        if (m_stream.skipName("if")) statement.filter = m_expressions.parseExpression();
        statement.recursive = m_stream.skipName("recursive");
        m_stream.expect(TokenType::BlockEnd, "'%}'");
        ++m_loops;
        statement.body = std::make_unique<Body>(parseBody({"endfor", "else"}));
        --m_loops;
        if (m_stream.skipName("else")) {
            statement.otherwise = parseBlockBody("endfor");
        } else {
            m_stream.expectName("endfor");
        }
        return statement;
    }

    Statement parseSet(uint32_t line) {
        Target target = m_expressions.parseTarget(true, true);
        if (m_stream.skipOperator("=")) {
            return {line, SetStatement{std::move(target), m_expressions.parseTuple()}};
        }
        std::vector<Postfix> filters;
        if (m_stream.skipOperator("|")) filters = m_expressions.parseFilters();
        return {line, SetBlockStatement{std::move(target), std::move(filters), parseBlockBody("endset")}};
    }

    void parseSignature(MacroDefinition& macro) {
        m_stream.expectOperator("(");
        while (!m_stream.isOperator(")")) {
            if (!macro.parameters.empty()) m_stream.expectOperator(",");
            macro.parameters.push_back(m_expressions.parseTarget(false).symbol);
            if (m_stream.skipOperator("=")) {
                macro.defaults.push_back(m_expressions.parseExpression());
            } else if (!macro.defaults.empty()) {
                failTemplate(m_stream.line(), "a parameter without a default follows one with a default");
            }
        }
        m_stream.expectOperator(")");
    }

    std::unique_ptr<Body> parseMacroBody(MacroDefinition& macro, std::string_view endName) {
        const size_t mark = m_expressions.readMark();
        const size_t outerLoops = std::exchange(m_loops, 0);
        auto body = parseBlockBody(endName);
        m_loops = outerLoops;
        macro.body = body.get();
        macro.usesVarargs = m_expressions.readSince("varargs", mark);
        macro.usesKwargs = m_expressions.readSince("kwargs", mark);
        macro.usesCaller = m_expressions.readSince("caller", mark);
        return body;
    }

    MacroStatement parseMacro() {
        const std::string name = m_stream.expect(TokenType::Name, "the name of a macro").text;
        MacroStatement statement{m_syntax.symbols.intern(name), std::make_shared<MacroDefinition>(), nullptr};
        statement.macro->name = name;
        parseSignature(*statement.macro);
        statement.body = parseMacroBody(*statement.macro, "endmacro");
        return statement;
    }

    CallStatement parseCall() {
        CallStatement statement;
        statement.caller = std::make_shared<MacroDefinition>();
        statement.caller->name = "caller";
        if (m_stream.isOperator("(")) parseSignature(*statement.caller);
        statement.call = m_expressions.parseExpression();
        const bool isCall = statement.call->form == Expression::Form::Chain &&
                            statement.call->postfixes.back().form == Postfix::Form::Call;
        if (!isCall) failTemplate(m_stream.line(), "a call block needs a call");
        statement.body = parseMacroBody(*statement.caller, "endcall");
        return statement;
    }

    WithStatement parseWith() {
        WithStatement statement;
        while (!m_stream.is(TokenType::BlockEnd)) {
            if (!statement.targets.empty()) m_stream.expectOperator(",");
            statement.targets.push_back(m_expressions.parseTarget());
            m_stream.expectOperator("=");
            statement.values.push_back(m_expressions.parseExpression());
        }
        statement.body = parseBlockBody("endwith");
        return statement;
    }

    ScopeStatement parseNamedBlock() {
        const std::string name = m_stream.expect(TokenType::Name, "the name of a block").text;
        m_stream.skipName("scoped");
        m_stream.skipName("required");
        ScopeStatement statement{parseBlockBody("endblock")};
        m_stream.skipName(name);
        return statement;
    }

    TokenStream m_stream;
    Syntax& m_syntax;
    ExpressionParser m_expressions;
    size_t m_loops = 0;
};

}  // namespace

std::shared_ptr<const Syntax> parseTemplate(std::string_view source, size_t depthLimit) {
    auto syntax = std::make_shared<Syntax>();
    StatementParser(source, depthLimit, *syntax).run();
    return syntax;
}

}  // namespace hearth::jinja
