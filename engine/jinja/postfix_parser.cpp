#include "jinja/postfix_parser.h"

#include "jinja/expression_parser.h"

namespace hearth::jinja {

ExpressionPtr PostfixParser::parsePostfixes(ExpressionPtr base, bool withFilter) {
    std::vector<Postfix> postfixes;
    while (parsePlain(postfixes)) {
    }
    while (withFilter) {
        if (m_stream.skipOperator("|")) {
            postfixes.push_back(parseFilter());
        } else if (m_stream.skipName("is")) {
            postfixes.push_back(parseTest());
        } else if (m_stream.isOperator("(")) {  // a call of what a filter gave
            postfixes.push_back({.form = Postfix::Form::Call, .arguments = parseArguments()});
        } else {
            break;
        }
    }
    if (postfixes.empty()) return base;
    ExpressionPtr chain = m_expressions.make(Expression::Form::Chain);
    chain->line = base->line;
    chain->operands.push_back(std::move(base));
    chain->postfixes = std::move(postfixes);
    return chain;
}

bool PostfixParser::parsePlain(std::vector<Postfix>& postfixes) {
    if (m_stream.skipOperator(".")) {
        if (m_stream.is(TokenType::Integer)) {
            Postfix item{.form = Postfix::Form::Item};
            item.operands.push_back(m_expressions.parseNumber());
            postfixes.push_back(std::move(item));
        } else {
            const Token& name = m_stream.expect(TokenType::Name, "a name after '.'");
            postfixes.push_back({.form = Postfix::Form::Attribute, .name = name.text});
        }
        return true;
    }
    if (m_stream.isOperator("[")) {
        postfixes.push_back(parseSubscript());
        return true;
    }
    if (m_stream.isOperator("(")) {
        postfixes.push_back({.form = Postfix::Form::Call, .arguments = parseArguments()});
        return true;
    }
    return false;
}

Postfix PostfixParser::parseSubscript() {
    m_stream.expectOperator("[");
    Postfix slice{.form = Postfix::Form::Slice};
    ExpressionPtr first;
    if (!m_stream.isOperator(":")) {
        first = m_expressions.parseExpression();
        if (!m_stream.isOperator(":")) {
            Postfix item{.form = Postfix::Form::Item};
            if (m_stream.isOperator(",")) {  // x[1, 2] looks up a tuple
                ExpressionPtr tuple = m_expressions.make(Expression::Form::Tuple);
                tuple->operands.push_back(std::move(first));
                while (m_stream.skipOperator(",")) tuple->operands.push_back(m_expressions.parseExpression());
                first = std::move(tuple);
            }
            m_stream.expectOperator("]");
            item.operands.push_back(std::move(first));
            return item;
        }
    }
    slice.operands.push_back(std::move(first));
    while (slice.operands.size() < 3 && m_stream.skipOperator(":")) {
        const bool given = !m_stream.isOperator(":") && !m_stream.isOperator("]");
        slice.operands.push_back(given ? m_expressions.parseExpression() : nullptr);
    }
    slice.operands.resize(3);
    m_stream.expectOperator("]");
    return slice;
}

CallArguments PostfixParser::parseArguments() {
    m_stream.expectOperator("(");
    CallArguments arguments;
    bool positionalAllowed = true;
    while (!m_stream.isOperator(")")) {
        if (!arguments.empty()) {
            m_stream.expectOperator(",");
            if (m_stream.isOperator(")")) break;
        }
        if (m_stream.skipOperator("**")) {
            arguments.push_back({CallArgument::Form::UnpackNamed, {}, m_expressions.parseExpression()});
            positionalAllowed = false;
        } else if (m_stream.skipOperator("*")) {
            arguments.push_back({CallArgument::Form::Unpack, {}, m_expressions.parseExpression()});
        } else if (m_stream.is(TokenType::Name) && m_stream.next().is(TokenType::Operator, "=")) {
            std::string name = m_stream.take().text;
            m_stream.take();
            for (const CallArgument& earlier : arguments) {
                if (earlier.form == CallArgument::Form::Named && earlier.name == name)
                    failTemplate(m_stream.line(), "the argument " + name + " is given twice");
            }
            arguments.push_back(
                {CallArgument::Form::Named, std::move(name), m_expressions.parseExpression()});
            positionalAllowed = false;
        } else {
            if (!positionalAllowed)
                failTemplate(m_stream.line(), "a positional argument follows a named one");
            arguments.push_back({CallArgument::Form::Positional, {}, m_expressions.parseExpression()});
        }
    }
    m_stream.expectOperator(")");
    return arguments;
}

std::string PostfixParser::parseDottedName() {
    std::string name = m_stream.expect(TokenType::Name, "a name").text;
    while (m_stream.skipOperator(".")) name += "." + m_stream.expect(TokenType::Name, "a name").text;
    return name;
}

Postfix PostfixParser::parseFilter() {
    Postfix filter{.form = Postfix::Form::Filter, .name = parseDottedName()};
    if (m_stream.isOperator("(")) filter.arguments = parseArguments();
    return filter;
}

std::vector<Postfix> PostfixParser::parseFilters() {
    std::vector<Postfix> filters;
    do {
        filters.push_back(parseFilter());
    } while (m_stream.skipOperator("|"));
    return filters;
}

Postfix PostfixParser::parseTest() {
    const bool negated = m_stream.skipName("not");
    Postfix test{.form = negated ? Postfix::Form::NotTest : Postfix::Form::Test, .name = parseDottedName()};
    const Token& token = m_stream.current();
    const bool keyword =
        token.type == TokenType::Name && (token.text == "else" || token.text == "or" || token.text == "and");
    const bool startsArgument = (token.type == TokenType::Name && !keyword) ||
                                token.type == TokenType::String || token.type == TokenType::Integer ||
                                token.type == TokenType::Float || m_stream.isOperator("[") ||
                                m_stream.isOperator("{");
    if (m_stream.isOperator("(")) {
        test.arguments = parseArguments();
    } else if (startsArgument) {
        if (token.text == "is" && token.type == TokenType::Name) {
            failTemplate(token.line, "tests cannot be chained with 'is'");
        }
        // `x is test arg`: one argument without brackets, and without filters of its own.
        const NestingGuard guard(m_expressions.depth(), m_expressions.depthLimit(), m_stream.line());
        test.arguments.push_back(
            {CallArgument::Form::Positional, {}, parsePostfixes(m_expressions.parsePrimary(), false)});
    }
    return test;
}

}  // namespace hearth::jinja
