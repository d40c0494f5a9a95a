#include "session/disk_cache.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <set>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
#include "support/tiny_llama.h"
#include "support/tiny_model.h"
#ifdef HEARTH_EMULATED
#include "backend/cuda/cuda_backend.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#endif

// After the engine's headers: Qt makes "slots" a macro.
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t context = 512;
constexpr ContentHash space{77, 0}, otherSpace{77, 1};

/// A start of the program: a backend, a model and an empty cache.
struct Start {
    std::unique_ptr<Backend> backend;
    std::unique_ptr<Model> model;
    std::optional<BlockStore> store;
    std::unique_ptr<Scheduler> scheduler;
    size_t reused = 0, fromDisk = 0;
    KvTypes kvTypes;

    /// `how`: a kind of backend, and behind a space the types of the cache where they are not float16.
    Start(const QString& name, const QString& how, const std::filesystem::path& folder = {},
          BlockStoreOptions options = {}) {
        const QString kind = how.section(' ', 0, 0);
        kvTypes = kvTypesOf(how.section(' ', 1).toStdString()).value_or(KvType::F16);
        if (kind == "cpu") backend = std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
#ifdef HEARTH_EMULATED
        if (kind == "cuda") {
            emulator::configureDevice({});
            emulator::g_machine.configure({});
            backend = std::make_unique<cuda::CudaBackend>();
        }
#endif
        if (kind == "reference") backend = std::make_unique<ReferenceBackend>(2);
        const auto file = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" /
                          (name.toStdString() + ".gguf");
        model = Model::load(GgufFile::open(file), *backend, context, {.rows = 64, .logitRows = 8});
        std::vector<uint32_t> blocks;
        for (const uint32_t window : model->kvWindows())
            blocks.push_back(window == 0 ? 64 : windowBlocks(window, 64) + 6);
        begin(GroupBlocks(blocks), folder, std::move(options));
    }
    void begin(const GroupBlocks& blocks, const std::filesystem::path& folder, BlockStoreOptions options) {
        scheduler = std::make_unique<Scheduler>(*model, kvTypes, context, blocks);
        if (folder.empty()) return;
        options.folder = folder;
        if (options.space == ContentHash{}) options.space = space;
        options.shape = scheduler->prefixes().shape();
        store.emplace(std::move(options));
        scheduler->keepOn(*store);
    }
    GreedyClient run(const std::vector<TokenId>& prompt, size_t count, const std::string& tenant = {}) {
        return runTokens(prompt, count, tenant);
    }
    GreedyClient runTokens(const PromptTokens& prompt, size_t count, const std::string& tenant = {}) {
        GreedyClient client(count);
        scheduler->add(prompt, client, {.tenant = tenant});
        reused = client.reused;
        fromDisk = client.fromDisk;
        while (!scheduler->idle()) scheduler->step();
        return client;
    }
    void flush() {
        scheduler->disk()->flush({}, {});
    }
    /// Does the work of idle times, and waits until it is written.
    void rest() {
        while (scheduler->disk()->work()) {
        }
        store->flush();
    }
    void checkThatNothingIsHeld() const {
        scheduler->clearCache();
        for (size_t group = 0; group < model->kvWindows().size(); ++group)
            QCOMPARE(scheduler->pool(group).freeBlocks(), scheduler->pool(group).size());
        const CachedPrefixes cache = scheduler->prefixes();
        if (cache.states != nullptr)
            QCOMPARE(cache.checkpoints.freeSlots() + draftStateCount(model->config()),
                     size_t{cache.states->slotCount});
    }
};

std::vector<TokenId> joinedTokens(std::vector<TokenId> first, const std::vector<TokenId>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

}  // namespace

