#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "support/generate.h"
#include "support/reference_pack.h"
#include "support/sanitized.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::unique_ptr<Engine> load(const std::filesystem::path& model, const char* backend = "cpu",
                             const char* kv = "f16") {
    EngineOptions options;
    options.model = model, options.backend = backend, options.kvType = *kvTypeOf(kv),
    options.contextLength = 2048, options.threads = 2;
    return Engine::load(options);
}

GenerationRequest greedy(const std::string& text, int maxTokens) {
    GenerationRequest request;
    request.messages = {{.role = "user", .content = text, .reasoning = {}, .tokens = {}}};
    request.sampling.temperature = 0;
    request.sampling.maxTokens = maxTokens;
    return request;
}

std::vector<TokenId> idsOf(const GenerationResult& result) {
    std::vector<TokenId> ids;
    for (const GeneratedToken& token : result.tokens) ids.push_back(token.token);
    return ids;
}

double logProbability(std::span<const float> logits, TokenId token) {
    double largest = -1e30, total = 0;
    for (const float logit : logits) largest = std::max(largest, double{logit});
    for (const float logit : logits) total += std::exp(logit - largest);
    return logits[static_cast<size_t>(token)] - largest - std::log(total);
}

/// Collects what a listener hears.
class Recorder final : public GenerationListener {
public:
    void prefillProgress(int done, int total, int reused, double) override {
        prefill.push_back({done, total, reused});
    }
    void replied(const ReplyDelta& delta) override {
        text += delta.shown;
        for (const GeneratedToken& token : delta.tokens)
            QVERIFY(token.probability >= 0 && token.probability <= 1.00001F);
        if (!delta.tokens.empty() && stopAfter > 0 && --stopAfter == 0) source.request_stop();
    }
    std::vector<std::array<int, 3>> prefill;
    std::string text;
    int stopAfter = 0;
    std::stop_source source;
};

}  // namespace

/// The starter model from the file to the text, held against the reference pack.
class TestLoadedEngine : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void promptsOfChatsAreExact();
    void perplexityOnTheCpu();
    void perplexityOfTheReferenceIsExact();
    void partsOfLogitsAreTheWhole();
    void followsTheReferenceToken();
    void answersAndStreams();
    void secondTurnReusesTheFirst();
    void aPromptCostsWhatWasSaid();
    void typedControlTokensStayText();
    void stopStringsAndLimits();
    void sameSeedSameText();
    void draftsChangeNothing_data();
    void draftsChangeNothing();
    void repliesKeepToAGrammar();
    void aGrammarIsTheSameInAnyCompany();
    void aGrammarFailsItsOwnReplyAlone();
    void stopsSoon();
    void refusesBadRequests();
    void planEqualsLoading();
    void refusesFilesThatAreNoModel();
    void aTypeOfTheCacheFindsItsOwnOnDisk();

private:
    std::unique_ptr<Engine> m_engine;
    std::filesystem::path m_model;
};

void TestLoadedEngine::initTestCase() {
    HEARTH_REQUIRE(model, starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
    m_model = model;
    std::vector<double> fractions;
    EngineOptions options;
    options.model = model, options.contextLength = 2048, options.threads = 2;
    m_engine = Engine::load(options, [&](const LoadStatus& p) { fractions.push_back(p.fraction); });
    QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
    QCOMPARE(fractions.back(), 1.0);
    const EngineInfo info = m_engine->info();
    QCOMPARE(info.architecture, std::string("llama"));
    QCOMPARE(info.quantization, std::string("Q4_1"));
    QCOMPARE(info.layers, 30);
    QCOMPARE(info.vocabSize, 49152);
    QCOMPARE(info.contextLength, 2048);
    QCOMPARE(info.trainedContextLength, 8192);
    QVERIFY(info.templateNote.isEmpty());
}

void TestLoadedEngine::promptsOfChatsAreExact() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    const auto chat = readJson(pack / "smollm2/chat.json");
    int compared = 0;
    for (const auto& render : chat.at("renders")) {
        if (!render.at("add_generation_prompt").get<bool>()) continue;
        GenerationRequest request;
        for (const auto& message : render.at("messages")) {
            request.messages.push_back({.role = message.at("role"),
                                        .content = message.at("content"),
                                        .reasoning = {},
                                        .tokens = {}});
        }
        std::string text;
        for (const PromptPiece& piece : madePrompt(promptsOf(*m_engine), request).pieces) text += piece.text;
        QCOMPARE(text, render.at("text").get<std::string>());
        const auto expected = render.at("ids").get<std::vector<TokenId>>();
        // The reference parsed control tokens spelled in a message. A person's text never becomes one.
        const bool spelled =
            std::any_of(request.messages.begin(), request.messages.end(),
                        [](const ChatMessage& m) { return m.content.find("<|") != std::string::npos; });
        if (!spelled) QCOMPARE(madePrompt(promptsOf(*m_engine), request).tokens, expected);
        ++compared;
    }
    QVERIFY(compared >= 5);
}

