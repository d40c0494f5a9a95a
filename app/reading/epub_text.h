#pragma once

#include <QString>

namespace hearth::app {

class ZipArchive;

/// The text of a book (EPUB 2 and 3): see officeText(). Throws ArchiveError, also for one that is locked.
QString epubText(ZipArchive& archive);

}  // namespace hearth::app