class TestDiskCache : public QObject {
    Q_OBJECT
private slots:
    void aSecondStartGoesOnWithTheSameBits_data() { addModels(); }
    void aSecondStartGoesOnWithTheSameBits();
    void aCrashAfterAReplyCostsABlock_data() { addModels(); }
    void aCrashAfterAReplyCostsABlock();
    void contentsShareNothing_data() { addModels(); }
    void contentsShareNothing();
    void aPromptThatIsStoppedGoesOn();
    void damageCostsWorkAlone_data();
    void damageCostsWorkAlone();
    void otherSpacesAndModelsGetNothing();
    void filesOfOthersAreNotBelieved();
    void fillsASmallerCache();
    void nothingIsWrittenTwice();
    void theBlockThatAReplyFillsInPartComesBack_data() { addModels(); }
    void theBlockThatAReplyFillsInPartComesBack();
    void tailsAddLittleToWhatIsWritten();
    void whatWasGivenUpIsNotTakenForWhatBeginsAlike_data();
    void whatWasGivenUpIsNotTakenForWhatBeginsAlike();
    void prefetchBringsAPromptInPieces();
    void aPromptThatIsInMemoryNeedsNoDisk();
    void whatFindsNoRoomInTheQueueFollows();
    void aLongDocumentIsReadOnceEver();
    void forgettingAnOwnerLeavesWhatOthersUsed_data();
    void forgettingAnOwnerLeavesWhatOthersUsed();

private:
    static void addModels() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kind");
        for (const char* name : {"llama3", "gemma3", "deepseek2-lite", "lfm2", "qwen35", "granitehybrid",
                                 "falcon-h1", "jamba", "nemotron_h-latent"}) {
            for (const char* kind : {"reference", "cpu"}) QTest::addRow("%s %s", name, kind) << name << kind;
        }
        // Keys that are rounded by the block: full attention, windows, values within keys, and states.
        for (const char* name : {"llama3", "gemma3", "deepseek2-lite", "lfm2"})
            for (const char* how : {"reference q8_0", "cpu q4_0:q8_0"})
                QTest::addRow("%s %s", name, how) << name << how;
#ifdef HEARTH_EMULATED
        // The emulator is slow: windows, and both kinds of state, are what a backend reads and writes.
        for (const char* name : {"gemma3", "granitehybrid"}) QTest::addRow("%s cuda", name) << name << "cuda";
        QTest::addRow("gemma3 cuda q4_0") << "gemma3"
                                          << "cuda q4_0";
#endif
    }
    std::filesystem::path folder() const {
        return m_folder.filePath(QTest::currentTestFunction() + QString("/") + QTest::currentDataTag())
            .toStdString();
    }
    static std::vector<std::filesystem::path> files(const std::filesystem::path& folder) {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (entry.is_regular_file() && BlockName::parse(entry.path().filename().string()))
                files.push_back(entry.path());
        std::ranges::sort(files);
        return files;
    }
    QTemporaryDir m_folder;
};

/// Two conversations, one of them with a branch; then the program ends.
void TestDiskCache::aSecondStartGoesOnWithTheSameBits() {
    QFETCH(QString, name);
    QFETCH(QString, kind);
    std::vector<TokenId> chat = randomTokens(90, 1), branch = chat, other = randomTokens(70, 2);
    std::vector<std::vector<TokenId>> questions;
    {
        Start first(name, kind, folder());
        (void)first.run(other, 5);
        const GreedyClient reply = first.run(chat, 21);
        chat = joinedTokens(chat, reply.tokens);
        branch[85] = (branch[85] + 1) % 40;
        (void)first.run(branch, 10);
        first.flush();
        // Possible next requests: the next turn, the same again, the branch, the other chat.
        const auto more = randomTokens(9, 3);
        questions = {
            joinedTokens(chat, more), {chat.begin(), chat.begin() + 90}, branch, joinedTokens(other, more)};
        if (kind == "cuda") questions.resize(1);
    }
    // The replies of the first start if it had continued, each time from the same state.
    for (const std::vector<TokenId>& question : questions) {
        Start same(name, kind), second(name, kind, folder());
        (void)same.run(other, 5);
        (void)same.run({chat.begin(), chat.begin() + 90}, 21);
        (void)same.run(branch, 10);
        const size_t onDisk = second.scheduler->diskTokens(question);
        const GreedyClient wanted = same.run(question, 6), got = second.run(question, 6);
        QCOMPARE(second.reused, second.fromDisk);
        QVERIFY2(second.reused + 32 > same.reused && second.reused <= same.reused,
                 qPrintable(QString("%1 of %2").arg(second.reused).arg(same.reused)));
        QVERIFY(second.reused <= onDisk);
        QCOMPARE(got.tokens, wanted.tokens);
        for (size_t i = 0; i < wanted.all.size(); ++i)
            QVERIFY(largestDifference(got.all[i], wanted.all[i]) <= 2e-3);
        // A prompt alone has rows of a prompt wherever they are made.
        if (question.size() == 90 || question == branch)
            for (size_t i = 0; i < wanted.all.size(); ++i) QVERIFY(got.all[i] == wanted.all[i]);
        second.checkThatNothingIsHeld();
    }
}