void TestLoadedEngine::perplexityOnTheCpu() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    const auto json = readJson(pack / "smollm2/logprob.json");
    const auto ids = json.at("ids").get<std::vector<TokenId>>();
    const auto theirs = json.at("logprob").get<std::vector<double>>(),
               exact = json.at("exact_f32_logprob").get<std::vector<double>>();
    const auto logits = m_engine->probe()->logits(ids, true);
    double sum = 0, toTheirs = 0, toExact = 0, largest = 0;
    for (size_t i = 0; i + 1 < ids.size(); ++i) {
        const double value = logProbability(std::span(logits).subspan(i * 49152, 49152), ids[i + 1]);
        sum += value;
        toTheirs += std::abs(value - theirs[i]) / 511, toExact += std::abs(value - exact[i]) / 511;
        largest = std::max(largest, std::min(std::abs(value - theirs[i]), std::abs(value - exact[i])));
    }
    const double perplexity = std::exp(-sum / 511);
    qInfo("perplexity %.4f, mean distance %.4f to llama.cpp, %.4f to exact, largest %.3f", perplexity,
          toTheirs, toExact, largest);
    QVERIFY(std::abs(perplexity / json.at("exact_f32_perplexity").get<double>() - 1) <= 0.015);
    QVERIFY(std::min(toTheirs, toExact) <= 0.08);
    QVERIFY(largest <= 0.8);
}

void TestLoadedEngine::perplexityOfTheReferenceIsExact() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    const auto json = readJson(pack / "smollm2/logprob.json");
    const auto all = json.at("ids").get<std::vector<TokenId>>();
    const auto exact = json.at("exact_f32_logprob").get<std::vector<double>>();
    const std::vector<TokenId> ids(all.begin(), all.begin() + 129);  // the plain loops take their time
    const auto logits = load(m_model, "reference", "f32")->probe()->logits(ids, true);
    for (size_t i = 0; i + 1 < ids.size(); ++i) {
        const double value = logProbability(std::span(logits).subspan(i * 49152, 49152), ids[i + 1]);
        QVERIFY2(std::abs(value - exact[i]) <= 0.02,
                 qPrintable(QString("%1: %2 and %3").arg(i).arg(value).arg(exact[i])));
    }
}

/// Long texts are scored in parts, so that memory does not grow with their length.
void TestLoadedEngine::partsOfLogitsAreTheWhole() {
    std::vector<TokenId> ids;
    for (TokenId i = 0; i < 150; ++i) ids.push_back(1000 + i * 7 % 113);
    const auto whole = m_engine->probe()->logits(ids, true);
    size_t position = 0, parts = 0;
    m_engine->probe()->readLogits({.tokens = ids}, [&](size_t first, std::span<const float> logits) {
        QCOMPARE(first, position);
        QVERIFY(logits.size() <= size_t{64} * 49152);
        QVERIFY(std::equal(logits.begin(), logits.end(),
                           whole.begin() + static_cast<ptrdiff_t>(position * 49152)));
        position += logits.size() / 49152;
        ++parts;
    });
    QCOMPARE(position, ids.size());
    QVERIFY(parts >= 3);
    const auto last = m_engine->probe()->logits(ids, false);
    QCOMPARE(last.size(), size_t{49152});
    QCOMPARE(std::max_element(last.begin(), last.end()) - last.begin(),
             std::max_element(whole.end() - 49152, whole.end()) - (whole.end() - 49152));
}

