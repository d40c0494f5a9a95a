#pragma once

#include <QString>

namespace hearth::app {

/// Form of a file's text according to its name. It decides how the file is read and where its text may be
/// cut.
enum class TextForm {
    None,      ///< a picture, a program, an archive: not read at all
    Unknown,   ///< read as text if it is one
    Prose,     ///< plain text: paragraphs
    Marked,    ///< lines that begin with "#" are headings: Markdown, and the result of converting other forms
    Html,      ///< turned into Marked
    Code,      ///< functions begin at the left margin
    Table,     ///< a row a line, the first has the names of the columns
    Document,  ///< PDF, DOCX, ODT, EPUB: read by a process of its own
};

/// Determined by the extension of the name, in any case.
TextForm textFormOf(const QString& fileName);

}  // namespace hearth::app
