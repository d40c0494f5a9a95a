#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <vector>

namespace hearth::app {

/// Tokens of a part of a text: of the prose, or of the code in one language.
struct TokenShare {
    bool code = false;
    QString language;  ///< of code, as its fence names it; may be empty
    int tokens = 0, characters = 0;
};

/// The tokens of a text in Markdown by the part that they are in: the prose first, then code in the order in
/// which its languages occur. A token belongs to the part in which it begins, a fence to its code. `pieces`:
/// the bytes of the tokens.
std::vector<TokenShare> tokenShares(const QList<QByteArray>& pieces);

/// "Text: 84 tokens, 4.3 characters each on average · python: 41, 2.9 each", in the language of the window;
/// empty for no tokens.
QString tokenSharesText(const std::vector<TokenShare>& shares);

}  // namespace hearth::app