/// The program ends without a word when nobody has asked for anything for a moment.
void TestDiskCache::aCrashAfterAReplyCostsABlock() {
    QFETCH(QString, name);
    QFETCH(QString, kind);
    const std::filesystem::path copy = folder().string() + "-copy";
    std::vector<TokenId> chat = randomTokens(130, 1);
    {
        Start first(name, kind, folder());
        chat = joinedTokens(chat, first.run(chat, 40).tokens);
        first.rest();
        // The files that a killed program leaves.
        std::filesystem::copy(folder(), copy, std::filesystem::copy_options::recursive);
    }
    chat = joinedTokens(chat, randomTokens(5, 2));
    Start second(name, kind, copy);
    (void)second.run(chat, 2);
    QVERIFY2(second.reused + 32 + 6 >= chat.size(), qPrintable(QString::number(second.reused)));
    QCOMPARE(second.fromDisk, second.reused);
}

/// Two contents behind the same ids find nothing of each other on disk, after a crash or not.
void TestDiskCache::contentsShareNothing() {
    QFETCH(QString, name);
    QFETCH(QString, kind);
    const auto with = [](uint64_t content) {
        return PromptTokens(randomTokens(150, 1),
                            {{.content = {content, 0}, .first = 40, .rows = 60, .positions = 60}});
    };
    const std::filesystem::path crashed = folder().string() + "-crashed";
    {
        Start first(name, kind, folder());
        (void)first.runTokens(with(1), 5);
        first.rest();
        std::filesystem::copy(folder(), crashed, std::filesystem::copy_options::recursive);
        first.flush();
    }
    for (const std::filesystem::path& place : {folder(), crashed}) {
        Start second(name, kind, place);
        QVERIFY(second.scheduler->diskTokens(with(1)) >= 96);
        QVERIFY(second.scheduler->diskTokens(with(2)) <= 40);
        QVERIFY(second.scheduler->diskTokens(randomTokens(150, 1)) <= 40);
        (void)second.runTokens(with(2), 3);
        QVERIFY(second.reused <= 40);
        (void)second.run(randomTokens(150, 1), 3);
        QVERIFY(second.reused <= 40);
        (void)second.runTokens(with(1), 3);
        QVERIFY(second.reused >= 96);
        QVERIFY(second.fromDisk >= second.reused - 40);
        second.checkThatNothingIsHeld();
    }
}

/// Parts of a long prompt are kept while the rest of it is processed.
void TestDiskCache::aPromptThatIsStoppedGoesOn() {
    const auto prompt = randomTokens(400, 4);
    {
        Start first("llama3", "reference", folder());
        GreedyClient client(3);
        first.scheduler->add(prompt, client, {});
        for (int i = 0; i < 4; ++i) first.scheduler->step();
        QCOMPARE(client.progress.back().first, size_t{256});
        // No end, no flush: only what is written anyway.
        first.store->flush();
        client.stop = true;
        first.scheduler->step();
    }
    Start second("llama3", "reference", folder()), fresh("llama3", "reference");
    const GreedyClient got = second.run(prompt, 3), wanted = fresh.run(prompt, 3);
    QCOMPARE(second.reused, size_t{256});
    for (size_t i = 0; i < 3; ++i) QVERIFY(got.all[i] == wanted.all[i]);
}

void TestDiskCache::damageCostsWorkAlone_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"gemma3", "lfm2"}) QTest::newRow(name) << name;
}

void TestDiskCache::damageCostsWorkAlone() {
    QFETCH(QString, name);
    const auto chat = randomTokens(80, 5);
    GreedyClient wanted(3);
    {
        Start first(name, "reference", folder());
        wanted = first.run(chat, 3);
        first.flush();
    }
    const std::filesystem::path damaged = folder().string() + "-damaged";
    std::mt19937 random(8);
    const auto check = [&](const std::filesystem::path& file, const std::string& content) {
        std::filesystem::remove_all(damaged);
        std::filesystem::copy(folder(), damaged, std::filesystem::copy_options::recursive);
        std::ofstream(damaged / std::filesystem::relative(file, folder()), std::ios::binary) << content;
        {
            Start second(name, "reference", damaged);
            const GreedyClient got = second.run(chat, 3);
            QCOMPARE(got.tokens, wanted.tokens);
            for (size_t i = 0; i < 3; ++i) QVERIFY(largestDifference(got.all[i], wanted.all[i]) <= 1e-4);
            second.flush();
            second.checkThatNothingIsHeld();
        }
        // The damaged block is stored again.
        Start third(name, "reference", damaged);
        (void)third.run(chat, 1);
        QVERIFY(third.reused >= 64);
    };
    for (const auto& file : files(folder())) {
        const std::vector<std::byte> bytes = readBytes(file);
        const std::string whole(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (int i = 0; i < 24; ++i) {
            std::string changed = whole;
            // The head more often than what it would be by its share.
            const size_t at =
                i % 2 == 0 ? random() % std::min<size_t>(whole.size(), 400) : random() % whole.size();
            changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1U << (random() % 8)));
            check(file, i % 6 == 5 ? whole.substr(0, at) : changed);
            if (QTest::currentTestFailed()) return;
        }
        check(file, "");
        check(file, whole + "x");
        if (QTest::currentTestFailed()) return;
    }
}

