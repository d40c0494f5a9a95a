#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "jinja/postfix_parser.h"
#include "jinja/syntax.h"
#include "jinja/token_stream.h"

namespace hearth::jinja {

/// Parses the expressions of a template with jinja2's grammar and precedence.
class ExpressionParser {
public:
    ExpressionParser(TokenStream& stream, SymbolTable& symbols, size_t depthLimit)
        : m_stream(stream), m_symbols(symbols), m_depthLimit(depthLimit) {}
    ExpressionParser(const ExpressionParser&) = delete;
    ExpressionParser& operator=(const ExpressionParser&) = delete;

    ExpressionPtr parseExpression(bool withConditional = true);
    /// Expressions with commas between them become a Tuple. `endName` ends the tuple ("recursive", "in").
    ExpressionPtr parseTuple(bool withConditional = true, std::string_view endName = {},
                             bool parenthesised = false);
    Target parseTarget(bool withTuple = true, bool withAttribute = false);
    /// See PostfixParser.
    std::vector<Postfix> parseFilters() { return m_postfixes.parseFilters(); }

    /// An operand without what follows it.
    ExpressionPtr parsePrimary();
    ExpressionPtr parseNumber();
    /// An expression of the current line, to be filled.
    ExpressionPtr make(Expression::Form form) const;

    size_t& depth() noexcept { return m_depth; }
    size_t depthLimit() const noexcept { return m_depthLimit; }
    /// True when `varargs`, `kwargs` or `caller` was read since `mark`; macros take them only when they use
    /// them.
    bool readSince(std::string_view name, size_t mark) const;
    size_t readMark() const noexcept { return m_specialReads.size(); }

private:
    ExpressionPtr parseConditional();
    ExpressionPtr parseOr();
    ExpressionPtr parseAnd();
    ExpressionPtr parseNot();
    ExpressionPtr parseCompare();
    ExpressionPtr parseSum();
    ExpressionPtr parseConcat();
    ExpressionPtr parseProduct();
    ExpressionPtr parsePower();
    ExpressionPtr parseUnary(bool withFilter);
    ExpressionPtr parseName();
    ExpressionPtr parseList();
    ExpressionPtr parseDict();
    bool atTupleEnd(std::string_view endName) const;

    TokenStream& m_stream;
    SymbolTable& m_symbols;
    size_t m_depthLimit;
    PostfixParser m_postfixes{*this, m_stream};
    size_t m_depth = 0;
    std::vector<std::string_view> m_specialReads;
};

}  // namespace hearth::jinja
