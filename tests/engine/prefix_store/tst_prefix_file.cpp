#include "prefix_store/prefix_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <random>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "placement/memory_plan.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/reference_pack.h"
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
constexpr ContentHash key{77, 0}, otherKey{77, 1};
constexpr uint64_t muchRoom = uint64_t{1} << 40U;

/// A start of the program: a backend, a model and an empty cache.
struct Start {
    std::unique_ptr<Backend> backend;
    std::unique_ptr<Model> model;
    std::unique_ptr<Scheduler> scheduler;
    size_t reused = 0;

    Start(const QString& name, const QString& kind) {
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
        scheduler = std::make_unique<Scheduler>(*model, KvType::F16, context, GroupBlocks(blocks));
    }
    GreedyClient run(const std::vector<TokenId>& prompt, size_t count) {
        GreedyClient client(count);
        scheduler->add(prompt, client, {});
        reused = client.reused;
        while (!scheduler->idle()) scheduler->step();
        return client;
    }
};

}  // namespace

class TestPrefixFile : public QObject {
    Q_OBJECT
private slots:
    void aSecondStartGoesOnWithTheSameBits_data() { addModels(); }
    void aSecondStartGoesOnWithTheSameBits();
    void damageIsLeftOut_data();
    void damageIsLeftOut();
    void otherKeysAndModelsGetNothing();
    void keepsTheYoungestWithinItsLimit();
    void fillsASmallerCache();
    void saysWhereItCannotWrite();
    void onlyTheOwnerCanRead();
    void tellsHowFarItIs();
    void whatIsWrittenIsKeptWhenItIsStopped();

private:
    static void addModels() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kind");
        for (const char* name : {"llama3", "gemma3", "deepseek2-lite", "lfm2", "qwen35", "granitehybrid"}) {
            for (const char* kind : {"reference", "cpu"}) QTest::addRow("%s %s", name, kind) << name << kind;
        }
#ifdef HEARTH_EMULATED
        // The emulator is slow: windows, and both kinds of state, are what a backend reads and writes.
        for (const char* name : {"gemma3", "granitehybrid"}) QTest::addRow("%s cuda", name) << name << "cuda";
#endif
    }
    std::filesystem::path file() const {
        return m_folder.filePath("kept/prefixes").toStdString();
    }
    QTemporaryDir m_folder;
};

/// Two conversations, one of them with a branch; then the program ends.
void TestPrefixFile::aSecondStartGoesOnWithTheSameBits() {
    QFETCH(QString, name);
    QFETCH(QString, kind);
    std::vector<TokenId> chat = randomTokens(90, 1), branch = chat, other = randomTokens(70, 2);
    std::vector<std::vector<TokenId>> questions;
    {
        Start first(name, kind);
        (void)first.run(other, 5);
        const GreedyClient reply = first.run(chat, 21);
        chat.insert(chat.end(), reply.tokens.begin(), reply.tokens.end());
        branch[85] = (branch[85] + 1) % 40;
        (void)first.run(branch, 10);
        savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom);
        // What would be asked next: the next turn, the same again, the branch, the other chat.
        const auto more = randomTokens(9, 3);
        questions = {chat, {chat.begin(), chat.begin() + 90}, branch, other};
        questions[0].insert(questions[0].end(), more.begin(), more.end());
        questions[3].insert(questions[3].end(), more.begin(), more.end());
        if (kind == "cuda") questions.resize(1);
    }
    // What the first start would have said, had it gone on, each time from the same state.
    for (const std::vector<TokenId>& question : questions) {
        Start same(name, kind), second(name, kind);
        (void)same.run(other, 5);
        (void)same.run({chat.begin(), chat.begin() + 90}, 21);
        (void)same.run(branch, 10);
        QVERIFY(loadPrefixes(second.scheduler->prefixes(), file(), key) > 150);
        QCOMPARE(second.scheduler->cachedTokens(question), same.scheduler->cachedTokens(question));
        const GreedyClient wanted = same.run(question, 6), got = second.run(question, 6);
        QCOMPARE(second.reused, same.reused);
        QVERIFY(second.reused >= question.size() / 2);
        QCOMPARE(got.progress, wanted.progress);
        QCOMPARE(got.tokens, wanted.tokens);
        for (size_t i = 0; i < wanted.all.size(); ++i) QVERIFY(got.all[i] == wanted.all[i]);
    }
}

