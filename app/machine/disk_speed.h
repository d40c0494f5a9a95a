#pragma once

#include <QString>
#include <stop_token>

namespace hearth::app {

/// Bytes a second that a file is read with from its disk, past what the system keeps of it in memory: the
/// first 256 MB, for a second at most. 0: it cannot be read or is shorter than 1 MB. Any thread but the
/// window's.
double measureFileRead(const QString& path, const std::stop_token& stop = {});

/// The same of the largest file of the models in a folder. 0: there is none.
double measureFolderRead(const QString& folder, const std::stop_token& stop = {});

/// "140 MB/s", "48.2 GB/s", in the language of the window.
QString rateText(double bytesPerS);

/// Below this a model takes long to load.
constexpr double slowDiskBytesPerS = 300e6;

}  // namespace hearth::app
