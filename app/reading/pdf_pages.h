#pragma once

#include <QByteArray>
#include <functional>
#include <vector>

namespace hearth::app {

enum class PdfEnd { Read, Unreadable, TooLong };

/// Pages of a PDF by their content; numbers start at 1.
struct PdfPages {
    int withoutText = 0;      ///< number of pages without text
    std::vector<int> unread;  ///< pages with content of which nothing was read
    /// All pages with content, if each of them is a picture with few words or none, as in scans; otherwise
    /// empty. Not known with a `readPicture`.
    std::vector<int> pictured;
};

/// Loads what the library needs besides files that documentRules() names: configuration of fonts, converters
/// of character sets. To be called before the process enters its sandbox.
void preparePdfs();

/// Gives the text of each page of a PDF that has any to `take`, with its number from 1, until that returns
/// false (then: TooLong). Unreadable: damaged, or asks for a password. A library that others wrote, on a file
/// that anybody may have: only in a process that can be ended. Throws std::bad_alloc.
///
/// Pages without text are read by `readPicture`, if it is given: it receives a picture of the page (PGM, at
/// most mostScanPixels) and returns the text, for the first mostPictures of them.
PdfEnd readPdfPages(const QByteArray& bytes,
                    const std::function<bool(int page, const QByteArray& utf8)>& take,
                    const std::function<QByteArray(const QByteArray& picture)>& readPicture = {},
                    PdfPages* pages = nullptr);

/// Pixels of a page, 8-bit RGB, row by row; empty: it cannot be drawn.
struct DrawnPage {
    int width = 0, height = 0;
    QByteArray pixels = {};
};

/// Draws a page of a PDF, from 1, with at most `longSide` pixels a side and scanDotsPerInch. In a process as
/// readPdfPages(). Throws std::bad_alloc.
DrawnPage drawPdfPage(const QByteArray& bytes, int page, int longSide);

inline constexpr int mostPictures = 300;
/// A page of A4 with 300 dots an inch has 8.7 million.
inline constexpr double mostScanPixels = 20e6, scanDotsPerInch = 300;

}  // namespace hearth::app
