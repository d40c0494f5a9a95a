#pragma once

#include <QString>
#include <functional>

#include "hearth/model_header.h"

namespace hearth::app {

/// Reads the header of a model. Throws hearth::Error; called on worker threads.
using HeaderOpener = std::function<ModelHeader(const QString& path)>;

/// hearth::readModelHeader.
ModelHeader headerHere(const QString& path);

}  // namespace hearth::app
