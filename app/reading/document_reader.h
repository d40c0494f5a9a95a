#pragma once

#include <QByteArray>
#include <QString>
#include <stop_token>

#include "hearth/platform/process.h"
#include "reading/document_child.h"
#include "reading/document_text.h"

class QFile;

namespace hearth::app {

/// A drawn page, or the reason why there is none.
struct PageReading {
    DocumentText::End end = DocumentText::Unreadable;  ///< Read, or the reason why there are no pixels
    int width = 0, height = 0;
    QByteArray pixels = {};  ///< 8-bit RGB, row by row
};

/// Reads documents of all forms: text in this process, which is our own code and takes time in proportion to
/// the length, everything else in a child that can be ended. Any thread that may wait.
class DocumentReader {
public:
    /// `program` becomes the child: it calls serveDocumentText() when its argument is documentChildArgument.
    explicit DocumentReader(QString program = QString::fromUtf8(platform::ownProgram()),
                            int waitMs = documentWaitMs)
        : m_program(std::move(program)), m_waitMs(waitMs) {}

    /// Use of a document whose pages are pictures: its text is recognised, or the caller draws them
    /// (DocumentText::picturedPages).
    enum class Scans { Recognise, Draw };

    /// `file` is open for reading, at its beginning; `form` is what its name says.
    DocumentText read(QFile& file, TextForm form, const std::stop_token& stop = {},
                      Scans scans = Scans::Recognise) const;
    /// Draws a page of a PDF, from 1, with at most pageLongSide pixels a side.
    PageReading drawPage(const QFile& file, int page, const std::stop_token& stop = {}) const;

private:
    DocumentText readInChild(const QFile& file, TextForm form, const std::stop_token& stop,
                             Scans scans) const;
    /// Once more, with pages that hold no text read from their pictures.
    DocumentText readScans(const QFile& file, DocumentText read, const std::stop_token& stop) const;

    const QString m_program;
    const int m_waitMs;
};

}  // namespace hearth::app
