#include "files/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <cerrno>
#include <system_error>

namespace hearth::app {

QString openRegularFile(QFile& file) {
    return takeRegularFile(file, ::open(QFile::encodeName(file.fileName()).constData(),
                                        O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

QString takeRegularFile(QFile& file, int descriptor) {
    if (descriptor < 0) return QString::fromStdString(std::generic_category().message(errno));
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return QCoreApplication::translate("RegularFile", "it is not a regular file");
    }
    if (!file.open(descriptor, QFile::ReadOnly, QFile::AutoCloseHandle)) {
        ::close(descriptor);
        return file.errorString();
    }
    return {};
}

}  // namespace hearth::app
