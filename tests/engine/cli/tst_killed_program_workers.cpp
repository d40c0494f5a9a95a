// `serve` and `batch` while the workers of their models are killed, crash, are starved of memory, or stand
// still for a while: every request is answered right or fails with a sentence, and the next one is answered.
// HEARTH_KILLS=200 ends that many of each program.
#include <signal.h>

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <array>
#include <future>
#include <map>
#include <random>

#include "../worker/ended_worker.h"
#include "../worker/worker_process.h"
#include "command_line.h"
#include "engine/http/raw_client.h"
#include "tiny_reference.h"

using namespace hearth::test;
using Json = nlohmann::json;

namespace {

enum Activity { Idle, Prefilling, Replying, Streaming, ManyReplies, Embedding, ActivityCount };
constexpr std::array activityNames{"idle", "prefill", "reply", "streamed reply", "six replies", "embedding"};
const char* const modelProcess = "hearth-model";
/// Stands for the question of an embedding model.
const std::string vectorsOfAll = "vectors";

int wantedEnds(int usual) {
    return std::max(usual, qEnvironmentVariableIntValue("HEARTH_KILLS"));
}

std::mt19937 randomNumbers() {
    return std::mt19937(static_cast<unsigned>(std::max(1, qEnvironmentVariableIntValue("HEARTH_SEED"))));
}

/// Ends the workers of a program. One that only stands still goes on after 300 ms, as programs wait far
/// longer than a test can. Returns their number.
int endWorkersOf(const QProcess& program, WorkerEnd how, const char* name = modelProcess) {
    const std::vector<pid_t> workers = childrenNamed(name, static_cast<pid_t>(program.processId()));
    for (const pid_t one : workers) endWorker(one, how);
    if (how == WorkerEnd::Stopped) {
        QThread::msleep(300);
        for (const pid_t one : workers) (void)kill(one, SIGCONT);
    }
    return static_cast<int>(workers.size());
}

}  // namespace

class TestKilledProgramWorkers : public QObject {
    Q_OBJECT

    /// An answer of the server as a client reads it.
    struct Answer {
        int status = 0;
        std::string text, problem;
        bool isWhole = false;
    };

    std::string m_long;
    QProcess m_server;
    quint16 m_port = 0;
    std::map<std::string, std::string> m_answers;  ///< by question
    int m_ends = 0, m_right = 0, m_failed = 0, m_cutShort = 0;
    QTemporaryDir m_folder;

