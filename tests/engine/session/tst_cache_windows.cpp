#include <filesystem>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
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
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

constexpr uint32_t context = 512, allBlocks = 96;
constexpr uint32_t chunk = 64;

std::unique_ptr<Backend> makeBackend(const QString& name) {
    if (name == "cpu") return std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
#ifdef HEARTH_EMULATED
    if (name == "cuda") return std::make_unique<cuda::CudaBackend>();
#endif
    return std::make_unique<ReferenceBackend>(2);
}

}  // namespace

/// Models with sliding windows, with blocks for little more than the windows, against the same with
/// everything kept: the same bits, whatever was given up.
class TestCacheWindows : public QObject {
    Q_OBJECT
private slots:
    void init();
    void longPromptsGiveTheSameBits_data() { addModels(true); }
    void longPromptsGiveTheSameBits();
    void turnsReuseEverything_data() { addModels(); }
    void turnsReuseEverything();
    void editsFarBackAreRightAndSaidHonestly_data() { addModels(true); }
    void editsFarBackAreRightAndSaidHonestly();
    void everythingStaysWhileThereIsRoom_data() { addModels(); }
    void everythingStaysWhileThereIsRoom();
    void sequencesAtOnceShareTheRoom_data() { addModels(); }
    void sequencesAtOnceShareTheRoom();
    void measuringWithoutCacheWorks_data() { addModels(); }
    void measuringWithoutCacheWorks();
    void matchesThePackBeyondTheWindow_data() { addPackModels(); }
    void matchesThePackBeyondTheWindow();

private:
    /// `emulated`: also on the emulated GPU. That is slow, so one model does: tables with blocks given up
    /// and copies of blocks are all that a backend has to do with windows.
    static void addModels(bool emulated = false) {
        addRows({"gemma3", "cohere2", "exaone4-windows", "gpt-oss", "gemma4"});
#ifdef HEARTH_EMULATED
        if (emulated) addRow("cuda", "gemma3");
#else
        (void)emulated;
#endif
    }
    static void addPackModels() {
        addRows({"gemma2", "gemma3", "gemma4", "gpt-oss"});
    }
    static void addRows(std::initializer_list<const char*> names) {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("name");
        for (const char* backend : {"reference", "cpu"})
            for (const char* name : names) addRow(backend, name);
    }
    static void addRow(const char* backend, const char* name) {
        QTest::addRow("%s %s", name, backend) << backend << name;
    }
    bool isSlow() const {
        return m_backend->info().kind == "cuda";
    }

    GreedyClient run(Scheduler& scheduler, const std::vector<TokenId>& prompt, size_t count) {
        GreedyClient client(count);
        scheduler.add(prompt, client, {});
        m_reused = client.reused;
        while (!scheduler.idle()) scheduler.step();
        return client;
    }
    /// Blocks in windows for one sequence and `kept` more.
    GroupBlocks few(uint32_t kept) const {
        std::vector<uint32_t> blocks;
        for (const uint32_t window : m_model->kvWindows())
            blocks.push_back(window == 0 ? allBlocks : windowBlocks(window, chunk) + 1 + kept);
        return GroupBlocks(blocks);
    }
    Scheduler scheduler(const GroupBlocks& blocks) const {
        return {*m_model, KvType::F16, context, blocks};
    }
    static void compare(const GreedyClient& some, const GreedyClient& all) {
        QVERIFY(!some.isFull);
        QCOMPARE(some.tokens, all.tokens);
        for (size_t i = 0; i < all.all.size(); ++i) QVERIFY(some.all[i] == all.all[i]);
    }

    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Model> m_model;
    size_t m_reused = 0;
};

void TestCacheWindows::init() {
    QFETCH(QString, backend);
    QFETCH(QString, name);
#ifdef HEARTH_EMULATED
    emulator::configureDevice({});
    emulator::g_machine.configure({});
#endif
    const std::string file = name.toStdString() + ".gguf";
    auto path = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" / file;
    if (QByteArrayView(QTest::currentTestFunction()) == "matchesThePackBeyondTheWindow") {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        path = pack / "tiny" / file;
    }
    m_model.reset();  // before its backend
    m_backend = makeBackend(backend);
    m_model = Model::load(GgufFile::open(path), *m_backend, context, {.rows = chunk, .logitRows = chunk});
    QVERIFY(m_model->kvWindows().size() > 1);
}

void TestCacheWindows::longPromptsGiveTheSameBits() {
    Scheduler all = scheduler(allBlocks), some = scheduler(few(0));
    QVERIFY(some.kv().sizeBytes < all.kv().sizeBytes);
    const auto prompt = randomTokens(isSlow() ? 150 : 300, 1);
    const size_t reply = isSlow() ? 20 : 80;
    compare(run(some, prompt, reply), run(all, prompt, reply));
}

void TestCacheWindows::turnsReuseEverything() {
    Scheduler all = scheduler(allBlocks), some = scheduler(few(2));
    std::vector<TokenId> chat = randomTokens(90, 2);
    for (unsigned turn = 0; turn < 4; ++turn) {
        const GreedyClient kept = run(all, chat, 25);
        const size_t reused = m_reused;
        compare(run(some, chat, 25), kept);
        // All of the turns before but the last token, which was never fed.
        QCOMPARE(m_reused, turn == 0 ? size_t{0} : chat.size() - 31);
        QCOMPARE(m_reused, reused);
        chat.insert(chat.end(), kept.tokens.begin(), kept.tokens.end());
        const auto more = randomTokens(30, 10 + turn);
        chat.insert(chat.end(), more.begin(), more.end());
    }
}

