#pragma once

#include <QString>
#include <QStringList>
#include <limits>

namespace hearth::app {

/// The GGUF files in a folder and in those below it, sorted; every part of a split model, and no more than
/// the first `most` that are found. A partial download is not a model. Any thread.
QStringList ggufFilesIn(const QString& folder, int most = std::numeric_limits<int>::max());

/// True if the file is a part of a split model and not its first, so that it is not to be chosen.
bool isLaterPart(const QString& path);

/// Returns true for the vision file (mmproj) of another model, by its name.
bool isVisionFile(const QString& path);
/// The vision file of a model: a file next to it that is named after it, or its own folder; empty if there is
/// none. Any thread.
QString visionFileBeside(const QString& model);

/// The folders, this one and those below it, that contain a model in Hugging Face's published form: a
/// config.json or weights (.safetensors), and the files that belong to them; some may be missing. Sorted. Any
/// thread.
QStringList publishedFoldersIn(const QString& folder);

/// True if it is the folder of such a model. Any thread.
bool isPublishedFolder(const QString& path);

/// True if such a folder has a config.json and weights, without which nothing can be loaded. Any thread.
bool hasWeights(const QString& folder);

/// Models that can be chosen in a folder and in those below it: GGUF files, the first part of split ones, no
/// vision files, and folders of published models. Any thread.
QStringList modelsIn(const QString& folder);

/// The path that a model is listed and loaded by: of a file of a published model its folder; absolute.
QString modelPathOf(const QString& path);

/// The files of one model: a GGUF file with its parts, its vision files unless another model there uses them,
/// and the record of their origin; of a published model's folder those that are published with models, by
/// their names. Any thread.
QStringList filesOfModel(const QString& path);

/// All files that make up the models of a folder, with the record of their origin. Other files belong to the
/// person. Any thread.
QStringList filesOfModelsIn(const QString& folder);

}  // namespace hearth::app
