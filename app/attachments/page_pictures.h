#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "hearth/picture_file.h"
#include "reading/document_reader.h"

class QFile;

namespace hearth::app {

/// Pages of a document as pictures.
struct PagePictures {
    struct Page {
        int number = 0;  ///< from 1
        std::shared_ptr<const PictureFile> file;
    };
    std::vector<Page> pages = {};
    std::vector<int> leftOut = {};  ///< numbers of those above the number of pictures
    std::vector<int> failed = {};   ///< numbers of those that could not be drawn
    /// Reason of the first of these.
    DocumentText::End reason = DocumentText::Read;
};

/// Draws the first `most` of these pages of a PDF. Pages that take too long together have failed. Throws
/// std::bad_alloc; any thread that may wait.
PagePictures drawPages(const QFile& file, const std::vector<int>& pages, int most,
                       const std::stop_token& stop = {}, const DocumentReader& reader = DocumentReader());

/// Encodes pixels as PNG, or as JPEG if that takes less and PNG much. Empty: it cannot. Throws
/// std::bad_alloc; any thread.
QByteArray encodedPage(const PageReading& page);

}  // namespace hearth::app
