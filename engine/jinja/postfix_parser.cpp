// The part of ExpressionParser behind a primary: attributes, subscripts, calls, filters, tests; and targets.
#include "jinja/expression_parser.h"

namespace hearth::jinja {

ExpressionPtr ExpressionParser::parsePostfixes(ExpressionPtr base, bool withFilter) {
    std::vector<Postfix> postfixes;
    while (parsePlainPostfix(postfixes)) {
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
    ExpressionPtr chain = make(Expression::Form::Chain);
    chain->line = base->line;
    chain->operands.push_back(std::move(base));
    chain->postfixes = std::move(postfixes);
    return chain;
}

bool ExpressionParser::parsePlainPostfix(std::vector<Postfix>& postfixes) {
    if (m_stream.skipOperator(".")) {
        if (m_stream.is(TokenType::Integer)) {
            Postfix item{.form = Postfix::Form::Item};
            item.operands.push_back(parseNumber());
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

Postfix ExpressionParser::parseSubscript() {
    m_stream.expectOperator("[");
    Postfix slice{.form = Postfix::Form::Slice};
    ExpressionPtr first;
    if (!m_stream.isOperator(":")) {
        first = parseExpression();
        if (!m_stream.isOperator(":")) {
            Postfix item{.form = Postfix::Form::Item};
            if (m_stream.isOperator(",")) {  // x[1, 2] looks up a tuple
                ExpressionPtr tuple = make(Expression::Form::Tuple);
                tuple->operands.push_back(std::move(first));
                while (m_stream.skipOperator(",")) tuple->operands.push_back(parseExpression());
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
        slice.operands.push_back(given ? parseExpression() : nullptr);
    }
    slice.operands.resize(3);
    m_stream.expectOperator("]");
    return slice;
}

CallArguments ExpressionParser::parseArguments() {
    m_stream.expectOperator("(");
    CallArguments arguments;
    bool positionalAllowed = true;
    while (!m_stream.isOperator(")")) {
        if (!arguments.empty()) {
            m_stream.expectOperator(",");
            if (m_stream.isOperator(")")) break;
        }
        if (m_stream.skipOperator("**")) {
            arguments.push_back({CallArgument::Form::UnpackNamed, {}, parseExpression()});
            positionalAllowed = false;
        } else if (m_stream.skipOperator("*")) {
            arguments.push_back({CallArgument::Form::Unpack, {}, parseExpression()});
        } else if (m_stream.is(TokenType::Name) && m_stream.next().is(TokenType::Operator, "=")) {
            std::string name = m_stream.take().text;
            m_stream.take();
            for (const CallArgument& earlier : arguments) {
                if (earlier.form == CallArgument::Form::Named && earlier.name == name)
                    failTemplate(m_stream.line(), "the argument " + name + " is given twice");
            }
            arguments.push_back({CallArgument::Form::Named, std::move(name), parseExpression()});
            positionalAllowed = false;
        } else {
            if (!positionalAllowed)
                failTemplate(m_stream.line(), "a positional argument follows a named one");
            arguments.push_back({CallArgument::Form::Positional, {}, parseExpression()});
        }
    }
    m_stream.expectOperator(")");
    return arguments;
}

std::string ExpressionParser::parseDottedName() {
    std::string name = m_stream.expect(TokenType::Name, "a name").text;
    while (m_stream.skipOperator(".")) name += "." + m_stream.expect(TokenType::Name, "a name").text;
    return name;
}

Postfix ExpressionParser::parseFilter() {
    Postfix filter{.form = Postfix::Form::Filter, .name = parseDottedName()};
    if (m_stream.isOperator("(")) filter.arguments = parseArguments();
    return filter;
}

std::vector<Postfix> ExpressionParser::parseFilters() {
    std::vector<Postfix> filters;
    do {
        filters.push_back(parseFilter());
    } while (m_stream.skipOperator("|"));
    return filters;
}

Postfix ExpressionParser::parseTest() {
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
        const NestingGuard guard(m_depth, m_depthLimit, m_stream.line());
        test.arguments.push_back({CallArgument::Form::Positional, {}, parsePostfixes(parsePrimary(), false)});
    }
    return test;
}

Target ExpressionParser::parseTarget(bool withTuple, bool withAttribute) {
    const NestingGuard guard(m_depth, m_depthLimit, m_stream.line());
    std::vector<Target> items;
    bool isTuple = false;
    for (;;) {
        if (m_stream.skipOperator("(")) {
            items.push_back(parseTarget(true, withAttribute));
            m_stream.expectOperator(")");
        } else {
            const Token& name = m_stream.expect(TokenType::Name, "a name to assign to");
            static constexpr std::string_view kReserved[] = {"true", "false", "none",
                                                             "True", "False", "None"};
            for (const std::string_view reserved : kReserved) {
                if (name.text == reserved)
                    failTemplate(name.line, "'" + name.text + "' cannot be assigned to");
            }
            Target target{.form = Target::Form::Name, .symbol = m_symbols.intern(name.text)};
            if (withAttribute && m_stream.skipOperator(".")) {
                target.form = Target::Form::Attribute;
                target.attribute = m_stream.expect(TokenType::Name, "a name after '.'").text;
            }
            items.push_back(std::move(target));
        }
        if (!withTuple || !m_stream.skipOperator(",")) break;
        isTuple = true;
        if (m_stream.isName("in") || m_stream.isOperator("=") || m_stream.isOperator(")") ||
            m_stream.is(TokenType::BlockEnd)) {
            break;
        }
    }
    if (!isTuple) return std::move(items.front());
    return {.form = Target::Form::Tuple, .items = std::move(items)};
}

}  // namespace hearth::jinja
