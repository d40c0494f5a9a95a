#pragma once

#include <QProcess>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>

#include "hearth/gguf.h"

namespace hearth::test {

/// Unpacks ggml-vocab-NAME.gguf.gz of the reference pack.
inline GgufFile packedVocabulary(const std::filesystem::path& pack, const std::string& name) {
    QProcess gzip;
    gzip.start(
        "gzip",
        {"-dc", QString::fromStdString((pack / "vocab" / ("ggml-vocab-" + name + ".gguf.gz")).string())});
    if (!gzip.waitForFinished(60000) || gzip.exitCode() != 0)
        throw std::runtime_error("gzip failed on " + name);
    const QByteArray image = gzip.readAllStandardOutput();
    return GgufFile::parse(std::as_bytes(std::span(image.constData(), static_cast<size_t>(image.size()))));
}

}  // namespace hearth::test
