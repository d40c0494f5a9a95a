// all-MiniLM-L6-v2 on 200 texts in many languages and lengths, against sentence-transformers.
#include <QtTest>
#include <cmath>
#include <cstring>

#include "hearth/block_type.h"
#include "hearth/embedder.h"
#include "hearth/quantize.h"
#include "support/reference_pack.h"

using namespace hearth;

namespace {

/// $HEARTH_MINILM, or where the build puts it.
std::optional<std::filesystem::path> miniLm() {
    const QByteArray given = qgetenv("HEARTH_MINILM");
    const std::filesystem::path folder =
        given.isEmpty() ? QCoreApplication::applicationDirPath().toStdString() + "/../minilm"
                        : given.toStdString();
    if (!std::filesystem::exists(folder / "model.safetensors")) return std::nullopt;
    return folder;
}

}  // namespace

class TestRealEmbedder : public QObject {
    Q_OBJECT
private slots:
    void agreesWithSentenceTransformers() {
        HEARTH_REQUIRE(model, miniLm(), "all-MiniLM-L6-v2 ($HEARTH_MINILM)");
        const auto reference = test::tinyModelsFolder().parent_path() / "minilm";
        const auto expected = test::readJson(reference / "expected.json");
        const auto texts = expected.at("texts").get<std::vector<std::string>>();
        const auto embedder = Embedder::load({.model = model, .backend = "cpu", .threads = 2});
        QCOMPARE(texts.size(), size_t{200});
        QCOMPARE(embedder->info().maxTokens, expected.at("max").get<int>());
        const auto width = static_cast<size_t>(embedder->info().dimensions);
        const auto stored = test::readBytes(reference / "vectors.f16");
        QCOMPARE(stored.size(), texts.size() * width * 2);
        std::vector<float> vectors(texts.size() * width);
        dequantizeRow(BlockType::F16, stored, vectors);
        const auto embeddings = embedder->embed(texts);
        double worst = 1;
        for (size_t i = 0; i < texts.size(); ++i) {
            QCOMPARE(embedder->tokens(texts[i], EmbeddingKind::Plain),
                     expected.at("tokens")[i].get<std::vector<TokenId>>());
            double product = 0, squares = 0;
            for (size_t j = 0; j < width; ++j) {
                product += double{embeddings[i].values[j]} * vectors[i * width + j];
                squares += double{vectors[i * width + j]} * vectors[i * width + j];
            }
            const double cosine = product / std::sqrt(squares);
            worst = std::min(worst, cosine);
            QVERIFY2(cosine >= 0.9999,
                     qPrintable(QString("text %1: cosine %2").arg(i).arg(cosine, 0, 'g', 8)));
        }
        qInfo("the least cosine is %.8f", worst);
    }
};

QTEST_GUILESS_MAIN(TestRealEmbedder)
#include "tst_real_embedder.moc"
