#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <stop_token>

#include "hearth/picture_file.h"

namespace hearth::app {

/// Argument of the program that makes it the child that decodes a picture; width and height follow.
inline constexpr char pictureChildArgument[] = "--decode-picture";

/// Limits of the child, and of how long its parent waits. Time is for the slowest picture that
/// decodePicture() takes.
inline constexpr unsigned long pictureMemoryBytes = 2UL << 30U;
inline constexpr unsigned long pictureCpuSeconds = 40;
inline constexpr int pictureWaitMs = 90000;

/// Returns true if a program was called to be the child.
bool isPictureChild(int argc, char* const argv[]);

/// Decodes the picture on standard input, scaled as scaledPicture() does, to standard output: width and
/// height, each in 4 bytes, little-endian, then 8-bit RGB. Runs as a whole process, before any thread or
/// window exists, because the files and the libraries that decode them are not trusted. Returns 0 on success.
int servePicture(int argc, char* const argv[]);

/// Decodes a picture in a child of `program`, which calls servePicture(). Null: it is damaged, too large,
/// or was stopped. Any thread that may wait.
QImage pictureFromChild(const QString& program, const PictureFile& file, const QSize& wanted,
                        const std::stop_token& stop = {});

}  // namespace hearth::app
