#include "files/file_digest.h"

#include <QCryptographicHash>
#include <QFile>
#include <algorithm>

#include "files/regular_file.h"

namespace hearth::app {

FileDigest digestOf(const QString& path, const std::stop_token& stop,
                    const std::function<void(int)>& percent) {
    constexpr qint64 blockBytes = 4 << 20;
    QFile file(path);
    if (const QString why = openRegularFile(file); !why.isEmpty()) return {{}, why};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const qint64 size = std::max<qint64>(1, file.size());
    int said = -1;
    for (;;) {
        if (stop.stop_requested()) return {};
        const QByteArray block = file.read(blockBytes);
        if (block.isEmpty()) break;
        hash.addData(block);
        const int now = static_cast<int>(file.pos() * 100 / size);
        if (now != said && percent) percent(now);
        said = now;
    }
    if (file.error() != QFile::NoError) return {{}, file.errorString()};
    return {hash.result().toHex(), {}};
}

}  // namespace hearth::app
