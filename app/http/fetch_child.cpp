#include "http/fetch_child.h"

#include <QCoreApplication>
#include <cstdio>
#include <cstring>

#include "http/public_get.h"

namespace hearth::app {

namespace {

constexpr qsizetype longestAddress = 8192;
constexpr qsizetype mostBytes = qsizetype{20} << 20U;

bool write(const QByteArray& bytes) {
    const auto size = static_cast<size_t>(bytes.size());
    return fwrite(bytes.constData(), 1, size, stdout) == size && fflush(stdout) == 0;
}

}  // namespace

bool isFetchChild(int argc, char* const argv[]) {
    return argc == 2 && std::strcmp(argv[1], fetchChildArgument) == 0;
}

int serveFetch(int argc, char* argv[]) {
    QByteArray address(longestAddress, Qt::Uninitialized);
    address.truncate(static_cast<qsizetype>(fread(address.data(), 1, longestAddress, stdin)));
    const QCoreApplication application(argc, argv);
    PublicGet get({.accept = "image/*", .mostBytes = mostBytes});
    QObject::connect(&get, &PublicGet::ended, &application, &QCoreApplication::quit, Qt::QueuedConnection);
    get.start(QString::fromUtf8(address));
    QCoreApplication::exec();
    if (get.problem().isEmpty() && !get.isCut()) return write(get.body()) ? 0 : 1;
    (void)write(get.isCut() ? QByteArray("The picture has more than 20 MiB.") : get.problem().toUtf8());
    return 1;
}

}  // namespace hearth::app
