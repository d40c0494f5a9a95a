// Our own files when the power goes: what was written and not synced is there, or not, sector by sector.
// SQLite's are in tst_power_cut.cpp. More cuts: HEARTH_CUTS=1500 build/release/tests/tst_unsynced_files.
#include <fcntl.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <random>

#include "cli/batch_file.h"
#include "files/whole_file.h"
#include "hearth/block_type.h"
#include "hearth/error.h"
#include "hearth/quantize_model.h"
#include "hub/download_job.h"
#include "models/file_mover.h"
#include "prefix_store/block_folder.h"
#include "server/response_file.h"
#include "store/backup.h"
#include "store/store.h"
#include "support/fake_hub_environment.h"
#include "support/recorded_disk.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::RecordedDisk;

namespace {

struct UnsyncedFlow {
    std::function<void(const QString& folder)> prepare = [](const QString&) {};
    std::function<void(const QString& folder)> run;
    /// The fault in a folder after the cut, with this many things acknowledged before.
    std::function<QString(const QString& folder, size_t acknowledged)> check;
};

/// Runs a flow once and checks the folder after cuts all over it. Returns the fault with its cut; empty:
/// none.
QString tryCuts(const UnsyncedFlow& flow) {
    const QTemporaryDir place;
    flow.prepare(place.path());
    const RecordedDisk disk(place.path().toStdString());
    const size_t begin = disk.log().size();
    flow.run(place.path());
    const test::DiskLog log = disk.log();
    const int cuts =
        qEnvironmentVariableIsSet("HEARTH_CUTS") ? qEnvironmentVariableIntValue("HEARTH_CUTS") : 40;
    const auto seed = static_cast<uint64_t>(qEnvironmentVariableIntValue("HEARTH_SEED"));
    if (log.size() == begin) return QStringLiteral("nothing was recorded");
    for (int i = 0; i < cuts; ++i) {
        std::mt19937_64 random(seed + static_cast<uint64_t>(i));
        // Often at the very end, where all that was promised is.
        const size_t steps = i % 8 == 0 ? log.size() : begin + random() % (log.size() - begin + 1);
        const QTemporaryDir after;
        log.writeTo(after.path().toStdString(), steps, random);
        const QString problem = flow.check(after.path(), log.acknowledged(steps));
        if (!problem.isEmpty())
            return QStringLiteral("after %1 of %2 steps, cut %3: %4")
                .arg(steps)
                .arg(log.size())
                .arg(i)
                .arg(problem);
    }
    qInfo("%d cuts in %zu steps", cuts, log.size() - begin);
    return {};
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
}

BlockRecord blockRecord(uint64_t key) {
    BlockRecord record{.name = {{key, 0}, static_cast<uint32_t>(key)},
                       .parent = {},
                       .tokens = {1, 2, 3},
                       .groups = {std::vector<std::byte>(5000)},
                       .state = {},
                       .logits = {}};
    for (size_t i = 0; i < record.groups[0].size(); ++i)
        record.groups[0][i] = static_cast<std::byte>(i * (key + 1));
    return record;
}

std::string answerTo(int request) {
    return R"({"id":"batch_req_)" + std::to_string(request) + R"(","custom_id":")" + std::to_string(request) +
           R"(","response":{"status_code":200,"body":")" + std::string(700, 'a') + "\"},\"error\":null}\n";
}

}  // namespace

class TestUnsyncedFiles : public QObject {
    Q_OBJECT

private slots:
    void theDiskForgets() {
        UnsyncedFlow flow;
        int lost = 0, torn = 0, whole = 0;
        flow.run = [](const QString& folder) { write(folder + "/a", QByteArray(4096, 'a')); };
        flow.check = [&](const QString& folder, size_t) {
            const QByteArray there = read(folder + "/a");
            ++(there.isEmpty() ? lost : there.count('a') == 4096 ? whole : torn);
            return QString();
        };
        QCOMPARE(tryCuts(flow), QString());
        QVERIFY(lost > 0);
        QVERIFY(torn > 0);
        QVERIFY(whole > 0);
    }

    void savedFiles() {
        const QByteArray before(3000, 'b'), after(6000, 'a');
        UnsyncedFlow flow;
        flow.prepare = [&](const QString& folder) { write(folder + "/chats.json", before); };
        flow.run = [&](const QString& folder) {
            app::WholeFile file(folder + "/chats.json");
            if (!file.open(QFile::WriteOnly) || file.write(after) != after.size() || !file.commitWhole())
                qFatal("not written");
            RecordedDisk::acknowledge();
        };
        flow.check = [&](const QString& folder, size_t acknowledged) {
            const QByteArray there = read(folder + "/chats.json");
            if (there == after || (there == before && acknowledged == 0)) return QString();
            return QStringLiteral("%1 bytes are there").arg(there.size());
        };
        QCOMPARE(tryCuts(flow), QString());
    }