void TestLoadedEngine::followsTheReferenceToken() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    const auto greedyRuns = readJson(pack / "smollm2/greedy.json");
    int steps = 0, agreed = 0, sure = 0;
    for (const auto& run : greedyRuns.at("runs")) {
        if (addressSanitized && steps > 0) break;
        auto tokens = run.at("prompt_ids").get<std::vector<TokenId>>();
        const size_t prompt = tokens.size();
        const auto ids = run.at("ids").get<std::vector<TokenId>>();
        const auto gaps = run.at("top1_top2_gap").get<std::vector<double>>();
        tokens.insert(tokens.end(), ids.begin(), ids.end() - 1);
        const auto logits = m_engine->probe()->logits(tokens, true);
        for (size_t i = 0; i < ids.size(); ++i, ++steps) {
            const auto row = std::span(logits).subspan((prompt - 1 + i) * 49152, 49152);
            const auto best = static_cast<TokenId>(std::max_element(row.begin(), row.end()) - row.begin());
            agreed += best == ids[i] ? 1 : 0;
            if (gaps[i] <= 0.5) continue;
            ++sure;
            QVERIFY2(best == ids[i], qPrintable(QString("step %1, gap %2").arg(i).arg(gaps[i])));
        }
    }
    qInfo("%d of %d steps agree; all %d with a gap above 0.5", agreed, steps, sure);
}

void TestLoadedEngine::answersAndStreams() {
    m_engine->cache()->clear();
    Recorder recorder;
    const GenerationResult result =
        test::generate(*m_engine, greedy("What is the capital of France?", 30), recorder);
    QCOMPARE(QString::fromStdString(result.text), QString("The capital of France is Paris."));
    QCOMPARE(recorder.text, result.text);
    QCOMPARE(result.reason, FinishReason::EndOfText);
    QCOMPARE(recorder.prefill.front(), (std::array<int, 3>{0, result.metrics.promptTokens, 0}));
    QCOMPARE(recorder.prefill.back()[0], result.metrics.promptTokens);
    QCOMPARE(result.metrics.generatedTokens, static_cast<int>(result.tokens.size()));
    QCOMPARE(result.metrics.interTokenMs.size(), result.tokens.size() - 1);
    QVERIFY(result.metrics.timeToFirstTokenMs > 0 &&
            result.metrics.timeToFirstTokenMs <= result.metrics.totalMs);
}

void TestLoadedEngine::secondTurnReusesTheFirst() {
    m_engine->cache()->clear();
    GenerationRequest request = greedy("Tell me about the sea.", 40);
    GenerationListener listener;
    const GenerationResult first = test::generate(*m_engine, request, listener);
    const size_t before = first.promptTokens.size() + first.tokens.size();
    request.messages.push_back(
        {.role = "assistant", .content = first.text, .reasoning = {}, .tokens = idsOf(first)});
    request.messages.push_back({.role = "user", .content = "And the sky?", .reasoning = {}, .tokens = {}});
    const PromptEstimate estimate = test::estimate(*m_engine, request);
    QVERIFY(estimate.cachedTokens >= static_cast<int>(before) - 1);
    const GenerationResult second = test::generate(*m_engine, request, listener);
    QCOMPARE(second.metrics.reusedTokens, estimate.cachedTokens);
    QCOMPARE(second.metrics.processedTokens, second.metrics.promptTokens - second.metrics.reusedTokens);
    QVERIFY(second.metrics.processedTokens < 25);
    // Ids that were generated stand in the prompt as they are.
    const auto ids = idsOf(first);
    const auto& prompt = second.promptTokens;
    QVERIFY(std::search(prompt.begin(), prompt.end(), ids.begin(), ids.end() - 1) != prompt.end());
    // Editing the first message keeps only what stands before it.
    request.messages[0].content = "Tell me about the moon.";
    const PromptEstimate edited = test::estimate(*m_engine, request);
    QVERIFY(edited.cachedTokens > 15 && edited.cachedTokens < 40);
    QVERIFY(m_engine->cache()->stats().cachedTokens > before);
    m_engine->cache()->clear();
    QCOMPARE(test::estimate(*m_engine, request).cachedTokens, 0);
}

