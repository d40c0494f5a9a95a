#pragma once

#include <QByteArray>
#include <QString>
#include <functional>
#include <stop_token>

namespace hearth::app {

struct FileDigest {
    QByteArray sha256;  ///< 64 lower-case hex digits; empty after a stop
    QString problem;    ///< reason why there is no digest, for people
};

/// Computes the SHA-256 of a regular file. `percent` is called with the share that is read whenever it
/// changes. Any thread that may wait.
FileDigest digestOf(const QString& path, const std::stop_token& stop = {},
                    const std::function<void(int)>& percent = {});

}  // namespace hearth::app
