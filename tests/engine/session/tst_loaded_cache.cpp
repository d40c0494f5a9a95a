#include "session/loaded_cache.h"

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/vision/vision_pack.h"
#include "hearth/engine.h"
#include "session/loaded_engine.h"
#include "support/generate.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;

/// The cache of an engine that loads a tiny model.
class TestLoadedCache : public QObject {
    Q_OBJECT

private slots:
    void theFolderOfTheCacheOpensAndCloses() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        const std::filesystem::path kept = folder.filePath("kept").toStdString();
        const auto files = [&kept] {
            std::error_code error;
            size_t count = 0;
            for (const auto& file : std::filesystem::recursive_directory_iterator(kept, error))
                if (file.is_regular_file() && file.path().filename().string().find('.') == 32) ++count;
            return count;
        };
        const auto ask = [&](TokenId last) {
            GenerationRequest request;
            for (TokenId token = 0; token < 80; ++token) request.rawTokens.push_back(token % 7 + 1);
            request.rawTokens.back() = last;
            request.sampling.maxTokens = 20;
            return request;
        };
        GenerationListener nobody;
        // Not while something runs, which began without it.
        (void)engine->submit(ask(1), nobody);
        QVERIFY(engine->step());
        engine->cache()->open(kept, {.bytes = 1'000'000'000, .bytesADay = 1'000'000'000});
        while (engine->step()) {
        }
        engine->cache()->flush();
        const size_t before = files();
        (void)test::generate(*engine, ask(2), nobody);
        engine->cache()->flush();
        QVERIFY(files() >= before + 2);
        QVERIFY(!engine->cache()->takeProblem());
        engine->cache()->open(kept, {.bytes = 1, .bytesADay = 1'000'000'000});
        engine->cache()->flush();
        QCOMPARE(files(), size_t{0});
        engine->cache()->open(kept, {.bytes = 1'000'000'000, .bytesADay = 1'000'000'000});
        engine->cache()->close();
        (void)test::generate(*engine, ask(3), nobody);
        QCOMPARE(files(), size_t{0});
    }

    /// Of a model on the processor, in this process.
    void memoryIsGivenBack() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "cpu";
        options.threads = 1;
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        GenerationListener nobody;
        GenerationRequest request;
        for (TokenId token = 0; token < 100; ++token) request.rawTokens.push_back(token % 7 + 1);
        request.sampling.maxTokens = 2;
        (void)test::generate(*engine, request, nobody);
        CacheAdmin& cache = *engine->cache();
        const uint64_t before = cache.stats().committedBytes;
        const CacheMemory none = cache.limit(0);
        QVERIFY(none.taken < before);
        QCOMPARE(none.taken, cache.stats().committedBytes);
        QCOMPARE(none.most, cache.stats().bytes);
        QCOMPARE(cache.stats().cachedTokens, uint64_t{0});
        (void)test::generate(*engine, request, nobody);
        QCOMPARE(cache.limit(UINT64_MAX).taken, before);
    }