void TestDiskCache::otherSpacesAndModelsGetNothing() {
    const auto chat = randomTokens(100, 1);
    {
        Start first("llama3", "reference", folder());
        (void)first.run(chat, 3);
        first.flush();
    }
    Start other("llama3", "reference", folder(), {.folder = {}, .space = otherSpace, .shape = {}});
    QCOMPARE(other.scheduler->diskTokens(chat), size_t{0});
    (void)other.run(chat, 1);
    QCOMPARE(other.reused, size_t{0});
    Start same("llama3", "reference", folder());
    (void)same.run(chat, 1);
    QVERIFY(same.reused >= 96);
}

/// A file of another model, and one of another block, under the name of the wanted one.
void TestDiskCache::filesOfOthersAreNotBelieved() {
    const auto chat = randomTokens(100, 1), other = randomTokens(100, 2);
    GreedyClient wanted(3);
    {
        Start first("llama3", "reference", folder());
        wanted = first.run(chat, 3);
        (void)first.run(other, 3);
        first.flush();
        Start elsewhere("llama3", "reference", folder(), {.folder = {}, .space = otherSpace, .shape = {}});
        (void)elsewhere.run(other, 3);
        elsewhere.flush();
    }
    const auto all = files(folder());
    for (size_t shift = 1; shift < all.size(); ++shift) {
        const std::filesystem::path swapped = folder().string() + "-swapped";
        std::filesystem::remove_all(swapped);
        for (size_t i = 0; i < all.size(); ++i) {
            const auto target = swapped / std::filesystem::relative(all[i], folder());
            std::filesystem::create_directories(target.parent_path());
            std::filesystem::copy_file(all[(i + shift) % all.size()], target);
        }
        Start second("llama3", "reference", swapped);
        const GreedyClient got = second.run(chat, 3);
        QCOMPARE(second.reused, size_t{0});
        for (size_t i = 0; i < 3; ++i) QVERIFY(got.all[i] == wanted.all[i]);
    }
}

void TestDiskCache::fillsASmallerCache() {
    const auto old = randomTokens(150, 1), young = randomTokens(150, 2);
    {
        Start first("llama3", "reference", folder());
        (void)first.run(old, 1);
        (void)first.run(young, 1);
        first.flush();
    }
    Start second("llama3", "reference");
    second.begin(6, folder(), {});
    (void)second.run(old, 1);
    QCOMPARE(second.reused, size_t{150});
    // Blocks that no longer fit are evicted from memory, and read back from disk.
    for (const auto& chat : {young, old}) {
        (void)second.run(chat, 1);
        QVERIFY(second.reused >= 128);
    }
    second.checkThatNothingIsHeld();
}

/// Many turns of a chat, branches and restarts write each block once.
void TestDiskCache::nothingIsWrittenTwice() {
    std::vector<TokenId> chat = randomTokens(60, 1);
    uint64_t written = 0;
    for (unsigned turn = 0; turn < 8; ++turn) {
        Start start("llama3", "reference", folder());
        chat = joinedTokens(chat, start.run(chat, 12).tokens);
        auto branch = chat;
        branch.back() = (branch.back() + 1) % 40;
        (void)start.run(branch, 3);
        chat = joinedTokens(chat, randomTokens(15, 30 + turn));
        start.rest();
        written += start.store->writtenBytes();
    }
    uint64_t unique = 0;
    for (const auto& file : files(folder())) unique += std::filesystem::file_size(file);
    QVERIFY(unique > 0);
    QCOMPARE(written, unique);
}

