#pragma once

#include <string>
#include <vector>

#include "jinja/syntax.h"
#include "jinja/token_stream.h"

namespace hearth::jinja {

class ExpressionParser;

/// Parses what follows an operand: attributes, subscripts, calls, filters and tests. A part of
/// ExpressionParser, which parses the expressions in them.
class PostfixParser {
public:
    PostfixParser(ExpressionParser& expressions, TokenStream& stream)
        : m_expressions(expressions), m_stream(stream) {}

    ExpressionPtr parsePostfixes(ExpressionPtr base, bool withFilter);
    /// `|filter(args)|...`, the first bar already read.
    std::vector<Postfix> parseFilters();

private:
    CallArguments parseArguments();
    bool parsePlain(std::vector<Postfix>& postfixes);
    Postfix parseSubscript();
    Postfix parseFilter();
    Postfix parseTest();
    std::string parseDottedName();

    ExpressionParser& m_expressions;
    TokenStream& m_stream;
};

}  // namespace hearth::jinja
