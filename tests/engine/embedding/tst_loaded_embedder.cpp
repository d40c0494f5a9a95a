#include "embedding/loaded_embedder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "backend/registry/built_in_backends.h"
#include "embedding/embedding_errors.h"
#include "engine/embedding/text_folder.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "placement/backend_choice.h"
#include "support/reference_pack.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using namespace hearth::test;

namespace {

double product(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * b[i];
    return sum;
}

double cosine(std::span<const float> a, std::span<const float> b) {
    return product(a, b) / std::sqrt(product(a, a) * product(b, b));
}

std::unique_ptr<Embedder> loadTiny(const std::string& name, const std::string& backend = "cpu") {
    return Embedder::load({.model = embeddingModels() / name, .backend = backend, .threads = 2});
}

using Texts = std::vector<std::vector<TokenId>>;

/// A causal model whose file states a way of pooling; without a token that ends texts.
std::filesystem::path causalModel(const QTemporaryDir& folder, uint32_t pooling) {
    const std::filesystem::path path = folder.filePath("causal.gguf").toStdString();
    auto writer = tinyLlamaGguf([](GgufWriter&, std::string_view part) {
        return part == "tokenizer.ggml.eos_token_id" || part == "tokenizer.ggml.add_bos_token";
    });
    writer.boolean("tokenizer.ggml.add_bos_token", false);
    writer.u32("llama.pooling_type", pooling).save(path);
    return path;
}

/// A reranker's scores of the pairs of texts in a fixture. `curved`: the fixture has what a sigmoid is to
/// come of.
void compareScores(Embedder& embedder, const nlohmann::json& expected, bool curved) {
    QVERIFY(embedder.info().scoresPairs);
    for (size_t i = 0; i < expected.at("pairs").size(); ++i) {
        const auto pair = expected.at("pairs")[i].get<std::vector<std::string>>();
        const auto scores = embedder.rerank(pair[0], std::span(pair).subspan(1));
        double wanted = expected.at("scores")[i].get<double>();
        if (curved) wanted = 1 / (1 + std::exp(-wanted));
        QCOMPARE(scores.size(), size_t{1});
        QVERIFY2(std::abs(scores[0].score - wanted) < 2e-3,
                 qPrintable(QString("pair %1: %2, not %3").arg(i).arg(scores[0].score).arg(wanted)));
    }
}

template <typename Call>
std::string idOfError(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.message().id();
    }
    return {};
}

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
    void putsWordsInFrontOfQueriesAndPassages();
    void cutsLongTexts();
    void textsWithoutTokensAreZeros();
    void ranksPassages();
    void whatChangesVectorsChangesTheHash();
    void bothDirectionsRunWhereChatsDo();
    void oneDirectionRunsWhereChatsDo();
    void refusesModelsThatChat();
    void rerankersMakeNoEmbeddings();
    void rerankersScoreManyTogether();
    void rerankersCutPassages();
    void readsNomicsOwnNames();
    void stops();
};

void TestLoadedEmbedder::agreesWithTransformers_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("backend");
    for (const auto& entry : std::filesystem::directory_iterator(embeddingModels())) {
        const QString name = QString::fromStdString(entry.path().filename().string());
        for (const char* backend : {"reference", "cpu"}) {
            QTest::addRow("%s on %s", qPrintable(name), backend) << name << backend;
            if (std::filesystem::exists(entry.path() / "model.gguf"))
                QTest::addRow("%s as GGUF on %s", qPrintable(name), backend)
                    << name + "/model.gguf" << backend;
        }
    }
}