    void downloads() {
        FakeHub hub;
        if (!hub.isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        QByteArray bytes(300000, 'm');
        for (qsizetype i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i / 7);
        hub.addFile(QStringLiteral("owner/model"), QStringLiteral("m.gguf"), bytes);
        const DownloadRequest request{"owner/model", FakeHub::commit(),
                                      "Model",       "Q4_0",
                                      "mit",         {{"m.gguf", bytes.size(), FakeHub::digestOf(bytes)}}};
        const auto download = [&](const QString& folder) -> QString {
            const QString parts = folder + "/.downloads";
            DownloadJournal journal;
            journal.request = request;
            if (const auto kept =
                    DownloadJournal::read(DownloadJournal::pathOf(parts, DownloadJournal::nameOf(request))))
                journal = *kept;
            // As after a start of the machine, which the cut was.
            journal.bootId = QStringLiteral("another");
            DownloadPatience patience;
            patience.firstPauseMs = 1;
            patience.reportMs = 0;
            patience.attempts = 3;
            patience.syncBytes = 1 << 16;
            patience.spareBytes = 0;
            std::stop_source stop;
            DownloadJob job(journal, {parts, folder}, environmentOf(hub), patience, stop.get_token());
            bool ended = false, installed = false;
            QString told;
            QObject::connect(&job, &DownloadJob::ended, &job,
                             [&](DownloadJob::End how, const QString& problem, const QString&) {
                                 ended = true;
                                 installed = how == DownloadJob::End::Installed;
                                 told = problem;
                             });
            job.start();
            if (!QTest::qWaitFor([&] { return ended; }, 20000)) return QStringLiteral("it hangs");
            return installed ? QString() : told;
        };
        UnsyncedFlow flow;
        flow.run = [&](const QString& folder) {
            if (const QString told = download(folder); !told.isEmpty()) qFatal("%s", qPrintable(told));
            RecordedDisk::acknowledge();
        };
        flow.check = [&](const QString& folder, size_t acknowledged) -> QString {
            const QString path = folder + "/owner/model/m.gguf";
            const bool isThere = QFile::exists(path);
            if (isThere && read(path) != bytes) return QStringLiteral("a wrong file has its name");
            if (!isThere && acknowledged > 0) return QStringLiteral("it is gone");
            if (isThere) return {};
            if (const QString told = download(folder); !told.isEmpty()) return told;
            return read(path) == bytes ? QString() : QStringLiteral("the file is not right");
        };
        QCOMPARE(tryCuts(flow), QString());
    }

    void blocksOfTheCache() {
        const ContentHash space{1, 1};
        const BlockShape shape{.groupBytes = {5000}, .vocabulary = 8};
        UnsyncedFlow flow;
        const auto writeAll = [&](const QString& folder) {
            const BlockFolder blocks((folder + "/cache").toStdString());
            for (uint64_t key = 0; key < 6; ++key) blocks.write(space, blockRecord(key), 0);
        };
        flow.run = writeAll;
        flow.check = [&](const QString& folder, size_t) -> QString {
            const BlockFolder blocks((folder + "/cache").toStdString());
            const auto same = [&](uint64_t key, bool mayBeMissing) {
                const BlockRecord made = blockRecord(key);
                const auto found = blocks.read(
                    space, shape, {.name = made.name, .parent = made.parent, .tokens = made.tokens});
                return found ? found->groups == made.groups : mayBeMissing;
            };
            for (uint64_t key = 0; key < 6; ++key)
                if (!same(key, true)) return QStringLiteral("a wrong block is read");
            writeAll(folder);
            for (uint64_t key = 0; key < 6; ++key)
                if (!same(key, false)) return QStringLiteral("a block cannot be written again");
            return {};
        };
        QCOMPARE(tryCuts(flow), QString());
    }

    void answersOfABatch() {
        constexpr int count = 6;
        const QTemporaryDir requests;
        const auto open = [&](const QString& folder) {
            const int input = ::open(qPrintable(requests.filePath("in.jsonl")), O_RDONLY | O_CREAT, 0600);
            auto file = std::make_unique<cli::BatchFile>((folder + "/out.jsonl").toStdString(),
                                                         platform::FileHandle(input));
            ::close(input);
            return file;
        };
        UnsyncedFlow flow;
        flow.run = [&](const QString& folder) {
            const auto file = open(folder);
            for (int i = 0; i < count; ++i) {
                file->append(answerTo(i));
                if (i % 2 == 0) continue;
                file->sync();
                RecordedDisk::acknowledge();
            }
        };
        flow.check = [&](const QString& folder, size_t acknowledged) -> QString {
            try {
                const auto file = open(folder);
                if (file->size() < 2 * acknowledged)
                    return QStringLiteral("%1 answers of %2 are there")
                        .arg(file->size())
                        .arg(2 * acknowledged);
                for (int i = 0; i < count; ++i)
                    if (!file->hasAnswerTo(std::to_string(i))) file->append(answerTo(i));
            } catch (const Error& error) {
                return QString::fromUtf8(error.what());
            }
            const auto lines = read(folder + "/out.jsonl").split('\n');
            return lines.size() == count + 1 && lines.last().isEmpty()
                       ? QString()
                       : QStringLiteral("there are other lines");
        };
        QCOMPARE(tryCuts(flow), QString());
    }

    void responsesOfTheServer() {
        const std::vector<std::string> first{"one", std::string(2000, 'x')}, second{"three"},
            instead{"four", "five"};
        UnsyncedFlow flow;
        flow.run = [&](const QString& folder) {
            server::ResponseFile file((folder + "/responses").toStdString());
            if (!file.read().empty() || !file.append(first) || !file.append(second) || !file.replace(instead))
                qFatal("not written");
        };
        flow.check = [&](const QString& folder, size_t) -> QString {
            server::ResponseFile file((folder + "/responses").toStdString());
            auto there = file.read();
            std::vector<std::string> all = first;
            all.insert(all.end(), second.begin(), second.end());
            const bool begins =
                there.size() <= all.size() && std::equal(there.begin(), there.end(), all.begin());
            if (!begins && there != instead) return QStringLiteral("other records are there");
            if (!file.append(second)) return QStringLiteral("nothing can be added");
            there.push_back(second[0]);
            return file.read() == there ? QString() : QStringLiteral("what was added is not there");
        };
        QCOMPARE(tryCuts(flow), QString());
    }

    void quantizedModels() {
        const auto quantize = [](const QString& folder) {
            quantizeModel(test::tinyModelsFolder() / "llama-f32.gguf", (folder + "/q8.gguf").toStdString(),
                          BlockType::Q8_0);
        };
        const QTemporaryDir whole;
        quantize(whole.path());
        const QByteArray bytes = read(whole.filePath("q8.gguf"));
        UnsyncedFlow flow;
        flow.run = [&](const QString& folder) {
            quantize(folder);
            RecordedDisk::acknowledge();
        };
        flow.check = [&](const QString& folder, size_t acknowledged) {
            const QString path = folder + "/q8.gguf";
            if (QFile::exists(path) ? read(path) == bytes : acknowledged == 0) return QString();
            return QStringLiteral("%1 bytes of %2 have its name").arg(read(path).size()).arg(bytes.size());
        };
        QCOMPARE(tryCuts(flow), QString());
    }

    void movedModels_data() {
        QTest::addColumn<bool>("copies");
        QTest::addRow("on one disk") << false;
        QTest::addRow("to another disk") << true;
    }
    void movedModels() {
        QFETCH(const bool, copies);
        const QByteArray bytes(200000, 'm');
        UnsyncedFlow flow;
        flow.prepare = [&](const QString& folder) { write(folder + "/m.gguf", bytes); };
        flow.run = [&](const QString& folder) {
            const auto rename = [copies](const QString& from, const QString& to) {
                return copies ? EXDEV : ::rename(qPrintable(from), qPrintable(to)) == 0 ? 0 : errno;
            };
            const MoveOutcome outcome =
                moveFiles({{folder + "/m.gguf", folder + "/new/m.gguf"}}, {}, {}, rename);
            if (outcome.kind != MoveOutcome::Moved) qFatal("%s", qPrintable(outcome.problem));
        };
        flow.check = [&](const QString& folder, size_t) {
            const QString from = folder + "/m.gguf", to = folder + "/new/m.gguf";
            if (QFile::exists(to) && read(to) != bytes) return QStringLiteral("half a model has its name");
            return QFile::exists(to) || read(from) == bytes ? QString() : QStringLiteral("the model is gone");
        };
        QCOMPARE(tryCuts(flow), QString());
    }

    void backups() {
        const QTemporaryDir place;
        const auto source = store::Store::open((place.path() + "/chats").toStdString());
        UnsyncedFlow flow;
        flow.prepare = [](const QString& folder) { write(folder + "/backup.db", "the one before"); };
        flow.run = [&](const QString& folder) {
            store::backUp(source->database(), (folder + "/backup.db").toStdString());
            RecordedDisk::acknowledge();
        };
        flow.check = [](const QString& folder, size_t acknowledged) -> QString {
            const QByteArray there = read(folder + "/backup.db");
            if (there == "the one before" && acknowledged == 0) return {};
            if (!there.startsWith("SQLite format 3")) return QStringLiteral("half a backup has its name");
            try {
                return store::Database::open((folder + "/backup.db").toStdString())->quickCheck();
            } catch (const store::StoreError& error) {
                return error.message();
            }
        };
        QCOMPARE(tryCuts(flow), QString());
    }
};

QTEST_GUILESS_MAIN(TestUnsyncedFiles)
#include "tst_unsynced_files.moc"