    /// Once in a process, and once over restarts, by whatever chats ask; it goes with the last of them.
    void aPictureIsReadOnce() {
        HEARTH_REQUIRE(pack, test::visionPack(), "the reference pack ($HEARTH_GOLDEN)");
        QTemporaryDir folder;
        EngineOptions options;
        options.model = pack / "qwen3-vl-a" / "hf";
        options.backend = "cpu";
        options.threads = 1;
        options.prefixFolder = folder.filePath("kept").toStdString();
        std::ifstream in(pack / "pictures" / "small.png", std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const auto bytes = std::as_bytes(std::span(text));
        const auto picture =
            std::make_shared<const PictureFile>(std::vector<std::byte>(bytes.begin(), bytes.end()));
        const auto files = [&] {
            std::error_code gone;
            size_t count = 0;
            for (const auto& entry :
                 std::filesystem::recursive_directory_iterator(options.prefixFolder, gone))
                count += entry.path().extension() == ".picture" ? 1 : 0;
            return count;
        };
        std::unique_ptr<Engine> engine;
        const auto start = [&] {
            engine.reset();
            engine = Engine::load(options);
        };
        const auto made = [&] { return dynamic_cast<LoadedEngine&>(*engine).vision()->made(); };
        GenerationListener nobody;
        // The text before the picture differs, so no cached block has its rows.
        const auto ask = [&](const std::string& question, const std::string& tenant) {
            GenerationRequest request;
            request.messages.push_back({.role = "user", .content = question, .reasoning = {}, .tokens = {}});
            request.messages.back().pictures = {{.at = question.size(), .file = picture}};
            request.sampling.temperature = 0;
            request.sampling.maxTokens = 4;
            request.tenant = tenant;
            return test::generate(*engine, request, nobody).text;
        };
        start();
        const std::string first = ask("What is this?", "chat 1");
        (void)ask("Say it again:", "chat 2");
        QCOMPARE(made(), uint64_t{1});
        engine->cache()->flush();
        QCOMPARE(files(), size_t{1});
        start();
        (void)ask("And once more:", "chat 2");
        QCOMPARE(made(), uint64_t{0});
        QVERIFY(!engine->cache()->takeProblem());
        // From nothing the reply is the same.
        engine->cache()->close();
        engine->cache()->clear();
        QCOMPARE(ask("What is this?", "chat 1"), first);
        QCOMPARE(made(), uint64_t{1});
        start();
        engine->cache()->keepTenants({"chat 2"});
        QCOMPARE(files(), size_t{1});
        (void)ask("Is it kept?", "chat 2");
        QCOMPARE(made(), uint64_t{0});
        engine->cache()->keepTenants({"chat 3"});
        QCOMPARE(files(), size_t{0});
        (void)ask("Is it gone?", "chat 3");
        QCOMPARE(made(), uint64_t{1});
        engine->cache()->flush();
        QCOMPARE(files(), size_t{1});
        engine->cache()->clear();
        QCOMPARE(files(), size_t{0});
    }

    void anIdenticalRequestIsAnsweredAtOnce() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        options.prefixFolder = folder.filePath("kept").toStdString();
        test::tinyLlamaGguf().save(options.model);
        auto engine = Engine::load(options);
        GenerationRequest request;
        request.rawTokens = {1, 2, 3};
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 12;
        request.candidates = 2;
        request.tenant = "chat";
        request.replyReuse = ReplyReuse::Use;
        struct Ear final : GenerationListener {
            void prefillProgress(int done, int total, int, double) override { read = done, all = total; }
            void replied(const ReplyDelta& delta) override {
                text += delta.shown;
                tokens += delta.tokens.size();
            }
            std::string text;
            size_t tokens = 0;
            int read = 0, all = 0;
        };
        Ear first, again;
        const GenerationResult made = test::generate(*engine, request, first);
        QVERIFY(!made.metrics.keptReply);
        const auto checkKept = [&](const GenerationResult& kept) {
            QVERIFY(kept.metrics.keptReply);
            QCOMPARE(kept.text, made.text);
            QCOMPARE(kept.reason, made.reason);
            QCOMPARE(kept.promptTokens, made.promptTokens);
            QCOMPARE(kept.tokens.size(), made.tokens.size());
            QCOMPARE(kept.tokens.back().candidates.size(), made.tokens.back().candidates.size());
            QCOMPARE(kept.metrics.generatedTokens, made.metrics.generatedTokens);
            QCOMPARE(kept.metrics.processedTokens, 0);
            QCOMPARE(kept.metrics.reusedTokens, 3);
            QCOMPARE(kept.metrics.decodeTokensPerS, 0.0);
        };
        checkKept(test::generate(*engine, request, again));
        QCOMPARE(again.text, first.text);
        QCOMPARE(again.tokens, first.tokens);
        QCOMPARE(again.read, 3);
        QCOMPARE(again.all, 3);
        // Beside one that is made.
        GenerationRequest other = request;
        other.rawTokens = {3, 2, 1};
        Ear beside, made2;
        (void)engine->submit(other, made2);
        const RequestId id = engine->submit(request, beside);
        QVERIFY(engine->status(id));
        engine->setPriority(id, Priority::Background);
        QVERIFY(engine->step());
        QVERIFY(!engine->status(id));
        QCOMPARE(beside.text, first.text);
        engine->endAll();
        // After a restart.
        engine->cache()->flush();
        engine.reset();
        engine = Engine::load(options);
        checkKept(test::generate(*engine, request, again));
        other = request;
        other.replyReuse = ReplyReuse::Renew;
        QVERIFY(!test::generate(*engine, other, again).metrics.keptReply);
        other.replyReuse = ReplyReuse::Off;
        QVERIFY(!test::generate(*engine, other, again).metrics.keptReply);
        checkKept(test::generate(*engine, request, again));
        engine->cache()->keepTenants({"another chat"});
        QVERIFY(!test::generate(*engine, request, again).metrics.keptReply);
        engine->cache()->clear();
        QVERIFY(!test::generate(*engine, request, again).metrics.keptReply);
    }

