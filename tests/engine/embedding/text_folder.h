#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>
#include <filesystem>
#include <memory>

#include "hearth/embedder.h"
#include "support/reference_pack.h"

namespace hearth::test {

/// The folders that make_embedding_models.py has made.
inline std::filesystem::path embeddingModels() {
    return tinyModelsFolder().parent_path() / "embeddings";
}

/// A WordPiece vocabulary whose words are the ids from 5 on.
inline constexpr const char* wordPieces = R"({
    "added_tokens": [{"id": 2, "content": "[CLS]", "special": true}, {"id": 3, "content": "[SEP]", "special": true}],
    "normalizer": {"type": "BertNormalizer", "lowercase": true},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {"type": "BertProcessing", "cls": ["[CLS]", 2], "sep": ["[SEP]", 3]},
    "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3,
        "[MASK]": 4, "query": 5, ":": 6, "passage": 7, "cat": 8, "##s": 9, "dog": 10, "tree": 11, "a": 12}}})";

/// A copy of the fixture "bert-cls" that has this vocabulary, and that tests change.
class TextFolder {
public:
    TextFolder() {
        const auto from = embeddingModels() / "bert-cls";
        std::filesystem::copy(from, path(), std::filesystem::copy_options::recursive);
        write("tokenizer.json", wordPieces);
    }
    std::filesystem::path path() const { return m_folder.filePath("bert").toStdString(); }
    void write(const char* name, const QByteArray& text) const {
        QFile file(m_folder.filePath("bert/") + name);
        if (!file.open(QFile::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
    }
    std::unique_ptr<Embedder> load(int maxTokens = 0) const {
        return Embedder::load({.model = path(), .backend = "cpu", .threads = 2, .maxTokens = maxTokens});
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace hearth::test
