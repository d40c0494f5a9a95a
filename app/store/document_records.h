#pragma once

#include <QByteArray>
#include <QString>

namespace hearth::app::store {

/// A folder or a file that a person added.
struct DocumentSource {
    qint64 id = 0;
    QString path;  ///< absolute, without links
};

/// Reason why a file has no passages, or not all. The numbers are in the file: add at the end.
enum class DocumentProblem {
    None = 0,
    NotText = 1,  ///< nothing that is read; no problem of the person's
    NoWords = 2,
    Unreadable = 3,
    TooLong = 4,
    TooMuch = 5,
    NoAccess = 6,
    SomePages = 7,  ///< `detail` says of which nothing was read
};

/// A file of a source, as it was when it was read.
struct DocumentRecord {
    qint64 id = 0, sourceId = 0;
    QString path;  ///< below the source; empty for a source that is a file
    qint64 sizeBytes = 0, modifiedNs = 0;
    QByteArray hash;  ///< of its bytes; empty when they were not read, or are to be read again
    DocumentProblem problem = DocumentProblem::None;
    QString detail;
    int passages = 0;
};

/// A part of a document with its place in the text that was read.
struct PassageRecord {
    qint64 id = 0, documentId = 0;
    int number = 0;  ///< in the document, from 0
    QString text;
    QString headings;  ///< the headings that it stands under, outermost first, parted by " › "
    int page = 0;      ///< from 1; 0: there are no pages
    int firstLine = 1, lastLine = 1;    ///< of the file, from 1; 0: its text has lines of its own
    qint64 firstByte = 0, endByte = 0;  ///< of the text in UTF-8
};

/// A document and how long its text is.
struct DocumentLength {
    qint64 documentId = 0;
    QString source;
    QString path;          ///< below the source; empty for a source that is a file
    qint64 textBytes = 0;  ///< in UTF-8, up to the end of the last passage
};

/// Files of a source in numbers.
struct SourceCounts {
    int files = 0;     ///< with passages
    int passages = 0;  ///< of all of them
    int problems = 0;  ///< files with a problem that a person can do something about
    bool operator==(const SourceCounts&) const = default;
};

}  // namespace hearth::app::store