    void startServer() {
        m_server.setProgram(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli");
        m_server.setStandardErrorFile(m_folder.filePath("said"));
        m_server.start(m_server.program(),
                       {"serve", "--port", "0", "-t", "1", "--ctx", "2048", "--parallel", "8", "-m",
                        tinyModel(), "--embedding-model",
                        QString::fromUtf8(HEARTH_SOURCE_DIR "/tests/reference/embeddings/bert-cls")});
        static const QRegularExpression where("listening on http://.*:(\\d+)\n");
        QString said;
        while (m_port == 0 && m_server.waitForReadyRead(60'000)) {
            said += QString::fromUtf8(m_server.readAllStandardOutput());
            m_port = where.match(said).captured(1).toUShort();
        }
        QVERIFY2(m_port != 0, qPrintable(said));
    }

    static Answer takeStream(const std::string& body) {
        Answer answer{.status = 200, .text = {}, .problem = {}};
        for (const QByteArray& line : QByteArray::fromStdString(body).split('\n')) {
            if (!line.startsWith("data: ")) continue;
            if (line.trimmed() == "data: [DONE]") answer.isWhole = answer.problem.empty();
            const Json event = Json::parse(line.mid(6).toStdString(), nullptr, false);
            if (!event.is_object()) continue;
            if (event.contains("error")) answer.problem = event["error"].value("message", "");
            if (event.contains("choices") && !event["choices"].empty())
                answer.text += event["choices"][0].value("text", "");
        }
        return answer;
    }
    Answer ask(const std::string& question, bool isStream = false) const {
        RawClient client(m_port);
        const Json body{{"prompt", question},
                        {"temperature", 0},
                        {"max_tokens", 600},
                        {"ignore_eos", true},
                        {"stream", isStream}};
        client.send(postRequest("/v1/completions", body.dump()));
        if (isStream) {
            const std::string read = client.readUntil("0\r\n\r\n", std::chrono::seconds(60));
            if (statusOf(read) == 200) return takeStream(unchunked(read));
        }
        const std::string read = client.nextAnswer(std::chrono::seconds(60));
        Answer answer{.status = statusOf(read), .text = {}, .problem = {}};
        const Json told = Json::parse(bodyOf(read), nullptr, false);
        if (!told.is_object()) return answer;
        if (told.contains("error")) answer.problem = told["error"].value("message", "");
        if (told.contains("choices")) {
            answer.text = told["choices"][0].value("text", "");
            answer.isWhole = true;
        }
        return answer;
    }
    Answer embed() const {
        RawClient client(m_port);
        Json texts = Json::array();
        for (int i = 0; i < 100; ++i) texts.push_back({1, 2, 3, 4, 5, 6, 7, 8 + i % 5});
        client.send(postRequest("/v1/embeddings", Json{{"model", "bert-cls"}, {"input", texts}}.dump()));
        const std::string read = client.nextAnswer(std::chrono::seconds(60));
        const Json told = Json::parse(bodyOf(read), nullptr, false);
        Answer answer{.status = statusOf(read), .text = {}, .problem = {}};
        if (told.is_object() && told.contains("error")) answer.problem = told["error"].value("message", "");
        answer.isWhole = told.is_object() && told.contains("data") && told["data"].size() == 100;
        if (answer.isWhole) answer.text = told["data"].dump();
        return answer;
    }

    void check(const Answer& answer, const std::string& question) {
        const std::string& wanted = m_answers.at(question);
        if (answer.isWhole) {
            QCOMPARE(answer.status, 200);
            QCOMPARE(answer.text, wanted);
            ++m_right;
            return;
        }
        QVERIFY2(answer.problem.ends_with('.') && answer.problem.size() > 20,
                 (std::to_string(answer.status) + ' ' + answer.problem + ' ' + answer.text).c_str());
        QVERIFY2(wanted.starts_with(answer.text), answer.text.c_str());
        ++m_failed;
        m_cutShort += !answer.text.empty();
    }

    void run(Activity activity, WorkerEnd how, std::mt19937& random) {
        std::vector<std::string> questions;
        const std::array<std::string, 3> some{"The house is warm", "a b c", "12 + 34 ="};
        if (activity == Prefilling) questions = {m_long};
        if (activity == Replying || activity == Streaming) questions = {some[random() % 3]};
        if (activity == ManyReplies) questions = {some[0], some[1], some[2], some[1], some[0], m_long};
        if (activity == Embedding) questions = {vectorsOfAll};
        std::vector<std::future<Answer>> answers;
        for (const std::string& question : questions)
            answers.push_back(std::async(std::launch::async, [&, question] {
                return activity == Embedding ? embed() : ask(question, activity != Replying);
            }));
        QThread::usleep(static_cast<unsigned long>(random() % 30'000));
        const char* const name = activity == Embedding ? "hearth-embedder" : modelProcess;
        const std::vector<pid_t> starved = childrenNamed(name, static_cast<pid_t>(m_server.processId()));
        m_ends += endWorkersOf(m_server, how, name);
        for (size_t i = 0; i < answers.size(); ++i) {
            check(answers[i].get(), questions[i]);
            if (QTest::currentTestFailed()) return;
        }
        if (how == WorkerEnd::Starved)
            for (const pid_t one : starved) starve(one, false);
        // The next one.
        const Answer next = activity == Embedding ? embed() : ask(some[2]);
        QVERIFY2(next.isWhole, next.problem.c_str());
        check(next, activity == Embedding ? vectorsOfAll : some[2]);
    }

    // The batch:

    QString file(const char* name) const { return m_folder.filePath(name); }
    static QByteArray requestLine(int number) {
        const Json line{
            {"custom_id", "request-" + std::to_string(number)},
            {"method", "POST"},
            {"url", "/v1/chat/completions"},
            {"body",
             {{"model", "tiny"},
              {"temperature", 0},
              {"max_tokens", 400},
              {"messages", {{{"role", "user"}, {"content", "Number " + std::to_string(number)}}}}}}};
        return QByteArray::fromStdString(line.dump()) + "\n";
    }
    QStringList batchWords(const char* output) const {
        return {"batch",      "-m", tinyModel(),      "-t",        "1", "--ctx", "1024",
                "--parallel", "4",  file("in.jsonl"), file(output)};
    }
    /// The texts of a batch by the names of their requests.
    std::map<std::string, std::string> answersIn(const char* name) const {
        QFile output(file(name));
        std::map<std::string, std::string> all;
        if (!output.open(QFile::ReadOnly)) return all;
        for (const QByteArray& line : output.readAll().split('\n')) {
            if (line.isEmpty()) continue;
            const Json answer = Json::parse(line.toStdString());
            const std::string id = answer.at("custom_id");
            const Json& body = answer.at("response").at("body");
            all[id] += all.contains(id) ? "twice" : body.at("choices")[0].at("message").value("content", "");
        }
        return all;
    }

private slots:
    void initTestCase() {
        for (int i = 0; i < 120; ++i) m_long += "word " + std::to_string(i) + ", ";
        startServer();
        if (QTest::currentTestFailed()) return;
        for (const std::string& question :
             {std::string("The house is warm"), std::string("a b c"), std::string("12 + 34 ="), m_long}) {
            const Answer answer = ask(question);
            QVERIFY2(answer.isWhole, answer.problem.c_str());
            m_answers[question] = answer.text;
        }
        const Answer vectors = embed();
        QVERIFY2(vectors.isWhole, vectors.problem.c_str());
        m_answers[vectorsOfAll] = vectors.text;
    }

    void anEndCostsTheServerOnlyTheRequestsUnderWay() {
        const int wanted = wantedEnds(18);
        std::mt19937 random = randomNumbers();
        std::map<int, int> activities;
        for (int round = 0; m_ends < wanted && round < 4 * wanted; ++round) {
            const auto activity = static_cast<Activity>(round % ActivityCount);
            const int before = m_ends;
            const auto how = static_cast<WorkerEnd>(random() % workerEndCount);
            run(activity, how, random);
            if (QTest::currentTestFailed()) {
                qWarning("round %d: %s, %d", round, activityNames[activity], static_cast<int>(how));
                return;
            }
            activities[activity] += m_ends > before;
        }
        QVERIFY2(m_ends >= wanted, qPrintable(QString::number(m_ends)));
        QCOMPARE(activities.size(), size_t(ActivityCount));
        qInfo(
            "serve: %d workers ended in %zu states; requests: %d right, %d failed (%d after a part of the "
            "answer)",
            m_ends, activities.size(), m_right, m_failed, m_cutShort);
        m_server.terminate();
        QVERIFY(m_server.waitForFinished(10'000));
        QCOMPARE(m_server.exitStatus(), QProcess::NormalExit);
    }

    void anEndCostsABatchNoAnswer() {
        constexpr int count = 60;
        QFile input(file("in.jsonl"));
        QVERIFY(input.open(QFile::WriteOnly));
        for (int i = 0; i < count; ++i) QVERIFY(input.write(requestLine(i)) > 0);
        input.close();
        QCOMPARE(runCommand(batchWords("right.jsonl")).status, 0);
        const auto right = answersIn("right.jsonl");
        QCOMPARE(right.size(), size_t(count));
        const int wanted = wantedEnds(8);
        std::mt19937 random = randomNumbers();
        int ends = 0, starts = 0, batches = 0, stopped = 0;
        while (ends < wanted && batches < wanted) {
            QFile::remove(file("out.jsonl"));
            bool isDone = false;
            for (int start = 0; !isDone; ++start) {
                QVERIFY2(start < 100, "it does not come to its end");
                QProcess program;
                program.start(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli",
                              batchWords("out.jsonl"));
                QVERIFY(program.waitForStarted());
                QThread::msleep(static_cast<unsigned long>(30 + random() % 300));
                const auto how = static_cast<WorkerEnd>(random() % workerEndCount);
                ends += endWorkersOf(program, how);
                QVERIFY(program.waitForFinished(60'000));
                QCOMPARE(program.exitStatus(), QProcess::NormalExit);
                ++starts;
                isDone = program.exitCode() == 0;
                const QByteArray said = program.readAllStandardError();
                // It says in a sentence why it ended before its end.
                if (!isDone)
                    QVERIFY2(said.contains("The process of the model") || said.contains("memory"), said);
                stopped += isDone ? 0 : 1;
            }
            ++batches;
            QVERIFY2(answersIn("out.jsonl") == right,
                     "an answer is missing, is there twice or is another one");
        }
        QVERIFY2(ends >= wanted, qPrintable(QString::number(ends)));
        qInfo(
            "batch: %d workers ended in %d starts, of which %d ended with a sentence; %d batches of %d "
            "answers "
            "are complete and right",
            ends, starts, stopped, batches, count);
    }

    void cleanupTestCase() {
        m_server.kill();
        m_server.waitForFinished();
    }
};

QTEST_GUILESS_MAIN(TestKilledProgramWorkers)
#include "tst_killed_program_workers.moc"
