#pragma once

namespace hearth::app {

/// Argument that makes the program the child that reads a document.
inline constexpr char documentChildArgument[] = "--read-document";
/// The same for the child that draws a page of a PDF; its number follows, from 1.
inline constexpr char pageChildArgument[] = "--draw-page";

/// Exit statuses of the child.
enum DocumentChildStatus {
    DocumentRead = 0,
    DocumentUnreadable = 3,
    DocumentTooMuch = 4,
    DocumentUnknown = 5,  ///< no form that is known
    DocumentScans = 6,    ///< read, but for pages without text, which may be pictures of it
};

/// Separates the text of a PDF from the numbers of the pages of which nothing was read, each followed by a
/// space. Missing if there are none.
inline constexpr char unreadPagesMark = '\x1e';
/// Comes after that, before the numbers of the pages of a PDF that are all pictures with few words or none.
inline constexpr char picturedPagesMark = '\x1d';

/// Pixels of the longer side of a drawn page, at most: small print of a sheet of A4 can be read.
inline constexpr int pageLongSide = 1600;
/// Bytes in front of the pixels of a drawn page.
inline constexpr int pageHeadBytes = 8;

/// Limits of the child, and of the time that its parent waits.
inline constexpr unsigned long documentMemoryBytes = 2UL << 30U;
inline constexpr unsigned long documentCpuSeconds = 20;
inline constexpr int documentWaitMs = 60000;

/// The same if pages are read from their pictures, and the limit of the time for one page.
inline constexpr unsigned long scanCpuSeconds = 600;
inline constexpr int scanPageMs = 30000;
/// Factor by which the parent waits longer in that case.
inline constexpr int scanWaits = 20;

/// Returns true if a program was called to be the child: with documentChildArgument alone or followed by the
/// three parts of a ScanProgram, or with pageChildArgument and a number.
bool isDocumentChild(int argc, char* const argv[]);

/// The whole of a process that reads the document on standard input and writes to standard output "P"
/// (TextForm::Prose) or "M" (TextForm::Marked) and the text as in DocumentText. Third-party libraries parse
/// files of strangers here, so the system ends the process at its limits, and it enters a sandbox first
/// (documentRules()). With pageChildArgument it writes the page instead: width and height, each in 4 bytes,
/// little-endian, and 8-bit RGB. Call before any thread and any window.
int serveDocumentText(int argc, char* const argv[]);

}  // namespace hearth::app
