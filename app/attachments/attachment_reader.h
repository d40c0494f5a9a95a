#pragma once

#include <QByteArray>
#include <QString>
#include <stop_token>

#include "attachments/pdf_reader.h"

namespace hearth::app {

/// The text of a file that a person attaches.
struct ReadAttachment {
    QString name;  ///< of the file, without its folder
    QString text;
    qint64 sizeBytes = 0;
    QString problem;  ///< why there is no text, one sentence with a remedy; empty when there is
};

/// Files above this are refused before they are read.
inline constexpr qint64 maxAttachmentBytes = 64LL << 20;

/// Reads a text, Markdown, code or PDF file. What a file is, its content says: a PDF by its first bytes, text
/// by being UTF-8 (or UTF-16 with a byte order mark) without control characters. Never throws; any thread.
ReadAttachment readAttachment(const QString& path, const std::stop_token& stop = {},
                              const PdfReader& pdfs = PdfReader());

/// How a file stands in the prompt, in front of the message.
QString attachmentInPrompt(const QString& name, const QString& text);

}  // namespace hearth::app
