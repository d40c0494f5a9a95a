#pragma once

#include <QByteArray>
#include <functional>

namespace hearth::app {

enum class PdfEnd { Read, Unreadable, TooLong };

/// Gives the text of each page of a PDF that has any to `take`, with its number from 1, until that returns
/// false (then: TooLong). Unreadable: damaged, or asks for a password. A library that others wrote, on a file
/// that anybody may have: only in a process that can be ended. Throws std::bad_alloc.
PdfEnd readPdfPages(const QByteArray& bytes,
                    const std::function<bool(int page, const QByteArray& utf8)>& take);

}  // namespace hearth::app
