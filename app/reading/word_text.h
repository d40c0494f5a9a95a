#pragma once

#include <QString>

namespace hearth::app {

class ZipArchive;

/// The text of a DOCX (ECMA-376, WordprocessingML): see officeText(). What was deleted while changes were
/// tracked is left out. Throws ArchiveError.
QString wordText(ZipArchive& archive);

}  // namespace hearth::app