void TestLoadedEmbedder::agreesWithTransformers() {
    QFETCH(QString, name);
    QFETCH(QString, backend);
    const QString folder = name.section('/', 0, 0);
    const auto expected = readJson(embeddingModels() / folder.toStdString() / "expected.json");
    const auto embedder = loadTiny(name.toStdString(), backend.toStdString());
    // A GGUF file does not say that scores are to be left as they are.
    if (expected.contains("pairs"))
        return compareScores(*embedder, expected, name == "bert-reranker/model.gguf");
    const auto texts = expected.at("tokens").get<Texts>();
    const auto embeddings = embedder->embedTokens(texts);
    QCOMPARE(embeddings.size(), texts.size());
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto vector = expected.at("vectors")[i].get<std::vector<float>>();
        QCOMPARE(embeddings[i].values.size(), vector.size());
        QCOMPARE(embeddings[i].tokens, static_cast<int>(texts[i].size()));
        const double alike = cosine(embeddings[i].values, vector);
        QVERIFY2(alike >= 0.99999, qPrintable(QString("text %1: cosine %2").arg(i).arg(alike, 0, 'g', 9)));
        QVERIFY(std::abs(product(embeddings[i].values, embeddings[i].values) - 1.0) < 1e-6);
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

void TestLoadedEmbedder::putsWordsInFrontOfQueriesAndPassages() {
    const auto embedder = TextFolder().load();
    using Ids = std::vector<TokenId>;
    QCOMPARE(embedder->tokens("Cats", EmbeddingKind::Plain), (Ids{2, 8, 9, 3}));
    QCOMPARE(embedder->tokens("Cats", EmbeddingKind::Query), (Ids{2, 5, 6, 8, 9, 3}));
    QCOMPARE(embedder->tokens("Cats", EmbeddingKind::Passage), (Ids{2, 7, 6, 8, 9, 3}));
    QCOMPARE(embedder->tokens("", EmbeddingKind::Plain), (Ids{2, 3}));
    const std::vector<std::string> texts{"dog", "", "cats tree"};
    for (const EmbeddingKind kind : {EmbeddingKind::Plain, EmbeddingKind::Query, EmbeddingKind::Passage}) {
        const auto embeddings = embedder->embed(texts, kind);
        QCOMPARE(embeddings.size(), texts.size());
        for (size_t i = 0; i < texts.size(); ++i) {
            const Texts tokens{embedder->tokens(texts[i], kind)};
            QCOMPARE(embeddings[i].values, embedder->embedTokens(tokens).front().values);
            QCOMPARE(embeddings[i].tokens, static_cast<int>(tokens.front().size()));
            QVERIFY(!embeddings[i].truncated);
        }
    }
}

void TestLoadedEmbedder::cutsLongTexts() {
    const TextFolder folder;
    std::string whole = "a", more = "a";
    for (int i = 1; i < 94; ++i) whole += " a";
    for (int i = 1; i < 500; ++i) more += " a";
    const std::vector<std::string> texts{more, whole, "cat"};
    const auto embedder = folder.load();
    const auto embeddings = embedder->embed(texts);
    QCOMPARE(embeddings[0].tokens, 96);
    QVERIFY(embeddings[0].truncated);
    QCOMPARE(embeddings[1].tokens, 96);
    QVERIFY(!embeddings[1].truncated);
    QVERIFY(!embeddings[2].truncated);
    QCOMPARE(embeddings[0].values, embeddings[1].values);
    QCOMPARE(folder.load(4)->tokens(more, EmbeddingKind::Plain), (std::vector<TokenId>{2, 12, 12, 3}));
    folder.write("sentence_bert_config.json", R"({"max_seq_length": 5})");
    QCOMPARE(folder.load()->tokens(more, EmbeddingKind::Plain), (std::vector<TokenId>{2, 12, 12, 12, 3}));
}

void TestLoadedEmbedder::textsWithoutTokensAreZeros() {
    const QTemporaryDir folder;
    const auto embedder = Embedder::load({.model = causalModel(folder, 3), .backend = "cpu", .threads = 2});
    const std::vector<std::string> texts{"", "a", ""};
    std::vector<size_t> heard;
    const auto embeddings =
        embedder->embed(texts, EmbeddingKind::Plain, {}, [&](size_t done) { heard.push_back(done); });
    QCOMPARE(embeddings.size(), size_t{3});
    QCOMPARE(embeddings[0].values, std::vector<float>(32, 0.0F));
    QCOMPARE(embeddings[0].tokens, 0);
    QCOMPARE(embeddings[2].values, embeddings[0].values);
    QVERIFY(std::abs(product(embeddings[1].values, embeddings[1].values) - 1.0) < 1e-6);
    QCOMPARE(heard.back(), size_t{3});
}

void TestLoadedEmbedder::ranksPassages() {
    const TextFolder folder;
    const std::vector<std::string> passages{"tree dog", "cat", "a a"};
    const std::string query = "cat";
    const auto embedder = folder.load();
    const auto asked = embedder->embed(std::span(&query, 1), EmbeddingKind::Query);
    const auto embeddings = embedder->embed(passages, EmbeddingKind::Passage);
    const auto scores = embedder->rerank(query, passages, {}, {});
    QCOMPARE(scores.size(), passages.size());
    for (size_t i = 0; i < scores.size(); ++i) {
        QVERIFY(std::abs(scores[i].score - product(asked[0].values, embeddings[i].values)) < 1e-6);
        QCOMPARE(scores[i].tokens, embeddings[i].tokens);
    }
    // Without words in front the passage that says the same is the nearest.
    folder.write("config_sentence_transformers.json", "{}");
    const auto plain = folder.load()->rerank(query, passages, {}, {});
    QVERIFY(std::abs(plain[1].score - 1.0F) < 1e-5F);
    QVERIFY(plain[0].score < plain[1].score && plain[2].score < plain[1].score);
}

void TestLoadedEmbedder::whatChangesVectorsChangesTheHash() {
    const TextFolder folder;
    std::vector<std::string> hashes{folder.load()->info().vectorsHash};
    QCOMPARE(hashes.front().size(), size_t{32});
    QCOMPARE(folder.load()->info().vectorsHash, hashes.front());
    QCOMPARE(TextFolder().load()->info().vectorsHash, hashes.front());
    hashes.push_back(folder.load(8)->info().vectorsHash);
    folder.write("config_sentence_transformers.json", R"({"prompts": {"query": "cat: "}})");
    hashes.push_back(folder.load()->info().vectorsHash);
    folder.write("1_Pooling/config.json", R"({"pooling_mode_mean_tokens": true})");
    hashes.push_back(folder.load()->info().vectorsHash);
    folder.write("tokenizer.json", QByteArray(wordPieces).replace("tree", "bush"));
    hashes.push_back(folder.load()->info().vectorsHash);
    std::ranges::sort(hashes);
    QVERIFY(std::ranges::adjacent_find(hashes) == hashes.end());
}

void TestLoadedEmbedder::bothDirectionsRunWhereChatsDo() {
    const GgufFile file = GgufFile::open(embeddingModels() / "bert-cls");
    EngineOptions chat;
    chat.model = embeddingModels() / "bert-cls";
    chat.threads = 2;
    const BackendChoice usual = chooseBackend(builtInBackends(), chat, &file);
    const EmbedderInfo automatic = loadTiny("bert-cls", "auto")->info();
    QCOMPARE(automatic.backendName, usual.name);
    QVERIFY(automatic.backendReason == usual.reason);
    QVERIFY(loadTiny("bert-cls", "cpu")->info().backendReason.isEmpty());
    QVERIFY(errorOf([] { (void)loadTiny("bert-cls", "abacus"); }).find("abacus") != std::string::npos);
}

void TestLoadedEmbedder::oneDirectionRunsWhereChatsDo() {
    const QTemporaryDir folder;
    const auto path = causalModel(folder, 3);
    const GgufFile file = GgufFile::open(path);
    EngineOptions chat;
    chat.model = path;
    chat.threads = 2;
    const BackendChoice usual = chooseBackend(builtInBackends(), chat, &file);
    const auto embedder = Embedder::load({.model = path, .threads = 2});
    QCOMPARE(embedder->info().backendName, usual.name);
    QVERIFY(embedder->info().backendReason == usual.reason);
    // Wherever that is, the vectors are those of the reference.
    const Texts texts{{1}, {1, 2, 3, 4, 5, 6}, std::vector<TokenId>(40, 8)};
    const auto expected =
        Embedder::load({.model = path, .backend = "reference", .threads = 2})->embedTokens(texts);
    const auto embeddings = embedder->embedTokens(texts);
    for (size_t i = 0; i < texts.size(); ++i)
        QVERIFY(cosine(embeddings[i].values, expected[i].values) >= 0.999);
}

void TestLoadedEmbedder::refusesModelsThatChat() {
    const std::string said = errorOf(
        [] { (void)Embedder::load({.model = tinyModelsFolder() / "llama-f32.gguf", .backend = "cpu"}); });
    QVERIFY2(said.find("makes no embeddings") != std::string::npos, said.c_str());
}

void TestLoadedEmbedder::rerankersMakeNoEmbeddings() {
    const auto embedder = loadTiny("bert-reranker");
    QCOMPARE(embedder->info().dimensions, 0);
    const std::vector<std::string> texts{"cat"};
    const Texts tokens{{5, 6}};
    QCOMPARE(idOfError([&] { (void)embedder->embed(texts); }), std::string("embedding.only-reranks"));
    QCOMPARE(idOfError([&] { (void)embedder->embedTokens(tokens); }), std::string("embedding.only-reranks"));
    const QTemporaryDir folder;
    const auto load = [&](uint32_t pooling) {
        return idOfError([&] {
            (void)Embedder::load({.model = causalModel(folder, pooling), .backend = "cpu", .threads = 2});
        });
    };
    QCOMPARE(load(4), std::string("model.no-score"));
    QCOMPARE(load(0), std::string("embedding.chat-model"));
    QVERIFY(isEmbeddingModel(embeddingModels() / "bert-reranker"));
    QVERIFY(isEmbeddingModel(embeddingModels() / "Qwen3-Reranker"));
    QVERIFY(!isEmbeddingModel(causalModel(folder, 0)));
    QVERIFY(isEmbeddingModel(causalModel(folder, 1)));
    for (const char* name : {"bert-reranker", "bert-reranker/model.gguf", "modernbert-reranker",
                             "xlm-roberta-reranker", "Qwen3-Reranker"})
        QVERIFY2(isReranker(embeddingModels() / name), name);
    for (const char* name : {"bert-cls", "qwen3-embedding", "nothing"})
        QVERIFY2(!isReranker(embeddingModels() / name), name);
    QVERIFY(!isReranker(tinyModelsFolder() / "llama-f32.gguf"));
}

void TestLoadedEmbedder::rerankersScoreManyTogether() {
    for (const char* name : {"bert-reranker", "modernbert-reranker", "Qwen3-Reranker"}) {
        const auto embedder = loadTiny(name);
        std::vector<std::string> passages{"a cat", "", "the dog sat on a very long mat of many words"};
        for (int i = 0; i < 60; ++i) passages.push_back("word " + std::string(static_cast<size_t>(i), 'x'));
        std::vector<size_t> heard;
        const auto together =
            embedder->rerank("which cat", passages, {}, [&](size_t done) { heard.push_back(done); });
        QCOMPARE(heard.back(), passages.size());
        for (size_t i = 0; i < passages.size(); i += 7) {
            const auto alone = embedder->rerank("which cat", std::span(&passages[i], 1));
            QVERIFY(std::abs(alone[0].score - together[i].score) < 1e-4F);
            QVERIFY(!together[i].truncated && together[i].tokens > 4);
        }
        QVERIFY(embedder->rerank("which cat", {}).empty());
    }
}

void TestLoadedEmbedder::rerankersCutPassages() {
    for (const char* name : {"bert-reranker", "Qwen3-Reranker"}) {
        const auto embedder = loadTiny(name);
        std::string longer = "tree";
        for (int i = 0; i < 600; ++i) longer += " caf\u00e9";
        const std::vector<std::string> passages{longer, longer + " cat"};
        const auto scores = embedder->rerank("which cat", passages);
        QVERIFY(scores[0].truncated && scores[1].truncated);
        QVERIFY(scores[0].tokens <= embedder->info().maxTokens);
        QVERIFY(scores[0].tokens > embedder->info().maxTokens - 20);
        QVERIFY(std::isfinite(scores[0].score));
    }
}

void TestLoadedEmbedder::readsNomicsOwnNames() {
    const QTemporaryDir folder;
    const std::filesystem::path copy = folder.filePath("nomic").toStdString();
    std::filesystem::copy(embeddingModels() / "nomic-bert", copy, std::filesystem::copy_options::recursive);
    QFile config(folder.filePath("nomic/config.json"));
    QVERIFY(config.open(QFile::WriteOnly | QFile::Truncate));
    config.write(R"({"model_type": "nomic_bert", "n_embd": 32, "n_head": 2, "n_inner": 64, "n_layer": 2,
        "n_positions": 96, "layer_norm_epsilon": 1e-12, "rotary_emb_base": 1000, "rotary_emb_fraction": 1.0,
        "rotary_emb_interleaved": false, "prenorm": false, "activation_function": "swiglu",
        "type_vocab_size": 2, "vocab_size": 64})");
    config.close();
    const auto texts = readJson(copy / "expected.json").at("tokens").get<Texts>();
    const auto expected = loadTiny("nomic-bert")->embedTokens(texts);
    const auto embeddings =
        Embedder::load({.model = copy, .backend = "cpu", .threads = 2})->embedTokens(texts);
    for (size_t i = 0; i < texts.size(); ++i) QCOMPARE(embeddings[i].values, expected[i].values);
}

void TestLoadedEmbedder::stops() {
    const auto embedder = loadTiny("bert-mean");
    std::stop_source stop;
    stop.request_stop();
    const Texts texts{{3, 4}};
    try {
        (void)embedder->embedTokens(texts, stop.get_token());
        QFAIL("It went on.");
    } catch (const Error& error) {
        QCOMPARE(error.code(), ErrorCode::Cancelled);
    }
    QCOMPARE(embedder->embedTokens(texts).size(), size_t{1});
}

QTEST_GUILESS_MAIN(TestLoadedEmbedder)
#include "tst_loaded_embedder.moc"
