#pragma once

#include <QString>
#include <memory>
#include <stop_token>

#include "attachments/page_pictures.h"
#include "hearth/picture_file.h"
#include "reading/document_reader.h"

namespace hearth::app {

/// A file that a person attaches: its text, the picture that it is, or pictures of its pages.
struct ReadAttachment {
    QString name;  ///< of the file, without its folder
    QString text;
    std::shared_ptr<const PictureFile> picture = {};  ///< nullptr if it is not a picture
    PagePictures pages = {};                          ///< of a PDF whose pages are pictures
    qint64 sizeBytes = 0;
    /// One sentence about the missing part of the text, which says so too, or about pages that are pictures;
    /// empty: there is nothing to say.
    QString note;
    /// Reason why neither of these exists, one sentence with a remedy that does not name the file; empty
    /// otherwise.
    QString problem;
};

/// Reads a file of any form that documents may have (text_form.h), with the same reader. HTML and code stay
/// as they were written. The content decides whether it is a picture, and whether a file of another form is
/// text. `seesPictures`: pages that are pictures are for a model that reads them. Otherwise their text is
/// recognised if there is a program for that. Never throws anything but std::bad_alloc; any thread that may
/// wait.
ReadAttachment readAttachment(const QString& path, const std::stop_token& stop = {},
                              const DocumentReader& reader = DocumentReader(), bool seesPictures = false);

/// Text of a file as it appears in the prompt, before the message.
QString attachmentInPrompt(const QString& name, const QString& text);

}  // namespace hearth::app
