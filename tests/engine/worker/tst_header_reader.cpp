#include "hearth/header_reader.h"

#include <signal.h>

#include <QtTest/QtTest>

#include "hearth/embedder.h"
#include "support/tower_tables.h"
#include "worker/worker_errors.h"
#include "worker_process.h"

using namespace hearth;
using namespace hearth::test;

class TestHeaderReader : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const std::filesystem::path m_model = tinyModelsFolder() / "llama-f32.gguf";

    /// Error that the action throws; nullopt: none.
    template <class Do>
    static std::optional<Error> problemOf(Do action) {
        try {
            action();
        } catch (const Error& error) {
            return error;
        }
        return std::nullopt;
    }

private slots:
    void cleanup() { QVERIFY(readers().empty()); }

    void answersAreThoseOfReadingHere() {
        const HeaderReader reader(builtProcess());
        for (const char* name : {"llama-f32.gguf", "gemma2-f16.gguf"}) {
            const auto model = tinyModelsFolder() / name;
            const ModelHeader here = readModelHeader(model), there = reader.header(model);
            QCOMPARE(there.sizeBytes, here.sizeBytes);
            QCOMPARE(there.metadata.size(), here.metadata.size());
            QCOMPARE(there.tensors.size(), here.tensors.size());
            QVERIFY(there.getString("general.architecture") == here.getString("general.architecture"));
            EngineOptions options;
            options.model = model;
            options.backend = "cpu";
            const MemoryPlan wanted = Engine::plan(options), got = reader.plan(options);
            QCOMPARE(got.weightsBytes, wanted.weightsBytes);
            QCOMPARE(got.kvConversationBytes, wanted.kvConversationBytes);
            QCOMPARE(got.contextLength, wanted.contextLength);
            QCOMPARE(got.kv.conversationBytes(2048, KvType::F16),
                     wanted.kv.conversationBytes(2048, KvType::F16));
            QVERIFY(reader.work(model) == tokenWork(GgufFile::open(model)));
            QVERIFY(!reader.makesEmbeddings(model) && !reader.reranks(model));
            options.draftModel = m_model;
            QCOMPARE(reader.checkDraft(options).problem.text(), checkDraft(options).problem.text());
        }
    }

    void plansCountTheVisionFile() {
        const std::filesystem::path folder = m_folder.path().toStdString();
        EngineOptions options;
        options.model = folder / "tiny-f32.gguf";
        options.backend = "cpu";
        std::filesystem::copy_file(m_model, options.model);
        const HeaderReader reader(builtProcess());
        QCOMPARE(reader.plan(options).visionBytes, uint64_t{0});
        const auto width = reader.header(m_model).getUint("llama.embedding_length").value_or(0);
        towerTables(static_cast<uint32_t>(width)).save(folder / "mmproj-F16.gguf");
        const MemoryPlan wanted = Engine::plan(options), got = reader.plan(options);
        QCOMPARE(wanted.visionBytes, towerTablesBytes);
        QCOMPARE(got.visionBytes, towerTablesBytes);
        QCOMPARE(got.totalBytes(), got.weightsBytes + got.kvBytes + got.scratchBytes + got.visionBytes);
        // One of another model's width cannot be used.
        towerTables(static_cast<uint32_t>(width) + 4).save(folder / "mmproj-F16.gguf");
        QCOMPARE(reader.plan(options).visionBytes, uint64_t{0});
        QTRY_VERIFY_WITH_TIMEOUT(readers().empty(), 10000);
    }

    void oneProcessAnswersAllOfAFileAndThenEnds() {
        const HeaderReader reader(builtProcess());
        QVERIFY(readers().empty());
        (void)reader.header(m_model);
        const auto first = readers();
        QCOMPARE(first.size(), size_t(1));
        (void)reader.work(m_model);
        QVERIFY(readers() == first);
        (void)reader.header(tinyModelsFolder() / "gemma2-f16.gguf");
        QVERIFY(readers().size() == 1 && readers() != first);
        QTRY_VERIFY_WITH_TIMEOUT(readers().empty(), 10000);
        QVERIFY(!reader.header(m_model).tensors.empty());
    }

    void theProcessIsShutIn() {
        const HeaderReader reader(builtProcess());
        (void)reader.header(m_model);
        const auto all = readers();
        QCOMPARE(all.size(), size_t(1));
        QFile status(QStringLiteral("/proc/%1/status").arg(all[0]));
        QVERIFY(status.open(QFile::ReadOnly));
        const QByteArray text = status.readAll();
        QVERIFY(text.contains("Seccomp:\t2") && text.contains("NoNewPrivs:\t1"));
    }

    void errorsComeAcross() {
        const HeaderReader reader(builtProcess());
        const auto missing = problemOf([&] { (void)reader.header("/nonexistent/model.gguf"); });
        const auto here = problemOf([] { (void)readModelHeader("/nonexistent/model.gguf"); });
        QVERIFY(missing && here);
        QCOMPARE(missing->message().text(), here->message().text());
        QVERIFY(!reader.makesEmbeddings("/nonexistent/model.gguf"));
        const std::filesystem::path broken(m_folder.filePath("broken.gguf").toStdString());
        std::ofstream(broken) << "GGUF and then nothing of it";
        const auto bad = problemOf([&] { (void)reader.header(broken); });
        const auto known = problemOf([&] { (void)readModelHeader(broken); });
        QVERIFY(bad && known && bad->code() == known->code());
        QCOMPARE(bad->message().text(), known->message().text());
    }

    void aProcessThatDiesIsReplacedOrSaid() {
        const HeaderReader reader(builtProcess());
        (void)reader.header(m_model);
        for (const pid_t process : readers()) kill(process, SIGKILL);
        QVERIFY(!reader.header(m_model).tensors.empty());
        WorkerProcess dying = builtProcess();
        dying.command = {"/bin/false"};
        const HeaderReader never(dying);
        const auto problem = problemOf([&] { (void)never.header(m_model); });
        QVERIFY(problem && problem->is(errors::readerEnded));
        QVERIFY(!never.makesEmbeddings(m_model));
    }

    void oneThatHangsIsEnded() {
        WorkerProcess process = builtProcess();
        process.patience = std::chrono::milliseconds(1000);
        const HeaderReader reader(process);
        (void)reader.header(m_model);
        for (const pid_t one : readers()) kill(one, SIGSTOP);
        // And another answers.
        QVERIFY(!reader.header(m_model).tensors.empty());
    }

private:
    static std::vector<pid_t> readers() { return childrenNamed("hearth-reader"); }
};

QTEST_GUILESS_MAIN(TestHeaderReader)
#include "tst_header_reader.moc"
