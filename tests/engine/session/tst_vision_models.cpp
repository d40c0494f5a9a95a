// Prompts with rows of pictures through whole models.
#include <algorithm>
#include <memory>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#include "support/test_backends.h"
#include "support/tiny_llama.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Rows by the number that stands for a content.
class KeptRows final : public PictureRows {
public:
    Rows rowsOf(const TokenSpan& span, const std::stop_token&) override {
        asked.push_back(span.content.low);
        if (onAsked) onAsked();
        if (problem) throw *problem;
        return rows.at(span.content.low);
    }
    std::vector<Rows> rows;
    std::vector<uint64_t> asked;
    std::optional<Error> problem;
    std::function<void()> onAsked;
};

/// One case of the pack: a prompt, the rows of its pictures as transformers has them, and what follows.
struct Case {
    std::string name;
    PromptTokens prompt;
    std::shared_ptr<KeptRows> pictures = std::make_shared<KeptRows>();
    std::vector<float> last;
    std::vector<float> all;  ///< of every position; of most cases none
    std::vector<TokenId> greedy;
    std::vector<double> gaps;
};

/// Leaves the case with the shortest prompt, which is enough where a pass takes seconds.
void keepShortest(std::vector<Case>& cases) {
    std::ranges::swap(cases.front(), *std::ranges::min_element(
                                         cases, {}, [](const Case& one) { return one.prompt.ids.size(); }));
    cases.erase(cases.begin() + 1, cases.end());
}

/// The arrays of the rows and of those that are added behind layers, side by side: (rows, parts * width).
std::vector<float> sideBySide(const std::vector<NpyArray>& parts) {
    std::vector<float> values;
    for (size_t row = 0; row < parts.front().shape[0]; ++row)
        for (const NpyArray& part : parts) {
            const std::vector<float> own = part.row(row);
            values.insert(values.end(), own.begin(), own.end());
        }
    return values;
}

/// Adds a span for each run of placeholders.
void addSpans(const Json& made, TokenId soft, bool bothWays, const std::vector<float>& values, size_t width,
              Case& into) {
    const std::vector<TokenId>& ids = into.prompt.ids;
    size_t used = 0, picture = 0;
    for (size_t at = 0; at < ids.size();) {
        if (ids[at] != soft) {
            ++at;
            continue;
        }
        size_t end = at;
        while (end < ids.size() && ids[end] == soft) ++end;
        TokenSpan span{.content = {into.pictures->rows.size(), 1},
                       .first = static_cast<int64_t>(at),
                       .rows = static_cast<uint32_t>(end - at),
                       .positions = static_cast<uint32_t>(end - at),
                       .bothWays = bothWays};
        if (made.contains("mrope_positions")) {
            // Two by two patches are a row.
            const Json& grid = made["image_grid_thw"][picture++];
            span.columns = grid[2].get<uint32_t>() / 2;
            span.positions = std::max(grid[1].get<uint32_t>() / 2, span.columns);
        }
        into.prompt.spans.push_back(span);
        const auto from = values.begin() + static_cast<ptrdiff_t>(used * width);
        used += span.rows;
        into.pictures->rows.push_back(std::make_shared<const std::vector<float>>(
            from, from + static_cast<ptrdiff_t>(span.rows * width)));
        at = end;
    }
}

