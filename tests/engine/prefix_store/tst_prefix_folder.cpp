#include "prefix_store/prefix_folder.h"

#include <sys/stat.h>

#include <chrono>
#include <fstream>

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "session/scheduler.h"
#include "support/greedy_client.h"
#include "support/tiny_llama.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

class TestPrefixFolder : public QObject {
    Q_OBJECT
private slots:
    void keepsAndForgets() {
        const QTemporaryDir folder;
        const PrefixFolder prefixes(path(folder), ContentHash{5, 0}, uint64_t{1} << 30U);
        const auto first = filled();
        prefixes.save(first->prefixes());
        const auto second = empty();
        QCOMPARE(prefixes.load(second->prefixes()), size_t{60});
        QCOMPARE(second->cachedTokens(randomTokens(60, 1)), size_t{60});
        // Another key is another model.
        QCOMPARE(PrefixFolder(path(folder), ContentHash{6, 0}, uint64_t{1} << 30U).load(empty()->prefixes()),
                 size_t{0});
        prefixes.forget();
        QCOMPARE(prefixes.load(empty()->prefixes()), size_t{0});
        QVERIFY(std::filesystem::is_empty(path(folder)));
    }

    void oldFilesOfOthersMakeRoom() {
        const QTemporaryDir folder;
        const auto cache = filled();
        const PrefixFolder measured(path(folder), ContentHash{1, 0}, uint64_t{1} << 30U);
        measured.save(cache->prefixes());
        uint64_t size = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path(folder))) size = entry.file_size();
        const uint64_t limit = 3 * size;
        for (const uint64_t key : {2U, 3U}) {
            PrefixFolder(path(folder), ContentHash{key, 0}, limit).save(cache->prefixes());
            age(folder);
        }
        const std::filesystem::path foreign = path(folder) / "notes.txt";
        std::ofstream(foreign) << std::string(4 * size, 'x');
        age(folder);
        PrefixFolder(path(folder), ContentHash{4, 0}, limit).save(cache->prefixes());
        // The oldest had to go; what is not ours is not touched.
        QCOMPARE(measured.load(empty()->prefixes()), size_t{0});
        for (const uint64_t key : {2U, 3U, 4U})
            QCOMPARE(PrefixFolder(path(folder), ContentHash{key, 0}, limit).load(empty()->prefixes()),
                     size_t{60});
        QVERIFY(std::filesystem::exists(foreign));
        // Only this model's own file fits.
        PrefixFolder(path(folder), ContentHash{2, 0}, size * 3 / 2).save(cache->prefixes());
        QCOMPARE(PrefixFolder(path(folder), ContentHash{2, 0}, size * 3 / 2).load(empty()->prefixes()),
                 size_t{60});
        QCOMPARE(PrefixFolder(path(folder), ContentHash{4, 0}, size * 3 / 2).load(empty()->prefixes()),
                 size_t{0});
    }

    /// Files of an earlier format would only take room. Pipes, links to nowhere and folders of such names are
    /// no files of ours, and a pipe that nobody writes to must not be waited for.
    void onlyFilesOfThisFormatStay() {
        const QTemporaryDir folder;
        const ContentHash key{5, 9};
        const PrefixFolder prefixes(path(folder), key, uint64_t{1} << 30U);
        const auto cache = filled();
        prefixes.save(cache->prefixes());
        std::filesystem::path own;
        for (const auto& entry : std::filesystem::directory_iterator(path(folder))) own = entry.path();
        PrefixFolder(path(folder), ContentHash{6, 9}, uint64_t{1} << 30U).save(cache->prefixes());
        std::ofstream(path(folder) / "0123456789abcdef.prefixes") << "hpfixs02" << std::string(100, 'x');
        std::ofstream(path(folder) / "empty.prefixes") << "";
        std::ofstream(path(folder) / "notes.txt") << "mine";
        QCOMPARE(::mkfifo((path(folder) / "pipe.prefixes").c_str(), 0600), 0);
        QCOMPARE(::mkfifo((own.string() + ".new").c_str(), 0600), 0);
        std::filesystem::create_directory(path(folder) / "folder.prefixes");
        std::filesystem::create_symlink("nowhere", path(folder) / "link.prefixes");
        QCOMPARE(prefixes.load(empty()->prefixes()), size_t{60});
        QVERIFY(!std::filesystem::exists(path(folder) / "0123456789abcdef.prefixes"));
        QVERIFY(!std::filesystem::exists(path(folder) / "empty.prefixes"));
        for (const char* stays : {"notes.txt", "pipe.prefixes", "folder.prefixes"})
            QVERIFY2(std::filesystem::exists(path(folder) / stays), stays);
        prefixes.save(cache->prefixes());
        QCOMPARE(prefixes.load(empty()->prefixes()), size_t{60});
        QCOMPARE(PrefixFolder(path(folder), ContentHash{6, 9}, 1).load(empty()->prefixes()), size_t{60});
        // One in the place of this model's own file.
        std::filesystem::remove(own);
        QCOMPARE(::mkfifo(own.c_str(), 0600), 0);
        QCOMPARE(prefixes.load(empty()->prefixes()), size_t{0});
        prefixes.save(cache->prefixes());
        QCOMPARE(prefixes.load(empty()->prefixes()), size_t{60});
    }

private:
    static std::filesystem::path path(const QTemporaryDir& folder) { return folder.path().toStdString(); }
    /// Everything in the folder becomes an hour older.
    static void age(const QTemporaryDir& folder) {
        for (const auto& entry : std::filesystem::directory_iterator(path(folder)))
            std::filesystem::last_write_time(entry.path(), entry.last_write_time() - std::chrono::hours(1));
    }
    std::unique_ptr<Scheduler> empty() { return std::make_unique<Scheduler>(*m_model, KvType::F16, 256, 16); }
    std::unique_ptr<Scheduler> filled() {
        auto scheduler = empty();
        GreedyClient client(1);
        scheduler->add(randomTokens(60, 1), client, {});
        while (!scheduler->idle()) scheduler->step();
        return scheduler;
    }

    ReferenceBackend m_backend;
    std::unique_ptr<Model> m_model = Model::load(GgufFile::parse(TinyLlama{.context = 256}.build()),
                                                 m_backend, 256, {.rows = 64, .logitRows = 8});
};

QTEST_GUILESS_MAIN(TestPrefixFolder)
#include "tst_prefix_folder.moc"
