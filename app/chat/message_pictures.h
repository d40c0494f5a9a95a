#pragma once

#include <QString>
#include <vector>

#include "store/records.h"

namespace hearth::app {

/// Converts pictures of the composer into those of a message, all in front of its text.
std::vector<store::MessagePicture> picturesBefore(const std::vector<store::NamedPicture>& pictures);
/// Converts pictures into those of a new version of a message: one that the old version has keeps its place,
/// or the end of a shorter text, and others go in front of the text. Of pictures that are equal each has a
/// place of its own.
std::vector<store::MessagePicture> picturesOfVersion(const store::Message& old, const QString& newText,
                                                     const std::vector<store::NamedPicture>& pictures);
/// Returns the old version's pictures at their places in the new text.
std::vector<store::MessagePicture> picturesOfVersion(const store::Message& old, const QString& newText);

}  // namespace hearth::app
