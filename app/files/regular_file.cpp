#include "files/regular_file.h"

#include <QCoreApplication>
#include <QFile>
#include <cerrno>
#include <system_error>

#include "hearth/platform/file.h"

namespace hearth::app {

QString openRegularFile(QFile& file) {
    using platform::Open;
    return takeRegularFile(file, platform::File(QFile::encodeName(file.fileName()).toStdString(),
                                                Open::Read | Open::NoWait | Open::NoTerminal));
}

QString takeRegularFile(QFile& file, platform::File opened) {
    if (!opened.isOpen()) return QString::fromStdString(std::generic_category().message(errno));
    const auto facts = opened.facts();
    if (!facts || facts->kind != platform::FileKind::Regular)
        return QCoreApplication::translate("RegularFile", "it is not a regular file");
    if (!file.open(opened.descriptor(), QFile::ReadOnly, QFile::AutoCloseHandle)) return file.errorString();
    (void)opened.release();
    return {};
}

}  // namespace hearth::app
