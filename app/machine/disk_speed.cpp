#include "machine/disk_speed.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <cstdlib>
#include <memory>

#include "hearth/platform/file.h"
#include "look/spoken_locale.h"
#include "model_files/model_files.h"

namespace hearth::app {

namespace {

constexpr qint64 mostBytes = 256 << 20, leastBytes = 1 << 20;
constexpr qint64 mostMs = 1000;
constexpr size_t pieceBytes = 4 << 20, alignment = 4096;

/// Bytes a second through an open file; 0 when the first read fails or the file is too short.
double readRate(const platform::File& file, char* piece, const std::stop_token& stop) {
    qint64 total = 0;
    QElapsedTimer timer;
    timer.start();
    while (total < mostBytes && timer.elapsed() < mostMs && !stop.stop_requested()) {
        const ptrdiff_t got = file.read(std::span(piece, pieceBytes));
        if (got <= 0) break;
        total += got;
    }
    return total < leastBytes ? 0
                              : static_cast<double>(total) * 1e9 / static_cast<double>(timer.nsecsElapsed());
}

}  // namespace

QString rateText(double bytesPerS) {
    const bool gigabytes = bytesPerS >= 1e9;
    const double number = bytesPerS / (gigabytes ? 1e9 : 1e6);
    const QString figure = spokenLocale().toString(number, 'f', number < 99.95 && gigabytes ? 1 : 0);
    return gigabytes ? QCoreApplication::translate("MachineChecker", "%1 GB/s").arg(figure)
                     : QCoreApplication::translate("MachineChecker", "%1 MB/s").arg(figure);
}

double measureFileRead(const QString& path, const std::stop_token& stop) {
    const std::unique_ptr<char, decltype(&std::free)> piece(
        static_cast<char*>(std::aligned_alloc(alignment, pieceBytes)), &std::free);
    if (!piece) return 0;
    using platform::File, platform::Open;
    const std::string name = QFile::encodeName(path).toStdString();
    if (const File direct(name, Open::Read | Open::Uncached); direct.isOpen())
        if (const double rate = readRate(direct, piece.get(), stop); rate > 0) return rate;
    // File systems in memory and some network ones know no direct reads.
    const File file(name, Open::Read);
    if (!file.isOpen()) return 0;
    file.forgetCached();
    return readRate(file, piece.get(), stop);
}

double measureFolderRead(const QString& folder, const std::stop_token& stop) {
    QString largest;
    qint64 size = 0;
    for (const QString& path : filesOfModelsIn(folder))
        if (const QFileInfo file(path); file.isReadable() && file.size() > size) {
            size = file.size();
            largest = path;
        }
    return largest.isEmpty() ? 0 : measureFileRead(largest, stop);
}

}  // namespace hearth::app