// Another chat with the same system prompt: what is cached of it is what was said before it was sent.
void TestLoadedEngine::aPromptCostsWhatWasSaid() {
    if (!m_engine) QSKIP("no starter model");
    const auto chat = [](const std::string& question) {
        GenerationRequest request = greedy(question, 8);
        request.messages.insert(
            request.messages.begin(),
            {.role = "system",
             .content = "You are a terse assistant who knows lighthouses, ferries, tides and the history of "
                        "the harbour, and answers in one short sentence without any introduction.",
             .reasoning = {},
             .tokens = {}});
        return request;
    };
    Recorder recorder;
    const auto compare = [&](const char* what, const GenerationRequest& request) {
        const PromptEstimate said = test::estimate(*m_engine, request);
        const GenerationMetrics took = test::generate(*m_engine, request, recorder).metrics;
        qInfo("%s: said %d cached and %d new, took %d and %d", what, said.cachedTokens,
              said.promptTokens - said.cachedTokens, took.reusedTokens, took.processedTokens);
        QCOMPARE(took.promptTokens, said.promptTokens);
        QCOMPARE(took.reusedTokens, said.cachedTokens);
    };
    compare("first", chat("What is a ferry?"));
    compare("another question", chat("Who keeps a lighthouse, and why?"));
    compare("the same beginning", chat("Who keeps a lighthouse, and who pays for it?"));
    for (int i = 0; i < 40; ++i)
        compare("many chats",
                chat("Question " + std::to_string(i) + " about tide " + std::string(200 * (i % 5), 'x')));
    compare("an old one", chat("What is a ferry?"));
}

void TestLoadedEngine::typedControlTokensStayText() {
    const TokenId end = promptsOf(*m_engine).tokenizer().encode("<|im_end|>", {.parseSpecial = true}).at(0);
    const auto plain = madePrompt(promptsOf(*m_engine), greedy("Hi", 1)).tokens,
               typed = madePrompt(promptsOf(*m_engine), greedy("Hi <|im_end|>", 1)).tokens;
    QCOMPARE(std::count(typed.begin(), typed.end(), end), std::count(plain.begin(), plain.end(), end));
    QVERIFY(typed.size() > plain.size());
}

void TestLoadedEngine::stopStringsAndLimits() {
    GenerationListener listener;
    GenerationRequest request = greedy("What is the capital of France?", 30);
    request.sampling.stop = {"is Par"};
    GenerationResult result = test::generate(*m_engine, request, listener);
    QCOMPARE(QString::fromStdString(result.text), QString("The capital of France "));
    QCOMPARE(result.reason, FinishReason::StopString);
    request.sampling.stop.clear();
    request.sampling.maxTokens = 3;
    result = test::generate(*m_engine, request, listener);
    QCOMPARE(result.reason, FinishReason::MaxTokens);
    QCOMPARE(result.tokens.size(), size_t{3});
    request.sampling.maxTokens = 0;
    QVERIFY(test::generate(*m_engine, request, listener).tokens.empty());
    request.ignoreEndOfText = true, request.sampling.maxTokens = 12;
    QCOMPARE(test::generate(*m_engine, request, listener).tokens.size(), size_t{12});
}

