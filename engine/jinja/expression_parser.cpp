#include "jinja/expression_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace hearth::jinja {
namespace {

constexpr std::array<std::string_view, 3> kSpecialNames = {"varargs", "kwargs", "caller"};

std::optional<Operator> arithmeticOperator(const Token& token, std::string_view allowed) {
    if (token.type != TokenType::Operator) return std::nullopt;
    if (allowed == "sum") {
        if (token.text == "+") return Operator::Add;
        if (token.text == "-") return Operator::Subtract;
    } else if (allowed == "product") {
        if (token.text == "*") return Operator::Multiply;
        if (token.text == "/") return Operator::Divide;
        if (token.text == "//") return Operator::FloorDivide;
        if (token.text == "%") return Operator::Modulo;
    } else if (token.text == "**") {
        return Operator::Power;
    }
    return std::nullopt;
}

std::optional<Operator> compareOperator(const Token& token) {
    if (token.type != TokenType::Operator) return std::nullopt;
    if (token.text == "==") return Operator::Equal;
    if (token.text == "!=") return Operator::NotEqual;
    if (token.text == "<") return Operator::Less;
    if (token.text == "<=") return Operator::LessEqual;
    if (token.text == ">") return Operator::Greater;
    if (token.text == ">=") return Operator::GreaterEqual;
    return std::nullopt;
}

Value literalString(std::string bytes) {
    return {std::make_shared<StringObject>(Text::trusted(std::move(bytes)), false)};
}

}  // namespace

ExpressionPtr ExpressionParser::make(Expression::Form form) const {
    return std::make_unique<Expression>(Expression{.form = form, .line = m_stream.line()});
}

bool ExpressionParser::readSince(std::string_view name, size_t mark) const {
    return std::find(m_specialReads.begin() + static_cast<ptrdiff_t>(mark), m_specialReads.end(), name) !=
           m_specialReads.end();
}

ExpressionPtr ExpressionParser::parseExpression(bool withConditional) {
    return withConditional ? parseConditional() : parseOr();
}

ExpressionPtr ExpressionParser::parseConditional() {
    ExpressionPtr value = parseOr();
    while (m_stream.isName("if")) {
        ExpressionPtr conditional = make(Expression::Form::Conditional);
        m_stream.take();
        conditional->operands.push_back(std::move(value));
        conditional->operands.push_back(parseOr());
        if (m_stream.skipName("else")) {
            const NestingGuard guard(m_depth, m_depthLimit, m_stream.line());
            conditional->operands.push_back(parseConditional());
        } else {
            conditional->operands.push_back(nullptr);
        }
        value = std::move(conditional);
    }
    return value;
}

ExpressionPtr ExpressionParser::parseOr() {
    ExpressionPtr left = parseAnd();
    if (!m_stream.isName("or")) return left;
    ExpressionPtr all = make(Expression::Form::Or);
    all->operands.push_back(std::move(left));
    while (m_stream.skipName("or")) all->operands.push_back(parseAnd());
    return all;
}

ExpressionPtr ExpressionParser::parseAnd() {
    ExpressionPtr left = parseNot();
    if (!m_stream.isName("and")) return left;
    ExpressionPtr all = make(Expression::Form::And);
    all->operands.push_back(std::move(left));
    while (m_stream.skipName("and")) all->operands.push_back(parseNot());
    return all;
}

ExpressionPtr ExpressionParser::parseNot() {
    bool negated = false;
    bool any = false;
    ExpressionPtr outer = make(Expression::Form::Not);
    while (m_stream.skipName("not")) {
        negated = !negated;
        any = true;
    }
    ExpressionPtr value = parseCompare();
    if (!any) return value;
    if (!negated) {  // an even number of nots is still a bool
        ExpressionPtr inner = make(Expression::Form::Not);
        inner->operands.push_back(std::move(value));
        value = std::move(inner);
    }
    outer->operands.push_back(std::move(value));
    return outer;
}

