// Turns the path language of resources/icons/icons.tsv (the `d` attribute of SVG 1.1, section 8.3) into a
// QPainterPath.
#pragma once

#include <QPainterPath>
#include <QStringView>
#include <optional>

namespace hearth::app {

// All commands of the path language, absolute and relative: M L H V C S Q T A Z.
// Units are those of the text (our icons use a grid of 24). Returns nothing when the text is not a path:
// it does not start with a move, a command lacks numbers, or a letter is unknown. Thread-safe, keeps nothing.
std::optional<QPainterPath> parseIconPath(QStringView text);

}  // namespace hearth::app
