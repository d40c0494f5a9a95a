#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include "hearth/error.h"
#include "hearth/gguf.h"

namespace hearth::test {

/// A folder of a model that a test writes file by file.
class WrittenFolder {
protected:
    QTemporaryDir m_folder;
    /// JSON is spelled with ' for ".
    static QByteArray quoted(QByteArray text) { return text.replace('\'', '"'); }
    void write(const char* name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
        file.write(name == QByteArray("model.safetensors") ? text : quoted(text));
    }
    static QByteArray safetensors(const QByteArray& spelled, const QByteArray& data = {}) {
        const QByteArray header = quoted(spelled);
        const auto length = static_cast<quint64>(header.size());
        return QByteArray(reinterpret_cast<const char*>(&length), sizeof length) + header + data;
    }
    bool refuses(ErrorCode code) const {
        try {
            (void)GgufFile::open(m_folder.path().toStdString());
        } catch (const Error& error) {
            qInfo("%s", error.what());
            return error.code() == code;
        }
        return false;
    }
};

}  // namespace hearth::test