/// A crash after a reply and a moment without questions costs nothing: only the next question is processed.
void TestDiskCache::theBlockThatAReplyFillsInPartComesBack() {
    QFETCH(QString, name);
    QFETCH(QString, kind);
    if (kind == "cuda q4_0") QSKIP("The emulator is slow.");
    const auto question = randomTokens(300, 1), next = randomTokens(9, 2);
    std::vector<TokenId> chat;
    {
        Start first(name, kind, folder());
        // With an residual block a tail takes more beside what whole blocks take.
        for (unsigned i = 0; i < (first.kvTypes.keepsResidualBlocks() ? 3 : 0); ++i) {
            (void)first.run(randomTokens(448, 20 + i), 1);
            first.rest();
        }
        chat = joinedTokens(question, first.run(question, 7).tokens);
        first.rest();
    }
    // The last token of a reply is in no cache.
    const size_t known = chat.size() - 1;
    const auto both = joinedTokens(chat, next);
    Start second(name, kind, folder());
    const GreedyClient again = second.run(both, 3);
    QCOMPARE(second.reused, known);
    QVERIFY(second.fromDisk >= known - 1);
    Start alone(name, kind);
    (void)alone.run(question, 7);
    QCOMPARE(again.all, alone.run(both, 3).all);
    second.checkThatNothingIsHeld();
}

void TestDiskCache::whatWasGivenUpIsNotTakenForWhatBeginsAlike_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"reference", "cpu", "reference q8_0", "cpu q8_0"})
        QTest::addRow("%s", kind) << kind;
}

/// A block filled in part is given up before it is on disk, while another that begins with the same tokens
/// stays: neither the reply's tail nor the end of the prompt may be written from that.
void TestDiskCache::whatWasGivenUpIsNotTakenForWhatBeginsAlike() {
    QFETCH(QString, kind);
    const QTemporaryDir folder;
    const auto prompt = randomTokens(48, 1);
    auto alike = prompt;
    alike.resize(36);
    for (const TokenId token : randomTokens(24, 2)) alike.push_back(token);
    std::vector<TokenId> whole = prompt;
    {
        Start start("llama3", kind);
        start.begin(GroupBlocks({12}), folder.path().toStdString(), {});
        const GreedyClient first = start.run(prompt, 8);
        whole.insert(whole.end(), first.tokens.begin(), first.tokens.end());
        (void)start.run(alike, 2);
        // All the room that there is but for what was used last.
        (void)start.run(randomTokens(9 * 32 + 5, 3), 2);
        QCOMPARE(start.scheduler->cachedTokens(whole), kind.contains("q8_0") ? size_t{32} : size_t{36});
        start.flush();
    }
    for (const std::vector<TokenId>& asked : {prompt, joinedTokens(whole, randomTokens(9, 4))}) {
        Start again("llama3", kind, folder.path().toStdString()), plain("llama3", kind);
        const GreedyClient client = again.run(asked, 6);
        QCOMPARE(client.all, plain.run(asked, 6).all);
        QVERIFY2(again.fromDisk >= 32, qPrintable(QString::number(again.fromDisk)));
    }
}

void TestDiskCache::tailsAddLittleToWhatIsWritten() {
    std::vector<TokenId> chat = randomTokens(20, 1);
    uint64_t written = 0, blocks = 0;
    Start start("llama3", "reference", folder());
    for (unsigned turn = 0; turn < 40; ++turn) {
        chat = joinedTokens(chat, start.run(chat, 2).tokens);
        chat = joinedTokens(chat, randomTokens(8, 30 + turn));
        start.rest();
    }
    written = start.store->writtenBytes();
    size_t tails = 0;
    for (const auto& file : files(folder())) {
        if (file.extension() == ".tail")
            ++tails;
        else
            blocks += std::filesystem::file_size(file);
    }
    QVERIFY(tails > 0);
    QVERIFY(written > blocks);
    QVERIFY(5 * written <= 6 * blocks);
}

void TestDiskCache::prefetchBringsAPromptInPieces() {
    const auto chat = randomTokens(300, 1);
    {
        Start first("llama3", "reference", folder());
        (void)first.run(chat, 1);
        first.flush();
    }
    Start second("llama3", "reference", folder());
    QVERIFY(second.scheduler->prefetch(chat, 2));
    QCOMPARE(second.scheduler->cachedTokens(chat), size_t{64});
    int pieces = 1;
    while (second.scheduler->prefetch(chat, 2)) ++pieces;
    QCOMPARE(second.scheduler->cachedTokens(chat), chat.size() - 1);
    QCOMPARE(pieces, 4);
    (void)second.run(chat, 1);
    QVERIFY(second.fromDisk < 32);
}