    void anEncryptedFolderServesWhoHasTheKey() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        options.prefixFolder = folder.filePath("kept").toStdString();
        test::tinyLlamaGguf().save(options.model);
        GenerationRequest request;
        for (TokenId token = 0; token < 80; ++token) request.rawTokens.push_back(token % 7 + 1);
        request.sampling.temperature = 0;
        request.sampling.maxTokens = 4;
        const auto ask = [&](const std::optional<CacheKey>& key) {
            options.prefixKey = key;
            const auto engine = Engine::load(options);
            GenerationListener nobody;
            const GenerationResult result = test::generate(*engine, request, nobody);
            engine->cache()->flush();
            return result;
        };
        const CacheKey key{std::byte{1}}, other{std::byte{2}};
        const GenerationResult first = ask(key), again = ask(key);
        QCOMPARE(first.metrics.reusedTokens, 0);
        QCOMPARE(again.metrics.reusedTokens, 80);
        QCOMPARE(again.text, first.text);
        request.replyReuse = ReplyReuse::Use;
        QVERIFY(!ask(key).metrics.keptReply);
        QVERIFY(ask(key).metrics.keptReply);
        // Another key is another cache, and none is a third.
        for (const std::optional<CacheKey>& wrong : {std::optional(other), std::optional<CacheKey>()}) {
            const GenerationResult made = ask(wrong);
            QCOMPARE(made.metrics.reusedTokens, 0);
            QCOMPARE(made.text, first.text);
        }
        QCOMPARE(ask(key).metrics.reusedTokens, 0);
    }

    void memoryIsToldByOwner() {
        QTemporaryDir folder;
        EngineOptions options;
        options.model = folder.filePath("m.gguf").toStdString();
        options.backend = "reference";
        options.kvType = KvType::F32;
        test::tinyLlamaGguf().save(options.model);
        const auto engine = Engine::load(options);
        GenerationListener nobody;
        const auto ask = [&](const char* tenant, TokenId last) {
            GenerationRequest request;
            for (TokenId token = 0; token < 80; ++token) request.rawTokens.push_back(token % 7 + 1);
            request.rawTokens.back() = last;
            request.sampling.maxTokens = 1;
            request.tenant = tenant;
            (void)test::generate(*engine, request, nobody);
        };
        const std::vector<std::string> tenants{"a", "b", "c"};
        QCOMPARE(engine->cache()->use(tenants).bytes, uint64_t{0});
        ask("a", 1);
        const PrefixUse alone = engine->cache()->use(tenants);
        // Two whole blocks and one that is filled in part.
        const auto stats = engine->cache()->stats();
        const uint64_t block = stats.groups[0].bytes / stats.groups[0].blocks;
        QCOMPARE(alone.tenants[0].bytes, 3 * block);
        QCOMPARE(alone.tenants[0].sharedBytes, uint64_t{0});
        QCOMPARE(alone.bytes, 3 * block);
        ask("b", 2);
        const PrefixUse both = engine->cache()->use(tenants);
        QCOMPARE(both.bytes, 4 * block);
        QCOMPARE(both.tenants[1].bytes, 3 * block);
        QCOMPARE(both.tenants[1].sharedBytes, 2 * block);
        QCOMPARE(both.tenants[1].sharesWith, std::vector<size_t>{0});
        QCOMPARE(both.tenants[2].bytes, uint64_t{0});
        engine->cache()->clear();
        QCOMPARE(engine->cache()->use(tenants).tenants[0].bytes, uint64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestLoadedCache)
#include "tst_loaded_cache.moc"
