#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jinja/lexer.h"

namespace hearth::jinja {

/// The tokens of a template with one place to read from.
class TokenStream {
public:
    explicit TokenStream(std::vector<Token> tokens) : m_tokens(std::move(tokens)) {}

    const Token& current() const { return m_tokens[m_at]; }
    const Token& next() const { return m_tokens[m_at + 1 < m_tokens.size() ? m_at + 1 : m_at]; }
    uint32_t line() const { return current().line; }
    bool atEnd() const { return current().type == TokenType::End; }

    bool isOperator(std::string_view text) const { return current().is(TokenType::Operator, text); }
    bool isName(std::string_view text) const { return current().is(TokenType::Name, text); }
    bool is(TokenType type) const { return current().type == type; }

    const Token& take() {
        const Token& token = current();
        if (!atEnd()) ++m_at;
        return token;
    }
    bool skipOperator(std::string_view text) { return isOperator(text) && (take(), true); }
    bool skipName(std::string_view text) { return isName(text) && (take(), true); }

    const Token& expect(TokenType type, std::string_view what) {
        if (!is(type)) failExpected(what);
        return take();
    }
    void expectOperator(std::string_view text) {
        if (!skipOperator(text)) failExpected("'" + std::string(text) + "'");
    }
    void expectName(std::string_view text) {
        if (!skipName(text)) failExpected("'" + std::string(text) + "'");
    }
    [[noreturn]] void failExpected(std::string_view what) const {
        failTemplate(line(), "expected " + std::string(what) + " instead of " + describe());
    }

private:
    std::string describe() const {
        switch (current().type) {
            case TokenType::End:
                return "the end of the template";
            case TokenType::Data:
                return "text";
            case TokenType::BlockEnd:
                return "'%}'";
            case TokenType::VariableEnd:
                return "'}}'";
            case TokenType::BlockBegin:
                return "'{%'";
            case TokenType::VariableBegin:
                return "'{{'";
            default:
                return "'" + current().text.substr(0, 40) + "'";
        }
    }

    std::vector<Token> m_tokens;
    size_t m_at = 0;
};

/// Counts the nesting of a parser, so that no source makes it run out of stack.
class NestingGuard {
public:
    NestingGuard(size_t& depth, size_t limit, uint32_t line) : m_depth(depth) {
        if (depth >= limit) {
            failTemplate(line, "it nests more than " + std::to_string(limit) + " levels deep");
        }
        ++m_depth;
    }
    ~NestingGuard() { --m_depth; }
    NestingGuard(const NestingGuard&) = delete;
    NestingGuard& operator=(const NestingGuard&) = delete;

private:
    size_t& m_depth;
};

}  // namespace hearth::jinja