void TestCacheWindows::editsFarBackAreRightAndSaidHonestly() {
    Scheduler all = scheduler(allBlocks), some = scheduler(few(2));
    const auto prompt = randomTokens(260, 3);
    const size_t reply = isSlow() ? 8 : 40;
    compare(run(some, prompt, reply), run(all, prompt, reply));
    // Answered once more: everything is there.
    QCOMPARE(some.cachedTokens(prompt), size_t{260});
    compare(run(some, prompt, reply), run(all, prompt, reply));
    QCOMPARE(m_reused, size_t{260});
    size_t fewer = 0;
    const std::vector<size_t> cuts =
        isSlow() ? std::vector<size_t>{250, 64} : std::vector<size_t>{250, 130, 64, 33, 259};
    for (const size_t cut : cuts) {
        std::vector<TokenId> branch(prompt.begin(), prompt.begin() + static_cast<ptrdiff_t>(cut));
        const auto other = randomTokens(50, 30 + static_cast<unsigned>(cut));
        branch.insert(branch.end(), other.begin(), other.end());
        const size_t cached = some.cachedTokens(branch);
        const GreedyClient kept = run(all, branch, 6);
        QVERIFY(m_reused >= cut);
        const GreedyClient client = run(some, branch, 6);
        QCOMPARE(m_reused, cached);
        fewer += m_reused < cut ? 1 : 0;
        QCOMPARE(client.progress.front().second, branch.size());
        // Computed anew in other chunks, the fast backend may differ in the last bits.
        QCOMPARE(client.tokens, kept.tokens);
        for (size_t i = 0; i < 6; ++i) QVERIFY(largestDifference(client.all[i], kept.all[i]) <= 2e-2);
        if (m_backend->info().kind == "reference")
            for (size_t i = 0; i < 6; ++i) QVERIFY(client.all[i] == kept.all[i]);
    }
    QVERIFY(fewer > 0);
    all.clearCache();
    some.clearCache();
    for (size_t group = 0; group < m_model->kvWindows().size(); ++group)
        QCOMPARE(some.pool(group).freeBlocks(), some.pool(group).size());
}

void TestCacheWindows::everythingStaysWhileThereIsRoom() {
    Scheduler roomy = scheduler(allBlocks);
    const auto prompt = randomTokens(260, 3);
    (void)run(roomy, prompt, 40);
    for (const size_t cut : {250U, 130U, 64U, 33U})
        QCOMPARE(roomy.cachedTokens(std::span(prompt).first(cut)), cut - 1);
}

void TestCacheWindows::sequencesAtOnceShareTheRoom() {
    // Room for the windows of three, and for the chunk of one.
    Scheduler some = scheduler(few(8));
    std::vector<std::unique_ptr<GreedyClient>> clients;
    for (unsigned i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<GreedyClient>(20));
        some.add(randomTokens(100 + 7 * i, 60 + i), *clients.back(), {});
    }
    while (!some.idle()) some.step();
    for (unsigned i = 0; i < 3; ++i) {
        Scheduler all = scheduler(allBlocks);
        const GreedyClient alone = run(all, randomTokens(100 + 7 * i, 60 + i), 20);
        QVERIFY(!clients[i]->isFull);
        QCOMPARE(clients[i]->tokens, alone.tokens);
        for (size_t k = 0; k < alone.all.size(); ++k)
            QVERIFY(largestDifference(clients[i]->all[k], alone.all[k]) <= 2e-2);
    }
}

void TestCacheWindows::measuringWithoutCacheWorks() {
    Scheduler some = scheduler(few(0)), all = scheduler(allBlocks);
    const auto prompt = randomTokens(80, 5);
    const auto runAnew = [](Scheduler& with, const std::vector<TokenId>& tokens, size_t count) {
        GreedyClient client(count);
        with.add(tokens, client, {.reuse = false});
        while (!with.idle()) with.step();
        return client;
    };
    const GreedyClient together = runAnew(all, prompt, 4);
    std::vector<TokenId> tokens = prompt;
    for (const TokenId token : together.tokens) {
        const GreedyClient one = runAnew(some, tokens, 1);
        QVERIFY(!one.isFull);
        QCOMPARE(one.tokens, std::vector<TokenId>{token});
        tokens.push_back(token);
    }
    for (size_t group = 0; group < m_model->kvWindows().size(); ++group)
        QCOMPARE(some.pool(group).freeBlocks(), some.pool(group).size());
}

void TestCacheWindows::matchesThePackBeyondTheWindow() {
    QFETCH(QString, name);
    QFETCH(QString, backend);
    const std::filesystem::path pack = *goldenFolder();
    const auto facts = readJson(pack / "tiny" / (name.toStdString() + ".json"));
    const auto tokens = facts.at("sequences").at(2).at("tokens").get<std::vector<TokenId>>();
    QCOMPARE(tokens.size(), size_t{200});
    const NpyArray expected = readNpy(pack / "tiny" / (name.toStdString() + ".last.npy"));
    // In four turns, each of which goes on from the one before.
    Scheduler some(*m_model, KvType::F32, context, few(1));
    std::vector<float> last;
    size_t processed = 0;
    for (const ptrdiff_t length : {60, 110, 155, 200}) {
        const GreedyClient client = run(some, {tokens.begin(), tokens.begin() + length}, 1);
        QCOMPARE(m_reused, processed);
        processed = static_cast<size_t>(length);
        last = client.all[0];
    }
    // gemma: see the pack's notes. The fast backends round activations.
    const double tolerance = backend == "reference" ? (name.startsWith("gemma") ? 1e-2 : 2e-3) : 0.15;
    const double difference = largestDifference(last, expected.row(2));
    QVERIFY2(difference <= tolerance, qPrintable(QString::number(difference)));
}

QTEST_GUILESS_MAIN(TestCacheWindows)
#include "tst_cache_windows.moc"