/// The cases of which the pack has all rows.
std::vector<Case> casesOf(const fs::path& folder) {
    const Json reference = readJson(folder / "reference.json"), config = readJson(folder / "hf/config.json");
    const std::string kind = config["model_type"].get<std::string>();
    const bool bothWays =
        kind == "gemma3" ||
        (kind == "gemma4" && config["text_config"].value("use_bidirectional_attention", Json()) == "vision");
    std::vector<Case> cases;
    for (const auto& [name, made] : reference["cases"].items()) {
        if (!made["rows"].contains("file")) continue;
        std::vector<NpyArray> parts{readNpy(folder / made["rows"]["file"].get<std::string>())};
        for (const Json& added : made.value("deepstack", Json::array()))
            parts.push_back(readNpy(folder / added["file"].get<std::string>()));
        Case one;
        one.name = name;
        one.prompt.ids = made["ids"].get<std::vector<TokenId>>();
        one.last = readNpy(folder / made["logits"]["file"].get<std::string>()).values;
        if (made["logits"].contains("all_positions_file"))
            one.all = readNpy(folder / made["logits"]["all_positions_file"].get<std::string>()).values;
        one.greedy = made["greedy"]["ids"].get<std::vector<TokenId>>();
        one.gaps = made["greedy"]["top1_top2_gap"].get<std::vector<double>>();
        addSpans(made, made["soft_token_id"].get<TokenId>(), bothWays, sideBySide(parts),
                 parts.size() * parts.front().shape[1], one);
        cases.push_back(std::move(one));
    }
    return cases;
}

/// Rows of the longest span; 0: rows see nothing that follows them.
uint32_t longestUnit(const std::vector<Case>& cases) {
    uint32_t longest = 0;
    for (const Case& one : cases)
        for (const TokenSpan& span : one.prompt.spans)
            if (span.bothWays) longest = std::max(longest, span.rows);
    return longest;
}

/// Logits of every position, in one pass.
std::vector<float> logitsOfAll(TinyModel& model, const Case& one) {
    Sequence sequence;
    sequence.tokens = one.prompt;
    sequence.promptTokens = one.prompt.size();
    sequence.given.prepare(sequence.tokens, *one.pictures, {});
    ScheduledPass pass(RowKind::Prefill);
    pass.add(sequence, sequence.tokens.size());
    Batch batch = pass.batch();
    batch.sequences = {model.makeSequence(one.prompt.size())};
    for (BatchRow& row : batch.rows) row.wantLogits = true;
    return model.model().forward(batch, model.kv(), model.states());
}

}  // namespace

class TestVisionModels : public QObject {
    Q_OBJECT

    static QString greedyProblem(const Case& one, const GreedyClient& client, double tolerance) {
        for (size_t i = 0; i < one.greedy.size(); ++i) {
            // From where two tokens are as likely on, the texts may differ.
            if (one.gaps[i] <= tolerance) return {};
            if (client.tokens.at(i) != one.greedy[i])
                return QStringLiteral("%1: another token at %2").arg(one.name.c_str()).arg(i);
        }
        return {};
    }

