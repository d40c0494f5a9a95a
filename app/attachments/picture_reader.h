#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <memory>

#include "hearth/picture_file.h"

namespace hearth::app {

/// A picture that a person attaches.
struct ReadPicture {
    std::shared_ptr<const PictureFile> file;  ///< nullptr if there is a problem
    /// Reason why it cannot be attached, one sentence with a remedy that does not name the file.
    QString problem;
};

/// Bytes of a picture's file at most.
inline constexpr qint64 maxPictureBytes = 20'000'000;

/// Returns true if a file that begins with these bytes is a picture, also in a format that Hearth does not
/// read. 16 bytes are enough.
bool isPicture(const QByteArray& start);
/// Checks a picture's file by its header. Never throws but std::bad_alloc; any thread.
ReadPicture readPicture(const QByteArray& bytes);
/// Encodes a picture without a file, such as a screenshot in the clipboard, as PNG. Throws as the above does;
/// any thread.
ReadPicture readPicture(const QImage& image);

}  // namespace hearth::app
