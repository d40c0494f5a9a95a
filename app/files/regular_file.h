#pragma once

#include <QString>

class QFile;

namespace hearth::platform {
class File;
}

namespace hearth::app {

/// Opens a file that a person, another program or a stranger named, for reading. Only an ordinary file is
/// opened: a pipe that nobody writes to would keep the caller waiting for ever, and a device may never end.
/// `file` has the path already. Returns an empty text, or why it was not opened, for people, without a full
/// stop ("Permission denied").
QString openRegularFile(QFile& file);
/// The same of a file that was opened already; one that is not open could not be, with the reason in errno.
/// `file` needs no name.
QString takeRegularFile(QFile& file, platform::File opened);

}  // namespace hearth::app