/// All of it, with the logits behind it, as when a reply is made again; whole blocks are one block more than
/// those of a prompt whose last token is read anew.
void TestDiskCache::aPromptThatIsInMemoryNeedsNoDisk() {
    for (const size_t length : {31U, 32U, 33U, 64U, 96U, 100U}) {
        const auto chat = randomTokens(length, 1);
        Start start("llama3", "reference", folder() / std::to_string(length));
        (void)start.run(chat, 1);
        QCOMPARE(start.scheduler->cachedTokens(chat), length);
        QCOMPARE(start.scheduler->diskTokens(chat), size_t{0});
        (void)start.run(chat, 1);
        QCOMPARE(start.fromDisk, size_t{0});
    }
}

void TestDiskCache::whatFindsNoRoomInTheQueueFollows() {
    const auto chat = randomTokens(400, 1);
    {
        Start first("llama3", "reference", folder(),
                    {.folder = {}, .space = {}, .shape = {}, .queueBytes = 1});
        (void)first.run(chat, 1);
        first.rest();
    }
    Start second("llama3", "reference", folder());
    QCOMPARE(second.scheduler->diskTokens(chat), size_t{384});
}

/// A document that is stopped in the middle goes on after a restart, and the second question after another
/// one processes the question alone. HEARTH_DOCUMENT: of how many tokens.
void TestDiskCache::aLongDocumentIsReadOnceEver() {
    const auto length = static_cast<size_t>(std::max(3000, qEnvironmentVariableIntValue("HEARTH_DOCUMENT")));
    const auto positions = static_cast<uint32_t>(length + 1000);
    const GgufFile file = GgufFile::parse(TinyLlama{.context = positions}.build());
    CpuBackend cpu(CpuOptions{.threads = 2});
    const auto model = Model::load(file, cpu, positions, {.rows = 256, .logitRows = 8});
    const auto document = randomTokens(length, 1);
    const auto ask = [&](unsigned question, size_t stopAt) {
        Scheduler scheduler(*model, KvType::F16, positions, positions / 32 + 2);
        BlockStore store({.folder = folder(), .space = space, .shape = scheduler.prefixes().shape()});
        scheduler.keepOn(store);
        GreedyClient client(2);
        scheduler.add(joinedTokens(document, randomTokens(20, question)), client, {});
        while (!scheduler.idle()) {
            scheduler.step();
            client.stop = client.stop || (!client.progress.empty() && client.progress.back().first >= stopAt);
        }
        while (scheduler.disk()->work()) {
        }
        store.flush();
        return client.reused;
    };
    QCOMPARE(ask(2, length / 2), size_t{0});
    const size_t kept = ask(2, SIZE_MAX);
    QVERIFY2(kept + 32 > length / 2, qPrintable(QString::number(kept)));
    const size_t second = ask(3, SIZE_MAX);
    QVERIFY2(second + 32 > length, qPrintable(QString::number(second)));
}

void TestDiskCache::forgettingAnOwnerLeavesWhatOthersUsed_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"llama3", "gemma3", "lfm2"}) QTest::newRow(name) << name;
}

void TestDiskCache::forgettingAnOwnerLeavesWhatOthersUsed() {
    QFETCH(QString, name);
    const auto system = randomTokens(70, 1), secret = joinedTokens(system, randomTokens(60, 2)),
               other = joinedTokens(system, randomTokens(60, 3));
    {
        Start first(name, "reference", folder());
        (void)first.run(secret, 10, "chat 1");
        (void)first.run(other, 10, "chat 2");
        first.flush();
        first.scheduler->disk()->keepTenants({"chat 2"});
        // The blocks of the other begin as these do.
        QVERIFY(first.scheduler->cachedTokens(secret) <= system.size());
        if (name == "llama3") QCOMPARE(first.scheduler->cachedTokens(other), size_t{128});
        // It may be said again.
        (void)first.run(secret, 1, "chat 3");
        first.scheduler->disk()->keepTenants({"chat 2"});
    }
    Start second(name, "reference", folder());
    QVERIFY(second.scheduler->diskTokens(secret) <= 64);
    QVERIFY(second.scheduler->diskTokens(other) >= 96);
    second.scheduler->disk()->keepTenants({});
    QCOMPARE(second.scheduler->diskTokens(other), size_t{0});
    QVERIFY(files(folder()).empty());
}

QTEST_GUILESS_MAIN(TestDiskCache)
#include "tst_disk_cache.moc"
