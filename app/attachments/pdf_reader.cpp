#include "attachments/pdf_reader.h"

#include <QElapsedTimer>
#include <QProcess>

#include "attachments/pdf_child.h"

namespace hearth::app {

PdfText PdfReader::read(const QString& path, const std::stop_token& stop) const {
    QProcess child;
    child.setProgram(m_program);
    child.setArguments({QString::fromLatin1(pdfChildArgument)});
    child.setStandardInputFile(path);
    child.setStandardErrorFile(QProcess::nullDevice());
    child.start();
    const auto ended = [&child](PdfText::End end) {
        child.kill();
        child.waitForFinished(2000);
        return PdfText{end, {}};
    };
    if (!child.waitForStarted(5000)) return ended(PdfText::Unreadable);
    QElapsedTimer time;
    time.start();
    QByteArray text;
    while (child.state() != QProcess::NotRunning) {
        if (stop.stop_requested()) return ended(PdfText::Stopped);
        if (time.elapsed() > m_waitMs || text.size() > maxPdfTextBytes) return ended(PdfText::TooMuch);
        // In short waits, so that a stop is heard.
        child.waitForReadyRead(50);
        text += child.readAllStandardOutput();
    }
    text += child.readAllStandardOutput();
    // Ended by the system at one of its limits, or by the library itself.
    if (child.exitStatus() != QProcess::NormalExit || child.exitCode() == PdfTooLong)
        return {PdfText::TooMuch, {}};
    if (child.exitCode() != PdfRead) return {PdfText::Unreadable, {}};
    return {PdfText::Read, QString::fromUtf8(text)};
}

}  // namespace hearth::app
