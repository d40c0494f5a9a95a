#pragma once

#include <QString>

namespace hearth::app {

class ZipArchive;

/// The text of an OpenDocument text (ISO/IEC 26300): see officeText(). What was deleted while changes were
/// tracked is left out. Throws ArchiveError, also for one that asks for a password.
QString odtText(ZipArchive& archive);

}  // namespace hearth::app
