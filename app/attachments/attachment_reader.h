#pragma once

#include <QString>
#include <memory>
#include <stop_token>

#include "hearth/picture_file.h"
#include "reading/document_reader.h"

namespace hearth::app {

/// A file that a person attaches: its text, or the picture that it is.
struct ReadAttachment {
    QString name;  ///< of the file, without its folder
    QString text;
    std::shared_ptr<const PictureFile> picture = {};  ///< nullptr if it is not a picture
    qint64 sizeBytes = 0;
    /// One sentence about the missing part of the text, which says so too; empty: nothing is missing.
    QString note;
    /// Reason why there is neither, one sentence with a remedy that does not name the file; empty otherwise.
    QString problem;
};

/// Reads a file of any form that documents may have (text_form.h), by the same reader. HTML and code stay as
/// they were written. The content decides whether it is a picture, and whether a file of another form is
/// text. Never throws but std::bad_alloc; any thread that may wait.
ReadAttachment readAttachment(const QString& path, const std::stop_token& stop = {},
                              const DocumentReader& reader = DocumentReader());

/// How a file stands in the prompt, in front of the message.
QString attachmentInPrompt(const QString& name, const QString& text);

}  // namespace hearth::app
