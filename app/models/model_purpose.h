#pragma once

#include <QString>

namespace hearth::app {

/// Purpose of a model.
enum class ModelPurpose {
    Chat,       ///< it writes replies
    Embedding,  ///< it makes vectors of texts, by which documents are found
    Reranking,  ///< it scores answers to a question, and does nothing else
};

/// "chat", "embedding", "reranking": for QML and the list in resources/models/curated.json.
QString wordOf(ModelPurpose purpose);
/// Chat for unknown words.
ModelPurpose purposeOf(const QString& word);
/// The purpose in words: "Finds documents by meaning". Empty for chat models, as most are.
QString purposeText(ModelPurpose purpose);

}  // namespace hearth::app