ExpressionPtr ExpressionParser::parseCompare() {
    ExpressionPtr left = parseSum();
    ExpressionPtr chain;
    for (;;) {
        std::optional<Operator> op = compareOperator(m_stream.current());
        if (op) {
            m_stream.take();
        } else if (m_stream.skipName("in")) {
            op = Operator::In;
        } else if (m_stream.isName("not") && m_stream.next().is(TokenType::Name, "in")) {
            m_stream.take();
            m_stream.take();
            op = Operator::NotIn;
        } else {
            break;
        }
        if (!chain) {
            chain = make(Expression::Form::Compare);
            chain->operands.push_back(std::move(left));
        }
        chain->operators.push_back(*op);
        chain->operands.push_back(parseSum());
    }
    return chain ? std::move(chain) : std::move(left);
}

ExpressionPtr ExpressionParser::parseSum() {
    ExpressionPtr left = parseConcat();
    ExpressionPtr chain;
    while (const auto op = arithmeticOperator(m_stream.current(), "sum")) {
        if (!chain) {
            chain = make(Expression::Form::Arithmetic);
            chain->operands.push_back(std::move(left));
        }
        m_stream.take();
        chain->operators.push_back(*op);
        chain->operands.push_back(parseConcat());
    }
    return chain ? std::move(chain) : std::move(left);
}

ExpressionPtr ExpressionParser::parseConcat() {
    ExpressionPtr left = parseProduct();
    if (!m_stream.isOperator("~")) return left;
    ExpressionPtr all = make(Expression::Form::Concat);
    all->operands.push_back(std::move(left));
    while (m_stream.skipOperator("~")) all->operands.push_back(parseProduct());
    return all;
}

ExpressionPtr ExpressionParser::parseProduct() {
    ExpressionPtr left = parsePower();
    ExpressionPtr chain;
    while (const auto op = arithmeticOperator(m_stream.current(), "product")) {
        if (!chain) {
            chain = make(Expression::Form::Arithmetic);
            chain->operands.push_back(std::move(left));
        }
        m_stream.take();
        chain->operators.push_back(*op);
        chain->operands.push_back(parsePower());
    }
    return chain ? std::move(chain) : std::move(left);
}

ExpressionPtr ExpressionParser::parsePower() {
    ExpressionPtr left = parseUnary(true);
    ExpressionPtr chain;
    while (const auto op = arithmeticOperator(m_stream.current(), "power")) {
        if (!chain) {
            chain = make(Expression::Form::Arithmetic);
            chain->operands.push_back(std::move(left));
        }
        m_stream.take();
        chain->operators.push_back(*op);
        chain->operands.push_back(parseUnary(true));
    }
    return chain ? std::move(chain) : std::move(left);
}

ExpressionPtr ExpressionParser::parseUnary(bool withFilter) {
    const NestingGuard guard(m_depth, m_depthLimit, m_stream.line());
    ExpressionPtr value;
    if (m_stream.isOperator("-") || m_stream.isOperator("+")) {
        value = make(m_stream.isOperator("-") ? Expression::Form::Negate : Expression::Form::Plus);
        m_stream.take();
        value->operands.push_back(parseUnary(false));
    } else {
        value = parsePrimary();
    }
    return m_postfixes.parsePostfixes(std::move(value), withFilter);
}

ExpressionPtr ExpressionParser::parsePrimary() {
    const Token& token = m_stream.current();
    switch (token.type) {
        case TokenType::Name:
            return parseName();
        case TokenType::Integer:
        case TokenType::Float:
            return parseNumber();
        case TokenType::String: {
            ExpressionPtr literal = make(Expression::Form::Literal);
            std::string bytes;
            while (m_stream.is(TokenType::String)) bytes += m_stream.take().text;
            literal->literal = literalString(std::move(bytes));
            return literal;
        }
        default:
            break;
    }
    if (m_stream.skipOperator("(")) {
        ExpressionPtr inner = parseTuple(true, {}, true);
        m_stream.expectOperator(")");
        return inner;
    }
    if (m_stream.isOperator("[")) return parseList();
    if (m_stream.isOperator("{")) return parseDict();
    m_stream.failExpected("a value");
}

