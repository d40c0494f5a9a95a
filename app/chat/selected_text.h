#pragma once

#include <QString>

namespace hearth::app {

class MessageBlockModel;

/// What is selected in the message list, as plain text: from position `from` of one row to position `to` of
/// the same or a later one. Positions count as in the TextEdit that shows the row; tables and formulas are
/// always whole, what is no text (footers, reasoning, rules at an end) is left out. Rows and positions that
/// are not there are taken for the nearest ones.
QString selectedText(const MessageBlockModel& blocks, int fromRow, int from, int toRow, int to);

}  // namespace hearth::app