void TestPrefixFile::damageIsLeftOut_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"gemma3", "lfm2"}) QTest::newRow(name) << name;
}

void TestPrefixFile::damageIsLeftOut() {
    QFETCH(QString, name);
    const auto young = randomTokens(80, 5), old = randomTokens(60, 6);
    Start first(name, "reference");
    (void)first.run(old, 3);
    const GreedyClient wanted = first.run(young, 3);
    savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom);
    const std::vector<std::byte> bytes = readBytes(file());
    const std::string whole(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto check = [&](const std::string& content, bool mayBeAll) {
        std::ofstream(file(), std::ios::binary) << content;
        Start second(name, "reference");
        const size_t tokens = loadPrefixes(second.scheduler->prefixes(), file(), key);
        QVERIFY(mayBeAll || tokens < 140);
        const GreedyClient got = second.run(young, 3);
        QCOMPARE(got.tokens, wanted.tokens);
        for (size_t i = 0; i < 3; ++i) QVERIFY(largestDifference(got.all[i], wanted.all[i]) <= 1e-4);
        second.scheduler->clearCache();
        for (size_t group = 0; group < second.model->kvWindows().size(); ++group)
            QCOMPARE(second.scheduler->pool(group).freeBlocks(), second.scheduler->pool(group).size());
    };
    check(whole, true);
    std::mt19937 random(8);
    for (int i = 0; i < 40; ++i) {
        std::string damaged = whole;
        // The head and lengths more often than what they would be by their share.
        const size_t at =
            i % 2 == 0 ? random() % std::min<size_t>(whole.size(), 600) : random() % whole.size();
        damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1U << (random() % 8)));
        check(damaged, false);
        if (QTest::currentTestFailed()) return;
    }
    for (int i = 0; i < 20; ++i) {
        check(whole.substr(0, random() % whole.size()), false);
        if (QTest::currentTestFailed()) return;
    }
    check("", false);
}

void TestPrefixFile::otherKeysAndModelsGetNothing() {
    Start first("llama3", "reference");
    (void)first.run(randomTokens(60, 1), 3);
    savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom);
    Start second("llama3", "reference"), other("gemma3", "reference");
    QCOMPARE(loadPrefixes(second.scheduler->prefixes(), file(), otherKey), size_t{0});
    QCOMPARE(loadPrefixes(other.scheduler->prefixes(), file(), key), size_t{0});
    QCOMPARE(loadPrefixes(second.scheduler->prefixes(), m_folder.filePath("none").toStdString(), key),
             size_t{0});
    QCOMPARE(loadPrefixes(second.scheduler->prefixes(), file(), key), size_t{62});
}

void TestPrefixFile::keepsTheYoungestWithinItsLimit() {
    Start first("llama3", "reference");
    std::vector<std::vector<TokenId>> chats;
    for (unsigned i = 0; i < 5; ++i) {
        chats.push_back(randomTokens(64, 20 + i));
        (void)first.run(chats.back(), 1);
    }
    savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom);
    const uint64_t all = std::filesystem::file_size(file());
    const uint64_t limit = all / 2;
    savePrefixes(first.scheduler->prefixes(), file(), key, limit);
    QVERIFY(std::filesystem::file_size(file()) <= limit);
    QVERIFY(std::filesystem::file_size(file()) > limit / 2);
    Start second("llama3", "reference");
    (void)loadPrefixes(second.scheduler->prefixes(), file(), key);
    QCOMPARE(second.scheduler->cachedTokens(chats[4]), size_t{64});
    QCOMPARE(second.scheduler->cachedTokens(chats[3]), size_t{64});
    QVERIFY(second.scheduler->cachedTokens(chats[0]) < 5);
}

void TestPrefixFile::fillsASmallerCache() {
    Start first("llama3", "reference");
    const auto old = randomTokens(128, 1), young = randomTokens(128, 2);
    (void)first.run(old, 1);
    (void)first.run(young, 1);
    savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom);
    Start second("llama3", "reference");
    second.scheduler = std::make_unique<Scheduler>(*second.model, KvType::F16, context, 6);
    (void)loadPrefixes(second.scheduler->prefixes(), file(), key);
    QCOMPARE(second.scheduler->cachedTokens(young), size_t{128});
    QVERIFY(second.scheduler->cachedTokens(old) < 5);
    QCOMPARE(second.scheduler->pool().freeBlocks(), 2U);
}

