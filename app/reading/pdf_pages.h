#pragma once

#include <QByteArray>
#include <functional>
#include <vector>

namespace hearth::app {

enum class PdfEnd { Read, Unreadable, TooLong };

/// Gives the text of each page of a PDF that has any to `take`, with its number from 1, until that returns
/// false (then: TooLong). Unreadable: damaged, or asks for a password. A library that others wrote, on a file
/// that anybody may have: only in a process that can be ended. Throws std::bad_alloc.
///
/// What stands in pages without text is read by `readPicture`, when there is one: it is given their picture
/// (PGM, at most mostScanPixels) and gives the text, for the first mostPictures of them. `withoutText`
/// becomes the number of these pages, `unread` the numbers of pages on which something stands of which
/// nothing was read.
PdfEnd readPdfPages(const QByteArray& bytes,
                    const std::function<bool(int page, const QByteArray& utf8)>& take,
                    const std::function<QByteArray(const QByteArray& picture)>& readPicture = {},
                    int* withoutText = nullptr, std::vector<int>* unread = nullptr);

inline constexpr int mostPictures = 300;
/// A page of A4 with 300 dots an inch has 8.7 million.
inline constexpr double mostScanPixels = 20e6, scanDotsPerInch = 300;

}  // namespace hearth::app
