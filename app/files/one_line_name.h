#pragma once

#include <QString>

namespace hearth::app {

/// The name of a file for a list or a sentence that a model reads. Names with line breaks, other invisible
/// characters, spaces at an end or a quote at the beginning are written as JSON has them, so that no name
/// looks like a second entry or like text of ours, and a model can give it back.
QString oneLineName(const QString& name);

}  // namespace hearth::app
