#pragma once

#include <QString>
#include <stop_token>

#include "reading/document_reader.h"

namespace hearth::app {

/// The text of a file that a person attaches.
struct ReadAttachment {
    QString name;  ///< of the file, without its folder
    QString text;
    qint64 sizeBytes = 0;
    /// One sentence about the missing part of the text, which says so too; empty: nothing is missing.
    QString note;
    /// Why there is no text, one sentence with a remedy that does not name the file; empty when there is.
    QString problem;
};

/// Reads a file of any form that documents may have (text_form.h), by the same reader. HTML and code stay as
/// they were written. A file whose name says that it is no text is read if it is one. Never throws but
/// std::bad_alloc; any thread that may wait.
ReadAttachment readAttachment(const QString& path, const std::stop_token& stop = {},
                              const DocumentReader& reader = DocumentReader());

/// Tells that pictures are not understood, one sentence.
QString picturesRefusedText();

/// How a file stands in the prompt, in front of the message.
QString attachmentInPrompt(const QString& name, const QString& text);

}  // namespace hearth::app
