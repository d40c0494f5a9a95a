#pragma once

class QSaveFile;
class QString;

namespace hearth::app {

/// Has the names in a folder written to the disk, where the system can.
void syncFolder(const QString& path);

/// Puts a file that was written in its place, on the disk too, or leaves there what was there before. False:
/// it could not be written whole, and the file says why. QSaveFile::commit() alone takes a file for whole
/// whose last bytes could not be written (Qt 6.4).
bool commitWhole(QSaveFile& file);

}  // namespace hearth::app