ExpressionPtr ExpressionParser::parseName() {
    ExpressionPtr name = make(Expression::Form::Literal);
    const std::string& text = m_stream.take().text;
    if (text == "true" || text == "True") {
        name->literal = Value(true);
    } else if (text == "false" || text == "False") {
        name->literal = Value(false);
    } else if (text != "none" && text != "None") {
        name->form = Expression::Form::Name;
        name->symbol = m_symbols.intern(text);
        const auto* special = std::find(kSpecialNames.begin(), kSpecialNames.end(), text);
        if (special != kSpecialNames.end()) m_specialReads.push_back(*special);
    }
    return name;
}

ExpressionPtr ExpressionParser::parseNumber() {
    ExpressionPtr literal = make(Expression::Form::Literal);
    const Token& token = m_stream.take();
    const char* begin = token.text.data();
    const char* end = begin + token.text.size();
    if (token.type == TokenType::Float) {
        double number = 0;
        // Out of range means infinity or zero, as in Python.
        if (std::from_chars(begin, end, number).ec == std::errc::result_out_of_range) {
            number = token.text.find("e-") == std::string::npos ? HUGE_VAL : 0.0;
        }
        literal->literal = Value(number);
        return literal;
    }
    int base = 10;
    if (token.text.size() > 2 && begin[0] == '0') {
        base = begin[1] == 'x' ? 16 : begin[1] == 'o' ? 8 : begin[1] == 'b' ? 2 : 10;
    }
    int64_t number = 0;
    const auto result = std::from_chars(base == 10 ? begin : begin + 2, end, number, base);
    if (result.ec != std::errc())
        failTemplate(token.line, "the number " + token.text.substr(0, 40) + " is too large");
    literal->literal = Value(number);
    return literal;
}

ExpressionPtr ExpressionParser::parseList() {
    ExpressionPtr list = make(Expression::Form::List);
    m_stream.expectOperator("[");
    while (!m_stream.isOperator("]")) {
        if (!list->operands.empty()) m_stream.expectOperator(",");
        if (m_stream.isOperator("]")) break;
        list->operands.push_back(parseExpression());
    }
    m_stream.expectOperator("]");
    return list;
}

ExpressionPtr ExpressionParser::parseDict() {
    ExpressionPtr dict = make(Expression::Form::Dict);
    m_stream.expectOperator("{");
    while (!m_stream.isOperator("}")) {
        if (!dict->operands.empty()) m_stream.expectOperator(",");
        if (m_stream.isOperator("}")) break;
        dict->operands.push_back(parseExpression());
        m_stream.expectOperator(":");
        dict->operands.push_back(parseExpression());
    }
    m_stream.expectOperator("}");
    return dict;
}

bool ExpressionParser::atTupleEnd(std::string_view endName) const {
    return m_stream.is(TokenType::VariableEnd) || m_stream.is(TokenType::BlockEnd) ||
           m_stream.isOperator(")") || (!endName.empty() && m_stream.isName(endName));
}

ExpressionPtr ExpressionParser::parseTuple(bool withConditional, std::string_view endName,
                                           bool parenthesised) {
    ExpressionPtr tuple = make(Expression::Form::Tuple);
    bool isTuple = false;
    for (;;) {
        if (!tuple->operands.empty()) m_stream.expectOperator(",");
        if (atTupleEnd(endName)) break;
        tuple->operands.push_back(parseExpression(withConditional));
        if (!m_stream.isOperator(",")) break;
        isTuple = true;
    }
    if (isTuple) return tuple;
    if (!tuple->operands.empty()) return std::move(tuple->operands.front());
    if (!parenthesised) m_stream.failExpected("an expression");
    return tuple;
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
