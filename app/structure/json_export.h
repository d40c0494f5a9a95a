#pragma once

#include <QString>
#include <QStringView>
#include <optional>

#include "structure/json_outline.h"

namespace hearth::app {

/// A JSON text for reading: two spaces a level (of 32 at most), every value on a line of its own, nothing
/// else changed. A truncated text is formatted as far as it goes.
QString indentedJson(QStringView text);

/// A list of objects as a table, RFC 4180: a column for each name, in the order of first occurrence, and a
/// row for each object. Missing values and null are empty cells; lists and objects are JSON. The list is the
/// text itself, or the only list in the object that the text is. nullopt: there is none.
std::optional<QString> tableOfJson(QStringView text, const JsonOutline& outline);
/// True if there is one. Cheaper than making the table.
bool hasTable(const JsonOutline& outline);

}  // namespace hearth::app
