// Whole models are compared in tests/engine/embedding/tst_loaded_embedder.cpp.
#include "format/huggingface/folder_reranker.h"

#include <QDir>
#include <QtTest>

#include "written_folder.h"

using namespace hearth;
using namespace hearth::format;
using Json = nlohmann::json;

class TestFolderReranker : public QObject, hearth::test::WrittenFolder {
    Q_OBJECT

    using Answers = std::optional<std::pair<uint64_t, uint64_t>>;
    const Json m_qwen{{"architectures", {"Qwen3ForCausalLM"}}};

    static GgufTables withTokens(GgufValue::Strings tokens) {
        GgufTables tables;
        MetadataTable(tables, "qwen3").set("tokenizer.ggml.tokens", std::move(tokens));
        return tables;
    }
    std::filesystem::path inside(const char* name) const {
        QDir(m_folder.path()).mkpath(name);
        return m_folder.filePath(name).toStdString();
    }
    static SafeTensor tensor(const char* name, std::vector<uint64_t> shape) {
        return {.name = name, .type = "F32", .shape = std::move(shape)};
    }

private slots:
    void modelsAreKnownByTheirModulesOrTheirName() {
        const GgufTables tables = withTokens({"a", "no", "yes"});
        const auto named = inside("Qwen3-Reranker-0.6B"), other = inside("Qwen3-0.6B");
        QCOMPARE(rerankerAnswers(named, m_qwen, {}, tables), Answers(std::pair(uint64_t{2}, uint64_t{1})));
        QCOMPARE(rerankerAnswers(other, m_qwen, {}, tables), Answers());
        QCOMPARE(rerankerAnswers(named, {{"architectures", {"Qwen3Model"}}}, {}, tables), Answers());
        QCOMPARE(rerankerAnswers(named, m_qwen, {}, withTokens({"a", "yes"})), Answers());
        QCOMPARE(rerankerAnswers(named, m_qwen, {}, {}), Answers());
        const SentenceModules modules{.dense = {}, .answers = std::pair(uint64_t{7}, uint64_t{5})};
        QCOMPARE(rerankerAnswers(other, Json::object(), modules, tables), modules.answers);
        write("Qwen3-0.6B/README.md", "---\nlicense: apache-2.0\n---\n# Qwen3-Reranker-0.6B\n");
        QVERIFY(rerankerAnswers(other, m_qwen, {}, tables).has_value());
    }
    void twoRowsOfTheHeadAreEnough() {
        const std::vector tensors{tensor("model.embed_tokens.weight", {4, 2}),
                                  tensor("lm_head.weight", {4, 2})};
        QCOMPARE(rerankerHead(Json::object(), tensors)->name, std::string("lm_head.weight"));
        const Json tied{{"tie_word_embeddings", true}};
        QCOMPARE(rerankerHead(tied, tensors)->name, std::string("model.embed_tokens.weight"));
        QVERIFY(!rerankerHead(tied, std::span(tensors).subspan(1)).has_value());
        const std::vector<float> rows{0, 1, 10, 11, 20, 21, 30, 31};
        const auto sources = std::make_shared<std::vector<BytesReader>>();
        sources->push_back([&](uint64_t offset, std::span<std::byte> out) {
            std::ranges::copy(std::as_bytes(std::span(rows)).subspan(offset, out.size()), out.begin());
        });
        FolderModel model;
        addRerankerTensor({3, 1}, tensors[1], sources, model);
        QCOMPARE(model.tables.tensors.at(0).name, std::string("cls.output.weight"));
        QCOMPARE(model.tables.tensors.at(0).shape, (std::vector<uint64_t>{2, 2}));
        std::vector<float> read(4);
        model.readers.at(0)(0, std::as_writable_bytes(std::span(read)));
        QCOMPARE(read, (std::vector<float>{30, 31, 10, 11}));
        QVERIFY_THROWS_EXCEPTION(Error, addRerankerTensor({4, 1}, tensors[1], sources, model));
    }
};

QTEST_GUILESS_MAIN(TestFolderReranker)
#include "tst_folder_reranker.moc"
