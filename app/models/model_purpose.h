#pragma once

#include <QString>

namespace hearth::app {

/// What a model does.
enum class ModelPurpose {
    Chat,       ///< it writes replies
    Embedding,  ///< it makes vectors of texts, by which documents are found
    Reranking,  ///< it scores how well texts answer a question, and does nothing else
};

/// "chat", "embedding", "reranking": for QML and the list in resources/models/curated.json.
QString wordOf(ModelPurpose purpose);
/// Chat for words that are not known.
ModelPurpose purposeOf(const QString& word);
/// What it is for, for people: "Finds documents by meaning". Empty for models that chat, as most do.
QString purposeText(ModelPurpose purpose);

}  // namespace hearth::app
