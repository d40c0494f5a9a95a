#pragma once

#include <QString>
#include <vector>

#include "reading/text_form.h"

namespace hearth::app {

/// Documents above this are refused before they are read.
inline constexpr qint64 maxDocumentBytes = 64LL << 20;
/// A text that is longer, in UTF-8, is not taken.
inline constexpr qint64 maxDocumentTextBytes = 32LL << 20;

/// Files of a form above this are refused before they are read.
constexpr qint64 maxBytesOf(TextForm form) {
    return form == TextForm::Document || form == TextForm::Unknown ? maxDocumentBytes : maxDocumentTextBytes;
}

/// Of a document whose pages hold no text while the program that reads pictures of it is not installed.
inline constexpr char picturesDetail[] = "pictures";

/// The text of a document, or the reason why there is none.
struct DocumentText {
    enum End {
        Read,
        NotText,  ///< no text file, and none of the forms that are known
        NoWords,  ///< empty, or pictures of pages only; `detail` is picturesDetail where these could be read
        Unreadable,  ///< damaged, or asks for a password
        TooLong,     ///< more bytes than are read; `detail` says how many MB are
        TooMuch,     ///< took more time, memory or text than is allowed
        NoAccess,    ///< `detail` says why the file was not opened, or no process that reads it was
        Stopped,
    } end = Unreadable;
    /// Pages, where there are any, are parted by form feeds, one for each page that begins, also an empty
    /// one.
    QString text;
    TextForm form = TextForm::Prose;  ///< Prose, Marked, Code or Table: where the text may be cut
    QString detail;
    /// Pages with content of which nothing was read, "3, 5–7"; only with Read.
    QString unreadPages;
    /// Numbers, from 1, of all pages of a PDF with content, if each of them is a picture with few words or
    /// none; `end` is Read or NoWords.
    std::vector<int> picturedPages;
    bool passes = false;  ///< another time it may be read: nothing is wrong with the file
    /// The lines of the text are those of the file: not so with what was turned into a text.
    bool linesAreOfFile = false;
};

}  // namespace hearth::app
