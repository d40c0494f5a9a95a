#pragma once

#include <QByteArray>

namespace hearth::app {

/// What the program is called with to be the child that reads a PDF.
inline constexpr char pdfChildArgument[] = "--pdf-text";

/// Exit statuses of the child.
enum PdfChildStatus { PdfRead = 0, PdfUnreadable = 3, PdfTooLong = 4 };

/// The whole of a process that reads the PDF on standard input and writes its text to standard output, pages
/// parted by an empty line: a library that others wrote, and a file that anybody may have. It takes at most
/// `memoryBytes` and `cpuSeconds`, then the system ends it. Before any thread and any window.
int servePdfText();

}  // namespace hearth::app
