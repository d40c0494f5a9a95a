#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

namespace hearth::app {

/// The text of a DOCX, an ODT or an EPUB as TextForm::Marked; which of them it is, the archive says. Headings
/// keep their levels, rows of tables stand in a line each, footnotes where they belong (ODT) or at the end
/// (DOCX), the chapters of a book in the order in which they are read. At most `mostBytes` are unpacked.
/// Nothing: the archive is something else. Throws ArchiveError, std::bad_alloc. What strangers made: only in
/// a process that can be ended.
std::optional<QString> officeText(const QByteArray& bytes, qint64 mostBytes);

}  // namespace hearth::app