    /// `all`: also in chunks, and on the emulator.
    static void addModels(bool all) {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("folder");
        QTest::addColumn<QString>("backend");
        QTest::addColumn<bool>("chunks");
        for (const char* name :
             {"gemma3-a", "gemma4-a", "glm-4.1v-a", "internvl3-a", "lfm2-vl-a", "llava-1.5-a", "mistral3-a",
              "qwen2.5-vl-a", "qwen3-vl-a", "qwen3.5-a", "smolvlm2-a"})
            for (const bool folder : {true, false})
                for (const char* backend : testBackends())
                    for (const bool chunks : {false, true}) {
                        const bool emulated = backend == std::string_view("cuda");
                        // The emulator is slow: files and chunks are the same to it.
                        if (emulated && (!folder || chunks)) continue;
                        if (!all && (emulated || chunks)) continue;
                        QTest::addRow("%s %s on %s%s", name, folder ? "folder" : "file", backend,
                                      chunks ? " in chunks" : "")
                            << name << folder << backend << chunks;
                    }
    }

private slots:
    void equalTransformers_data() { addModels(true); }
    void equalTransformers() {
        QFETCH(QString, name);
        QFETCH(bool, folder);
        QFETCH(QString, backend);
        QFETCH(bool, chunks);
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const std::string base = name.toStdString();
        const fs::path home = pack / "vision" / base;
        const fs::path file = folder ? home / "hf" : home / (base + ".gguf");
        if (!fs::exists(file)) QSKIP("there is no such file in the pack");
        std::vector<Case> cases = casesOf(home);
        QVERIFY(cases.size() >= 5);
        const bool emulated = backend == "cuda";
        if (emulated) keepShortest(cases);
        QVERIFY(!cases.empty());
        const double tolerance = readJson(home / "reference.json")["tolerance"]["logits_fp32"];
        const uint32_t unit = longestUnit(cases);
        const auto device = testBackend(backend.toStdString());
        const auto model = Model::load(GgufFile::open(file), *device, 640,
                                       {.rows = !chunks     ? 512U
                                                : unit != 0 ? unit
                                                            : 24U,
                                        .logitRows = 8});
        double largest = 0;
        for (const Case& one : cases) {
            Scheduler scheduler(*model, KvType::F32, 640, 48);
            GreedyClient client(emulated ? 3 : one.greedy.size());
            scheduler.add(one.prompt, client, {.pictures = one.pictures});
            while (!scheduler.idle()) scheduler.step();
            QVERIFY(!client.problem && !client.isFull);
            const double difference = largestDifference(client.all.front(), one.last);
            QVERIFY2(difference <= tolerance,
                     qPrintable(QStringLiteral("%1: %2").arg(one.name.c_str()).arg(difference)));
            largest = std::max(largest, difference);
            if (emulated) continue;
            const QString problem = greedyProblem(one, client, tolerance);
            QVERIFY2(problem.isEmpty(), qPrintable(problem));
            // Each was wanted once, however many passes it took.
            QCOMPARE(one.pictures->asked.size(), one.prompt.spans.size());
        }
        qInfo("%s: %.3g of %.3g", QTest::currentDataTag(), largest, tolerance);
    }

    void everyPositionEqualsTransformers_data() { addModels(false); }
    void everyPositionEqualsTransformers() {
        QFETCH(QString, name);
        QFETCH(bool, folder);
        QFETCH(QString, backend);
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const std::string base = name.toStdString();
        const fs::path home = pack / "vision" / base;
        const fs::path file = folder ? home / "hf" : home / (base + ".gguf");
        if (!fs::exists(file)) QSKIP("there is no such file in the pack");
        const double tolerance = readJson(home / "reference.json")["tolerance"]["logits_fp32"];
        TinyModel model(file, testBackend(backend.toStdString()), KvType::F32, 640);
        size_t compared = 0;
        for (const Case& one : casesOf(home)) {
            if (one.all.empty()) continue;
            const double difference = largestDifference(logitsOfAll(model, one), one.all);
            QVERIFY2(difference <= tolerance,
                     qPrintable(QStringLiteral("%1: %2").arg(one.name.c_str()).arg(difference)));
            ++compared;
        }
        QVERIFY(compared > 0);
    }

    void init() {
        m_model = Model::load(GgufFile::parse(TinyLlama{.context = 512}.build()), m_backend, 512,
                              {.rows = 96, .logitRows = 8});
        m_pictures = std::make_shared<KeptRows>();
        std::vector<float> rows(size_t{64} * m_model->config().embedding);
        for (size_t i = 0; i < rows.size(); ++i) rows[i] = 0.01F * static_cast<float>(i * 7 % 31) - 0.1F;
        m_pictures->rows = {std::make_shared<const std::vector<float>>(std::move(rows))};
    }