void TestPrefixFile::saysWhereItCannotWrite() {
    Start first("llama3", "reference");
    (void)first.run(randomTokens(60, 1), 1);
    std::ofstream(m_folder.filePath("plain").toStdString()) << "no folder";
    const std::filesystem::path impossible = m_folder.filePath("plain/prefixes").toStdString();
    QVERIFY_THROWS_EXCEPTION(Error, savePrefixes(first.scheduler->prefixes(), impossible, key, muchRoom));
    // A folder is in the way of the finished file: nothing is left lying about.
    const std::filesystem::path taken = m_folder.filePath("taken").toStdString();
    std::filesystem::create_directories(taken / "inner");
    QVERIFY_THROWS_EXCEPTION(Error, savePrefixes(first.scheduler->prefixes(), taken, key, muchRoom));
    QVERIFY(!std::filesystem::exists(taken.string() + ".new"));
}

void TestPrefixFile::tellsHowFarItIs() {
    Start first("llama3", "reference");
    for (unsigned i = 0; i < 3; ++i) (void)first.run(randomTokens(64, 20 + i), 1);
    std::vector<double> told;
    const auto listen = [&](double share) { told.push_back(share); };
    savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom, listen);
    QVERIFY(told.size() > 3 && told.size() <= 100);
    QVERIFY(std::ranges::is_sorted(told));
    QVERIFY(told.front() > 0 && told.back() == 1);
    told.clear();
    Start second("llama3", "reference");
    (void)loadPrefixes(second.scheduler->prefixes(), file(), key, listen);
    QVERIFY(told.size() > 3 && told.size() <= 100);
    QVERIFY(std::ranges::is_sorted(told));
    QCOMPARE(told.back(), 1.0);
    // Loading a model can be stopped meanwhile.
    Start third("llama3", "reference");
    QVERIFY_THROWS_EXCEPTION(Error,
                             (void)loadPrefixes(third.scheduler->prefixes(), file(), key, [](double share) {
                                 if (share > 0.5) throw Error(ErrorCode::Cancelled, "stopped");
                             }));
    QCOMPARE(third.scheduler->pool().freeBlocks(), third.scheduler->pool().size());
}

void TestPrefixFile::whatIsWrittenIsKeptWhenItIsStopped() {
    Start first("llama3", "reference");
    const auto old = randomTokens(128, 1), young = randomTokens(64, 2);
    (void)first.run(old, 1);
    (void)first.run(young, 1);
    savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom);
    const auto whole = std::filesystem::file_size(file());
    std::stop_source stop;
    // In the middle of the second record.
    savePrefixes(
        first.scheduler->prefixes(), file(), key, muchRoom,
        [&](double share) {
            if (share > 0.6) stop.request_stop();
        },
        stop.get_token());
    QVERIFY(std::filesystem::file_size(file()) < whole);
    QVERIFY(!std::filesystem::exists(file().string() + ".new"));
    Start second("llama3", "reference");
    QCOMPARE(loadPrefixes(second.scheduler->prefixes(), file(), key), size_t{64});
    QCOMPARE(second.scheduler->cachedTokens(young), size_t{64});
    // Before anything: an empty file that is none the worse.
    savePrefixes(first.scheduler->prefixes(), file(), key, muchRoom, {}, stop.get_token());
    Start third("llama3", "reference");
    QCOMPARE(loadPrefixes(third.scheduler->prefixes(), file(), key), size_t{0});
}

void TestPrefixFile::onlyTheOwnerCanRead() {
    Start first("llama3", "reference");
    (void)first.run(randomTokens(60, 1), 1);
    const std::filesystem::path path = m_folder.filePath("private/prefixes").toStdString();
    savePrefixes(first.scheduler->prefixes(), path, key, muchRoom);
    using std::filesystem::perms;
    QCOMPARE(std::filesystem::status(path).permissions(), perms::owner_read | perms::owner_write);
    QCOMPARE(std::filesystem::status(path.parent_path()).permissions(), perms::owner_all);
    // Nothing unfinished stays behind.
    QCOMPARE(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}), 1);
}

QTEST_GUILESS_MAIN(TestPrefixFile)
#include "tst_prefix_file.moc"