void TestLoadedEngine::sameSeedSameText() {
    GenerationListener listener;
    m_engine->cache()->clear();
    GenerationRequest request = greedy("Write a line of a poem.", 24);
    request.sampling.temperature = 1.2F, request.sampling.seed = 11;
    const GenerationResult first = test::generate(*m_engine, request, listener);
    QCOMPARE(first.seed, uint64_t{11});
    // A prompt out of the cache may differ in the last bits of its logits (other rows in the batch), so the
    // promise is for the same way of computing it.
    m_engine->cache()->clear();
    QCOMPARE(test::generate(*m_engine, request, listener).text, first.text);
    request.sampling.seed = 12;
    QVERIFY(test::generate(*m_engine, request, listener).text != first.text);
}

void TestLoadedEngine::draftsChangeNothing_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<float>("temperature");
    QTest::addColumn<float>("repeatPenalty");
    const QString quoted = QStringLiteral(
        "Repeat this text word for word: Otters live in rivers and lakes. They eat fish and crabs. In winter "
        "the river freezes, and the otters hunt below the ice.");
    QTest::newRow("a quote, greedy") << quoted << 0.0F << 1.0F;
    QTest::newRow("a quote, drawn") << quoted << 1.0F << 1.0F;
    QTest::newRow("a quote, penalised") << quoted << 0.5F << 1.1F;
    QTest::newRow("a story, drawn") << QStringLiteral("Tell me a story about a lighthouse.") << 0.8F << 1.0F;
}

/// The same text with and without drafts, wherever it ends, from the real model. How many drafts are checked
/// depends on how long rows take here and now; tst_step_drafts says that they are used where they pay.
void TestLoadedEngine::draftsChangeNothing() {
    QFETCH(QString, text);
    QFETCH(float, temperature);
    QFETCH(float, repeatPenalty);
    for (uint64_t seed = 1; seed <= (temperature > 0 ? 3 : 1); ++seed) {
        GenerationRequest request = greedy(text.toStdString(), 80);
        request.sampling.temperature = temperature;
        request.sampling.repeatPenalty = repeatPenalty;
        request.sampling.seed = seed;
        GenerationListener listener;
        // Both from nothing: a prompt of many rows and its last row alone go through different kernels.
        m_engine->cache()->clear();
        const GenerationResult without = test::generate(*m_engine, request, listener);
        m_engine->cache()->clear();
        request.speculation = Speculation::PromptLookup;
        const GenerationResult with = test::generate(*m_engine, request, listener);
        QCOMPARE(with.text, without.text);
        QCOMPARE(idsOf(with), idsOf(without));
        QCOMPARE(with.reason, without.reason);
        QCOMPARE(without.metrics.draftedTokens, 0);
        QVERIFY(with.metrics.acceptedTokens <= with.metrics.draftedTokens);
    }
}

namespace {
GenerationRequest form(uint64_t seed, float temperature) {
    GenerationRequest request = greedy("Describe a cat as JSON.", 200);
    request.sampling.temperature = temperature;
    request.sampling.seed = seed;
    request.grammar = {ReplyGrammar::Kind::JsonSchema,
                       "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"maxLength\":20},"
                       "\"favourite_food\":{\"enum\":[\"fish\",\"milk\"]},\"age\":{\"type\":\"integer\","
                       "\"minimum\":0,\"maximum\":20}},\"required\":[\"name\",\"favourite_food\",\"age\"],"
                       "\"additionalProperties\":false}"};
    return request;
}
}  // namespace

