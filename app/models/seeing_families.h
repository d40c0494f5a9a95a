#pragma once

#include <QString>

#include "hearth/model_header.h"

namespace hearth::app {

/// Returns true for models of families that usually see pictures. A GGUF file of the text model does not say
/// so: decides by the architecture, or, where text-only models share it, by the names of the model and of its
/// file.
bool usuallySees(const ModelHeader& header, const QString& path);

}  // namespace hearth::app
