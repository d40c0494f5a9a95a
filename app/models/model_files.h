#pragma once

#include <QString>
#include <QStringList>

namespace hearth::app {

/// The GGUF files in a folder and in those below it, sorted; every part of a split model. What is half
/// downloaded is no model. Any thread.
QStringList ggufFilesIn(const QString& folder);

/// Whether it is a part of a split model and not its first: nobody chooses it.
bool isLaterPart(const QString& path);

/// The folders, this one and those below it, that hold a model as Hugging Face publishes it: a config.json
/// beside its .safetensors. None of them lies in another of them. Any thread.
QStringList publishedFoldersIn(const QString& folder);

/// All files that make up the models of a folder, with what is known of where they came from. Other files are
/// nobody's but the person's. Any thread.
QStringList filesOfModelsIn(const QString& folder);

}  // namespace hearth::app
