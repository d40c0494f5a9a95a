#pragma once

#include <QVariantList>
#include <vector>

#include "store/records.h"

namespace hearth::app {

/// Pictures of a message as the window takes them: each a map with "hash", by which image://picture/ has it,
/// "name" of its file (may be empty), and "width" and "height" in pixels.
QVariantList shownPictures(const std::vector<store::MessagePicture>& pictures);

}  // namespace hearth::app