/// With and without drafts, hot and cold, the reply is one that the schema allows, and the same.
void TestLoadedEngine::repliesKeepToAGrammar() {
    GenerationListener listener;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        GenerationRequest request = form(seed, seed == 1 ? 0.0F : 1.5F);
        m_engine->cache()->clear();
        const GenerationResult without = test::generate(*m_engine, request, listener);
        QCOMPARE(without.reason, FinishReason::EndOfText);
        const auto value = nlohmann::json::parse(without.text, nullptr, false);
        QVERIFY2(value.is_object() && value.size() == 3, without.text.c_str());
        QVERIFY(value["age"].is_number_integer() && value["age"] <= 20 && value["age"] >= 0);
        QVERIFY(value["favourite_food"] == "fish" || value["favourite_food"] == "milk");
        // Names and punctuation are certain, and cost no choice.
        QVERIFY2(without.metrics.certainTokens >= 8,
                 qPrintable(QString::number(without.metrics.certainTokens)));
        QCOMPARE(without.metrics.draftedTokens, 0);
        m_engine->cache()->clear();
        request.speculation = Speculation::PromptLookup;
        const GenerationResult with = test::generate(*m_engine, request, listener);
        QCOMPARE(idsOf(with), idsOf(without));
    }
    GenerationRequest bad = greedy("Hi", 5);
    bad.grammar = {ReplyGrammar::Kind::Gbnf, "root ::= root"};
    QVERIFY_THROWS_EXCEPTION(Error, (void)test::generate(*m_engine, bad, listener));
}

void TestLoadedEngine::aGrammarIsTheSameInAnyCompany() {
    struct Listener final : GenerationListener {
        void finished(GenerationResult ended) override { result = std::move(ended); }
        GenerationResult result;
    };
    std::vector<GenerationResult> alone;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        m_engine->cache()->clear();
        Listener listener;
        alone.push_back(test::generate(*m_engine, form(seed, 1), listener));
    }
    m_engine->cache()->clear();
    std::array<Listener, 3> listeners;
    Listener other;
    (void)m_engine->submit(greedy("Tell me a story about a lighthouse.", 60), other);
    for (uint64_t seed = 1; seed <= 3; ++seed) (void)m_engine->submit(form(seed, 1), listeners[seed - 1]);
    while (m_engine->step()) {
    }
    for (size_t i = 0; i < 3; ++i) QCOMPARE(listeners[i].result.text, alone[i].text);
}

void TestLoadedEngine::aGrammarFailsItsOwnReplyAlone() {
    struct Listener final : GenerationListener {
        void finished(GenerationResult ended) override { result = std::move(ended); }
        void failed(const Error& error) override { problem = error.what(); }
        std::optional<GenerationResult> result;
        std::string problem;
    } bad, other;
    // Each letter doubles the ways in which it can be read.
    std::string source = "root ::= l0\n";
    for (int i = 0; i < 20; ++i) {
        const std::string letter = " [ae] l" + std::to_string(i + 1);
        source += "l" + std::to_string(i) + " ::=" + letter + " \"b\" |" + letter + " \"c\"\n";
    }
    GenerationRequest ambiguous = greedy("Say a.", 60);
    ambiguous.grammar = {ReplyGrammar::Kind::Gbnf, source + "l20 ::= \"d\""};
    (void)m_engine->submit(greedy("Tell me a story about a lighthouse.", 40), other);
    (void)m_engine->submit(ambiguous, bad);
    while (m_engine->step()) {
    }
    QVERIFY2(bad.problem.find("too many ways") != std::string::npos, bad.problem.c_str());
    QVERIFY(!bad.result && other.problem.empty());
    QCOMPARE(other.result.value().tokens.size(), size_t{40});
}

void TestLoadedEngine::stopsSoon() {
    Recorder recorder;
    recorder.stopAfter = 5;
    GenerationRequest request = greedy("Count to a thousand.", 1000);
    request.ignoreEndOfText = true;
    const GenerationResult result = test::generate(*m_engine, request, recorder, recorder.source.get_token());
    QCOMPARE(result.reason, FinishReason::Cancelled);
    QCOMPARE(result.tokens.size(), size_t{5});
    QCOMPARE(result.text, recorder.text);
}

