#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <vector>

#include "hearth/told_token.h"

namespace hearth::app {

/// Bytes that are stored of the tokens of a server's reply: for each its text (its length as uint16, little
/// endian, then the bytes) and its chance (uint16, 65535 is 1), one byte with the number of its alternatives,
/// and each of these in the same form. Parts of a reply can be joined by joining the bytes. Alternatives
/// under leastKeptChance are left out.
QByteArray packToldTokens(const std::vector<ToldToken>& tokens);

/// The tokens again. Bytes that are cut off or longer than they should be end the list early; never throws.
std::vector<ToldToken> unpackToldTokens(QByteArrayView bytes);

/// The same bytes without a last token that `text`, the reply's, does not end with: some servers tell the
/// token that ends a reply as well.
QByteArray withoutEnd(const QByteArray& packed, const QString& text);

/// The text of the first `count` tokens.
QByteArray toldText(const std::vector<ToldToken>& tokens, size_t count);

}  // namespace hearth::app