    /// A span whose blocks are cached needs no rows, and the logits behind it are the same.
    void cachedSpansAreNotAskedFor() {
        Scheduler scheduler(*m_model, KvType::F32, 512, 64);
        const GreedyClient first = run(scheduler, prompt());
        QCOMPARE(m_pictures->asked, (std::vector<uint64_t>{0}));
        PromptTokens longer = prompt();
        longer.push_back(5);
        const GreedyClient second = run(scheduler, longer);
        QCOMPARE(m_pictures->asked.size(), size_t{1});
        QVERIFY(second.reused >= 96);
        Scheduler fresh(*m_model, KvType::F32, 512, 64);
        const GreedyClient alone = run(fresh, longer);
        QCOMPARE(m_pictures->asked.size(), size_t{2});
        QVERIFY(largestDifference(alone.all.front(), second.all.front()) < 1e-5);
        // And the rows count.
        m_pictures = nullptr;
        Scheduler blind(*m_model, KvType::F32, 512, 64);
        QVERIFY(largestDifference(run(blind, longer).all.front(), alone.all.front()) > 1e-3);
    }

    /// A beginning that ends within the span: only the rest is computed, and it is asked for again.
    void dividedSpansAreAskedForAgain() {
        Scheduler scheduler(*m_model, KvType::F32, 512, 64);
        PromptTokens part(PromptView(prompt()).first(70));
        (void)run(scheduler, part);
        const GreedyClient whole = run(scheduler, prompt());
        QCOMPARE(whole.reused, size_t{70});
        QCOMPARE(m_pictures->asked.size(), size_t{2});
        Scheduler fresh(*m_model, KvType::F32, 512, 64);
        QVERIFY(largestDifference(run(fresh, prompt()).all.front(), whole.all.front()) < 1e-5);
    }

    void aPictureThatCannotBeReadEndsItsReplyAlone() {
        Scheduler scheduler(*m_model, KvType::F32, 512, 64);
        m_pictures->problem = Error(ErrorCode::BadInput, "It is no picture.");
        GreedyClient picture(4), text(4);
        scheduler.add(prompt(), picture, {.pictures = m_pictures});
        scheduler.add(randomTokens(40, 9), text, {});
        while (!scheduler.idle()) scheduler.step();
        QVERIFY(picture.problem.has_value());
        QCOMPARE(std::string(picture.problem->what()), std::string("It is no picture."));
        QVERIFY(picture.tokens.empty() && text.tokens.size() == 4);
        scheduler.clearCache();
        QCOMPARE(scheduler.pool().freeBlocks(), scheduler.pool().size());
    }

    void rowsOfAnotherPictureAreRefused() {
        Scheduler scheduler(*m_model, KvType::F32, 512, 64);
        m_pictures->rows = {std::make_shared<const std::vector<float>>(65)};
        const GreedyClient client = run(scheduler, prompt());
        QVERIFY(client.problem.has_value() && client.tokens.empty());
    }

    /// Nothing is lost by a stop while rows are made.
    void goesOnAfterAStop() {
        Scheduler scheduler(*m_model, KvType::F32, 512, 64);
        GreedyClient client(4);
        std::stop_source stop;
        m_pictures->problem = Error(ErrorCode::Cancelled, "Stopped.");
        scheduler.add(prompt(), client, {.pictures = m_pictures});
        for (int i = 0; i < 4; ++i) scheduler.step(stop.get_token());
        QVERIFY(!client.problem && !scheduler.idle());
        m_pictures->problem.reset();
        while (!scheduler.idle()) scheduler.step();
        Scheduler fresh(*m_model, KvType::F32, 512, 64);
        QCOMPARE(client.all, run(fresh, prompt()).all);
    }

private:
    /// 64 rows of a picture between texts.
    static PromptTokens prompt() {
        return PromptTokens(randomTokens(130, 3),
                            {{.content = {0, 1}, .first = 20, .rows = 64, .positions = 64}});
    }
    GreedyClient run(Scheduler& scheduler, const PromptTokens& tokens) {
        GreedyClient client(4);
        scheduler.add(tokens, client, {.pictures = m_pictures});
        while (!scheduler.idle()) scheduler.step();
        return client;
    }

    ReferenceBackend m_backend;
    std::unique_ptr<Model> m_model;
    std::shared_ptr<KeptRows> m_pictures;
};

QTEST_GUILESS_MAIN(TestVisionModels)
#include "tst_vision_models.moc"
