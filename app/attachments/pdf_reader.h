#pragma once

#include <QByteArray>
#include <QString>
#include <stop_token>

namespace hearth::app {

/// Limits of the process that reads a PDF.
inline constexpr unsigned long pdfMemoryBytes = 2UL << 30U;
inline constexpr unsigned long pdfCpuSeconds = 10;
inline constexpr int pdfWaitMs = 20000;
inline constexpr qsizetype maxPdfTextBytes = 32 << 20;

/// What came of reading a PDF.
struct PdfText {
    enum End {
        Read,
        Unreadable,  ///< damaged, or asks for a password
        TooMuch,     ///< took more time, memory or text than is allowed
        Stopped,
    } end = Unreadable;
    QString text;  ///< pages parted by an empty line
};

/// Reads PDFs in a process of its own, because a page of a few bytes can keep the library busy for minutes or
/// make it take all memory: such a process can be ended. Any thread that may wait.
class PdfReader {
public:
    /// `program` becomes that process: it calls servePdfText() when its argument is pdfChildArgument.
    explicit PdfReader(QString program = QStringLiteral("/proc/self/exe"), int waitMs = pdfWaitMs)
        : m_program(std::move(program)), m_waitMs(waitMs) {}

    PdfText read(const QString& path, const std::stop_token& stop = {}) const;

private:
    const QString m_program;
    const int m_waitMs;
};

}  // namespace hearth::app
