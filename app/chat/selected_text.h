#pragma once

#include <QString>

namespace hearth::app {

class MessageBlockModel;

/// The selection in the message list as plain text: from position `from` of one row to position `to` of the
/// same or a later one. Positions count as in the TextEdit that shows the row. Tables and formulas are always
/// whole. Anything that is not text (footers, reasoning, rules at an end) is left out. Rows and positions
/// that do not exist are replaced by the nearest ones.
QString selectedText(const MessageBlockModel& blocks, int fromRow, int from, int toRow, int to);

}  // namespace hearth::app
