#include "files/whole_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include "hearth/platform/sync_path.h"

namespace hearth::app {

void syncFolder(const QString& path) {
    (void)platform::syncPath(QFile::encodeName(path).toStdString());
}

bool WholeFile::mayReplace() {
    // The file that is replaced is the target of a link.
    const QFileInfo there(fileName());
    if (!there.exists() || there.isFile()) return true;
    setErrorString(QCoreApplication::translate("RegularFile", "it is not a regular file"));
    return false;
}

bool WholeFile::open(OpenMode mode) {
    return mayReplace() && QSaveFile::open(mode);
}

bool WholeFile::commitWhole() {
    if (!mayReplace() || !flush()) {
        cancelWriting();
        return false;
    }
    if (!commit()) return false;
    syncFolder(QFileInfo(fileName()).path());
    return true;
}

}  // namespace hearth::app
