#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

namespace hearth::app {

/// Origin of a file in our models folder: a small JSON file next to it, "NAME.gguf.origin.json".
struct ModelOrigin {
    QString repository, commit, licence;
    QByteArray sha256;  ///< of the (first) file, as the hub published it
    qint64 sizeBytes = 0;

    /// Leaves no file if it cannot be written: the model is usable without it.
    void write(const QString& modelPath) const;
    static std::optional<ModelOrigin> read(const QString& modelPath);
    static QString pathOf(const QString& modelPath);
};

}  // namespace hearth::app
