#pragma once

#include <QString>

namespace hearth::app {

/// The text of a page of HTML, roughly as it is read: without scripts, styles, markup and comments, a line
/// for each block, links with where they lead. Nothing is loaded. Takes time in proportion to the length.
QString pageText(const QString& html);

}  // namespace hearth::app
