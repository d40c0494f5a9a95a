#include "embedding/loaded_embedder.h"

#include <QtTest>
#include <cmath>

#include "backend/registry/built_in_backends.h"
#include "embedding/embedding_errors.h"
#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::filesystem::path embeddingModels() {
    return tinyModelsFolder().parent_path() / "embeddings";
}

double cosine(std::span<const float> a, std::span<const float> b) {
    double product = 0, left = 0, right = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        product += double{a[i]} * b[i];
        left += double{a[i]} * a[i];
        right += double{b[i]} * b[i];
    }
    return product / std::sqrt(left * right);
}

std::unique_ptr<Embedder> loadTiny(const std::string& name, const std::string& backend = "cpu") {
    return Embedder::load({.model = embeddingModels() / name, .backend = backend, .threads = 2});
}

using Texts = std::vector<std::vector<TokenId>>;

template <typename Call>
std::string errorOf(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

class TestLoadedEmbedder : public QObject {
    Q_OBJECT
private slots:
    void agreesWithTransformers_data();
    void agreesWithTransformers();
    void aTextDoesNotDependOnItsCompany();
    void readsWhatSentenceTransformersSay();
    void hearsOfEveryText();
    void refusesTextsThatDoNotFit();
    void refusesModelsThatChat();
    void stops();
};

void TestLoadedEmbedder::agreesWithTransformers_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("backend");
    for (const auto& entry : std::filesystem::directory_iterator(embeddingModels())) {
        const QString name = QString::fromStdString(entry.path().filename().string());
        for (const char* backend : {"reference", "cpu"})
            QTest::addRow("%s on %s", qPrintable(name), backend) << name << backend;
    }
}

void TestLoadedEmbedder::agreesWithTransformers() {
    QFETCH(QString, name);
    QFETCH(QString, backend);
    const auto expected = readJson(embeddingModels() / name.toStdString() / "expected.json");
    const auto embedder = loadTiny(name.toStdString(), backend.toStdString());
    const auto texts = expected.at("tokens").get<Texts>();
    const auto embeddings = embedder->embedTokens(texts);
    QCOMPARE(embeddings.size(), texts.size());
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto vector = expected.at("vectors")[i].get<std::vector<float>>();
        QCOMPARE(embeddings[i].values.size(), vector.size());
        QCOMPARE(embeddings[i].tokens, static_cast<int>(texts[i].size()));
        const double alike = cosine(embeddings[i].values, vector);
        QVERIFY2(alike >= 0.99999, qPrintable(QString("text %1: cosine %2").arg(i).arg(alike, 0, 'g', 9)));
        QVERIFY(std::abs(cosine(embeddings[i].values, embeddings[i].values) - 1.0) < 1e-6);
    }
}

void TestLoadedEmbedder::aTextDoesNotDependOnItsCompany() {
    const auto embedder = loadTiny("bert-mean");
    const auto texts = readJson(embeddingModels() / "bert-mean" / "expected.json").at("tokens").get<Texts>();
    const auto together = embedder->embedTokens(texts);
    for (size_t i = 0; i < texts.size(); ++i)
        QCOMPARE(embedder->embedTokens(std::span(&texts[i], 1)).front().values, together[i].values);
    Texts many(100, texts[1]);
    for (const Embedding& one : embedder->embedTokens(many)) QCOMPARE(one.values, together[1].values);
}

void TestLoadedEmbedder::readsWhatSentenceTransformersSay() {
    const EmbedderInfo info = loadTiny("bert-cls")->info();
    QCOMPARE(info.architecture, std::string("bert"));
    QCOMPARE(info.dimensions, 32);
    QCOMPARE(info.maxTokens, 96);
    QCOMPARE(info.queryPrefix, std::string("query: "));
    QCOMPARE(info.passagePrefix, std::string("passage: "));
    QVERIFY(!info.reranks);
    QCOMPARE(info.backendName, std::string("cpu"));
    QVERIFY(isEmbeddingModel(embeddingModels() / "bert-cls"));
    QVERIFY(!isEmbeddingModel(tinyModelsFolder() / "llama-f32.gguf"));
    QVERIFY(!isEmbeddingModel(embeddingModels() / "nothing"));
}

void TestLoadedEmbedder::hearsOfEveryText() {
    const Texts texts(40, {3, 4, 5});
    std::vector<size_t> heard;
    (void)loadTiny("bert-mean")->embedTokens(texts, {}, [&](size_t done) { heard.push_back(done); });
    QCOMPARE(heard.size(), size_t{40});
    QCOMPARE(heard.back(), size_t{40});
}

void TestLoadedEmbedder::refusesTextsThatDoNotFit() {
    const auto embedder = loadTiny("bert-mean");
    for (const Texts& texts : {Texts{{}}, Texts{std::vector<TokenId>(97, 3)}}) {
        const std::string said = errorOf([&] { (void)embedder->embedTokens(texts); });
        QVERIFY2(said.find("the model reads 1 to 96") != std::string::npos, said.c_str());
    }
    const Texts unknown{{64}};
    QVERIFY(errorOf([&] { (void)embedder->embedTokens(unknown); }).find("vocabulary of 64") !=
            std::string::npos);
    QVERIFY(embedder->embedTokens(Texts{}).empty());
    const std::vector<std::string> words{"words"};
    QVERIFY(errorOf([&] { (void)embedder->embed(words); }).find("no vocabulary") != std::string::npos);
}

void TestLoadedEmbedder::refusesModelsThatChat() {
    const std::string said = errorOf(
        [] { (void)Embedder::load({.model = tinyModelsFolder() / "llama-f32.gguf", .backend = "cpu"}); });
    QVERIFY2(said.find("makes no embeddings") != std::string::npos, said.c_str());
}

void TestLoadedEmbedder::stops() {
    const auto embedder = loadTiny("bert-mean");
    std::stop_source stop;
    stop.request_stop();
    const Texts texts{{3, 4}};
    QVERIFY(!errorOf([&] { (void)embedder->embedTokens(texts, stop.get_token()); }).empty());
    QCOMPARE(embedder->embedTokens(texts).size(), size_t{1});
}

QTEST_GUILESS_MAIN(TestLoadedEmbedder)
#include "tst_loaded_embedder.moc"
