#pragma once

#include <QString>

namespace hearth::app {

/// The name to show for a model's file or folder: what its metadata says (`generalName`) when that resembles
/// the file's name or the file's name says nothing ("model.gguf", a digest); otherwise a title made from the
/// file's name, because authors leave the names of training runs in the metadata.
QString modelName(const QString& generalName, const QString& path);

}  // namespace hearth::app
