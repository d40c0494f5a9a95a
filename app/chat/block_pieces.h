#pragma once

#include <QStringView>
#include <vector>

#include "chat/markdown_block.h"

namespace hearth::app {

/// Limits of one row of the message list, which is laid out in a few milliseconds.
constexpr qsizetype mostPieceCharacters = 2048;
constexpr int mostPieceLines = 200;  ///< of code
constexpr int mostPieceCells = 120;  ///< of a table that is whole

/// A part of a longer text; a line break between two parts is in neither.
struct TextPiece {
    QStringView text;
    MarkdownBlock::Joint joint = MarkdownBlock::Joint::None;  ///< to the part before
};

/// Cuts plain text into parts of at most mostPieceCharacters, at the end of a line or of a word if there is
/// one. Never inside a surrogate pair.
std::vector<TextPiece> textPieces(QStringView text, int mostLines = mostPieceLines);

/// The position up to which a text can be cut off to leave about `most` characters: the end of a line if
/// there is one in the second half, otherwise of a word; the whole text when it is not longer.
qsizetype cutPosition(QStringView text, qsizetype most);

/// The start of a rich text, with its styles closed; the whole when no more than `most` characters are seen.
QString richStart(const QString& richText, qsizetype most);

/// True if a block takes so long to lay out, because of its emoji or its changes of style, that a screen full
/// of such blocks would block the window.
bool isSlow(const MarkdownBlock& block);

/// Appends a block to the list, split into several consecutive ones if it is longer than a row may be. Its
/// formatting (styles, cells, markers) is kept.
void appendInPieces(std::vector<MarkdownBlock>& blocks, MarkdownBlock block);

}  // namespace hearth::app
