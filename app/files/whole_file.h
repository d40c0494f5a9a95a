#pragma once

#include <QSaveFile>

namespace hearth::app {

/// Has the names in a folder written to the disk, where the system can.
void syncFolder(const QString& path);

/// A file that gets its name once it is whole, and replaces an ordinary file at most: QSaveFile alone puts
/// a file in the place of a pipe or a device, too, where it may.
class WholeFile : public QSaveFile {
public:
    using QSaveFile::QSaveFile;

    bool open(OpenMode mode) override;
    /// Puts what was written in its place, on the disk too, or leaves there what was there before. False: it
    /// could not be written whole, and errorString() says why. QSaveFile::commit() alone takes a file for
    /// whole whose last bytes could not be written (Qt 6.4).
    bool commitWhole();

private:
    bool mayReplace();
};

}  // namespace hearth::app