void TestLoadedEngine::refusesBadRequests() {
    GenerationListener listener;
    QVERIFY_THROWS_EXCEPTION(Error, (void)test::generate(*m_engine, {}, listener));
    GenerationRequest request = greedy("Hi", 5);
    request.sampling.temperature = 3;
    QVERIFY_THROWS_EXCEPTION(Error, (void)test::generate(*m_engine, request, listener));
    request = greedy("Hi", 5);
    request.templateVariables = "[1]";
    QVERIFY_THROWS_EXCEPTION(Error, (void)test::generate(*m_engine, request, listener));
    request = greedy("Hi", 5);
    request.continueLast = true;
    QVERIFY_THROWS_EXCEPTION(Error, (void)test::generate(*m_engine, request, listener));
    request = {};
    request.rawTokens = {1, 49152};
    QVERIFY_THROWS_EXCEPTION(Error, (void)test::generate(*m_engine, request, listener));
    request.rawTokens.assign(2049, 1);
    QVERIFY_THROWS_EXCEPTION(Error, (void)test::generate(*m_engine, request, listener));
    QVERIFY_THROWS_EXCEPTION(Error, (void)m_engine->probe()->logits({}, true));
    QVERIFY(!test::generate(*m_engine, greedy("Hi", 5), listener).text.empty());  // and goes on as before
}

void TestLoadedEngine::planEqualsLoading() {
    EngineOptions options;
    options.model = m_model, options.contextLength = 2048, options.threads = 2,
    options.cacheBytes = 64U << 20U;
    const MemoryPlan plan = Engine::plan(options);
    const EngineInfo info = Engine::load(options)->info();
    QCOMPARE(plan.weightsBytes, info.memory.weightsBytes);
    QCOMPARE(plan.scratchBytes, info.memory.scratchBytes);
    QCOMPARE(plan.kvBytes, info.memory.kvBytes);
    QCOMPARE(plan.layers, 30);
    // A folder is planned as the file made of it.
    const std::string reference = HEARTH_SOURCE_DIR "/tests/reference/";
    options.model = reference + "families/qwen3.gguf";
    const MemoryPlan file = Engine::plan(options);
    options.model = reference + "hugging_face/qwen3";
    const MemoryPlan folder = Engine::plan(options);
    QVERIFY(file.weightsBytes > 0 && folder.deviceFreeBytes > 0);
    QCOMPARE(folder.weightsBytes, file.weightsBytes);
    QCOMPARE(folder.kvBytes, file.kvBytes);
    QCOMPARE(folder.layers, file.layers);
}

/// Bytes of another type would be read as something else.
void TestLoadedEngine::aTypeOfTheCacheFindsItsOwnOnDisk() {
    QTemporaryDir folder;
    EngineOptions options;
    options.model = m_model, options.backend = "cpu", options.contextLength = 512;
    options.prefixFolder = folder.path().toStdString();
    const GenerationRequest request = greedy("Count from one to a hundred in words, please, one by one.", 60);
    GenerationListener listener;
    std::string text;
    for (const auto& [types, known] : {std::pair{KvTypes(KvType::Q8_0), false},
                                       {KvTypes(KvType::Q8_0, KvType::Q4_0), false},
                                       {KvTypes(KvType::F16, KvType::Q8_0), false},
                                       {KvTypes(KvType::Q4_0), false},
                                       {KvTypes(KvType::Q8_0), true}}) {
        options.kvType = types;
        const auto engine = Engine::load(options);
        const GenerationResult result = test::generate(*engine, request, listener);
        QCOMPARE(result.metrics.reusedTokens > 0, known);
        if (known) QCOMPARE(result.text, text);
        if (text.empty()) text = result.text;
        engine->cache()->flush();
    }
}

void TestLoadedEngine::refusesFilesThatAreNoModel() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("x.gguf").toStdString();
    QVERIFY_THROWS_EXCEPTION(Error, (void)load(path));
    std::ofstream(path) << "GGUF";
    QVERIFY_THROWS_EXCEPTION(Error, (void)load(path));
    std::stop_source source;
    source.request_stop();
    EngineOptions options;
    options.model = m_model;
    try {
        (void)Engine::load(options, {}, source.get_token());
        QFAIL("loaded");
    } catch (const Error& error) {
        QCOMPARE(error.code(), ErrorCode::Cancelled);
    }
}

QTEST_GUILESS_MAIN(TestLoadedEngine)
#include "tst_loaded_engine.moc"
