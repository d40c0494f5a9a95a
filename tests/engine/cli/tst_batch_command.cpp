#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <random>

#include "command_line.h"
#include "tiny_reference.h"

using namespace hearth::test;
using Json = nlohmann::json;

namespace {

const QString systemText = QStringLiteral("a b c d e f g h ").repeated(16);

QByteArray requestLine(int number, int tokens) {
    const Json line{{"custom_id", "request-" + std::to_string(number)},
                    {"method", "POST"},
                    {"url", "/v1/chat/completions"},
                    {"body",
                     {{"model", "tiny"},
                      {"temperature", 0},
                      {"max_tokens", tokens},
                      {"messages",
                       {{{"role", "system"}, {"content", systemText.toStdString()}},
                        {{"role", "user"}, {"content", "Number " + std::to_string(number)}}}}}}};
    return QByteArray::fromStdString(line.dump()) + "\n";
}

}  // namespace

class BatchCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString input() const { return m_folder.filePath("in.jsonl"); }
    QString output() const { return m_folder.filePath("out.jsonl"); }

    void put(const QByteArray& bytes) {
        QFile file(input());
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
        QFile::remove(output());
    }
    QStringList words(const QStringList& more = {}) const {
        return QStringList{"batch", "-m", tinyModel(), "-t", "1", "--ctx", "1024", input(), output()} + more;
    }
    std::vector<Json> answers() const {
        QFile file(output());
        std::vector<Json> all;
        if (!file.open(QFile::ReadOnly)) return all;
        for (const QByteArray& line : file.readAll().split('\n'))
            if (!line.isEmpty()) all.push_back(Json::parse(line.toStdString()));
        return all;
    }
    /// Starts the command and ends it with a signal once there are `lines` answers or it is over.
    int stopAfter(int lines, int signal, QByteArray* said = nullptr) {
        QProcess process;
        process.start(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli",
                      words({"--parallel", "4"}));
        if (!process.waitForStarted()) return -1;
        const auto there = [&] {
            QFile file(output());
            return file.open(QFile::ReadOnly) ? file.readAll().count('\n') : 0;
        };
        while (there() < lines && !process.waitForFinished(2)) {
        }
        kill(static_cast<pid_t>(process.processId()), signal);
        process.waitForFinished(-1);
        if (said != nullptr) *said = process.readAllStandardError();
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }
    static const Json& bodyOf(const Json& answer) { return answer.at("response").at("body"); }

private slots:
    /// Every start computes the common beginning once, and every answer is what `run` gives.
    void everythingIsAnsweredOnceWhateverHappens() {
        constexpr int count = 60;
        QByteArray lines;
        for (int i = 0; i < count; ++i) lines += requestLine(i, 120);
        put(lines);
        std::mt19937 random(std::random_device{}());
        std::vector<size_t> ends{0};
        for (int start = 0; start < 3; ++start) {
            const int more = 1 + static_cast<int>(random() % 15);
            QCOMPARE(stopAfter(static_cast<int>(ends.back()) + more, SIGKILL), -1);
            QFile file(output());
            QVERIFY(file.open(QFile::ReadWrite));
            ends.push_back(static_cast<size_t>(file.readAll().count('\n')));
            // As if the machine had gone down within a line.
            if (start == 1) QVERIFY(file.write("{\"id\":\"batch_req_9\",\"custom_id\":\"requ") > 0);
        }
        const auto last = runCommand(words());
        QVERIFY2(last.status == 0, last.error);
        QVERIFY2(last.error.contains("0 errors") && last.error.count('\n') == 1, last.error);
        const auto all = answers();
        QCOMPARE(all.size(), size_t(count));
        QSet<QString> ids;
        for (const Json& answer : all) ids.insert(QString::fromStdString(answer.at("custom_id")));
        QCOMPARE(ids.size(), qsizetype(count));
        for (size_t start = 0; start < ends.size(); ++start) {
            const size_t end = start + 1 < ends.size() ? ends[start + 1] : all.size();
            int cold = 0;
            for (size_t i = ends[start]; i < end; ++i) {
                const Json& usage = bodyOf(all[i]).at("usage");
                const int cached = usage.at("prompt_tokens_details").at("cached_tokens");
                if (2 * cached < usage.at("prompt_tokens").get<int>()) ++cold;
            }
            QVERIFY2(cold <= 1, qPrintable(QStringLiteral("%1 in start %2").arg(cold).arg(start)));
        }
        for (const int i : {0, 1, 17, 42, 59}) {
            const auto single =
                runCommand({"run", "-m", tinyModel(), "-t", "1", "--ctx", "1024", "--temp", "0", "-n", "120",
                            "--system", systemText, "-p", QStringLiteral("Number %1").arg(i), "--json"});
            const auto found = std::find_if(all.begin(), all.end(), [&](const Json& answer) {
                return answer.at("custom_id") == "request-" + std::to_string(i);
            });
            const Json expected = Json::parse(single.output.toStdString());
            QCOMPARE(bodyOf(*found).at("choices")[0].at("message").at("content"), expected.at("text"));
            QCOMPARE(bodyOf(*found).at("usage").at("prompt_tokens"), expected.at("prompt_tokens"));
            QCOMPARE(bodyOf(*found).at("usage").at("completion_tokens").get<size_t>(),
                     expected.at("tokens").size());
        }
    }

    void badLinesBecomeErrorsAndTheRestGoesOn() {
        const QByteArray wrong =
            R"({"custom_id":"w","method":"POST","url":"/v1/completions","body":{"prompt":"x","n":2}})";
        const QByteArray empty =
            R"({"custom_id":"e","method":"POST","url":"/v1/completions","body":{"prompt":""}})";
        QByteArray far = requestLine(7, 2);
        far.replace("Number 7", "Number 7" + QByteArray(" and so on").repeated(2000));
        put("no JSON\n\n" + requestLine(1, 2) + requestLine(1, 2) + wrong + "\n" + empty + "\n{}\n" + far +
            "  \r\n" + requestLine(2, 2).trimmed());
        for (int start = 0; start < 2; ++start) {
            const auto result = runCommand(words());
            QVERIFY2(result.status == 0, result.error);
            QVERIFY2(result.error.contains(start == 0 ? "8 done, 6 errors" : "0 done (and 8 before)"),
                     result.error);
            QCOMPARE(result.output, QByteArray());
            std::map<uint64_t, std::string> faults;
            std::map<std::string, Json> responses;
            for (const Json& answer : answers()) {
                if (answer.at("response").is_null())
                    faults[answer.at("error").at("line")] = answer.at("error").at("code");
                else
                    responses[answer.at("custom_id")] = answer.at("response");
            }
            QCOMPARE(faults, (std::map<uint64_t, std::string>{
                                 {1, "invalid_json"}, {4, "duplicate_custom_id"}, {7, "missing_custom_id"}}));
            QCOMPARE(responses.size(), size_t(5));
            QCOMPARE(answers().size(), size_t(8));
            QCOMPARE(responses.at("w").at("status_code"), Json(400));
            QCOMPARE(responses.at("w").at("body").at("error").at("param"), Json("n"));
            QCOMPARE(responses.at("e").at("status_code"), Json(400));
            QCOMPARE(responses.at("request-7").at("status_code"), Json(400));
            QCOMPARE(responses.at("request-1").at("status_code"), Json(200));
            QCOMPARE(responses.at("request-2").at("status_code"), Json(200));
        }
    }

    void aSignalEndsItCleanly_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("terminate") << SIGTERM;
    }
    void aSignalEndsItCleanly() {
        QFETCH(int, signal);
        QByteArray lines;
        for (int i = 0; i < 200; ++i) lines += requestLine(i, 200);
        put(lines);
        QByteArray said;
        QCOMPARE(stopAfter(2, signal, &said), 1);
        QVERIFY2(said.contains("Give the same command to go on."), said);
        const auto all = answers();
        QVERIFY(all.size() >= 2 && all.size() < 200);
        QFile file(output());
        QVERIFY(file.open(QFile::ReadOnly));
        QVERIFY(file.readAll().endsWith('\n'));
    }

    /// While nothing writes to the pipe, and while what writes says nothing.
    void aSignalEndsWaitingForAPipe_data() {
        QTest::addColumn<bool>("hasWriter");
        QTest::newRow("no writer") << false;
        QTest::newRow("a writer") << true;
    }
    void aSignalEndsWaitingForAPipe() {
        QFETCH(bool, hasWriter);
        put({});
        const QString pipe = m_folder.filePath(hasWriter ? "written" : "unwritten");
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        const int writer = hasWriter ? ::open(qPrintable(pipe), O_RDWR | O_CLOEXEC) : -1;
        QProcess process;
        process.start(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli",
                      {"batch", "-m", tinyModel(), "-t", "1", pipe, output()});
        QVERIFY(process.waitForStarted());
        // The file for the answers is made before the model is loaded and the first line read.
        QTRY_VERIFY(QFile::exists(output()));
        QTest::qWait(300);
        process.terminate();
        QVERIFY(process.waitForFinished(2000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("Give the same command to go on."));
        if (writer >= 0) ::close(writer);
    }

    void requestsComeFromAPipe() {
        put(requestLine(1, 2) + requestLine(2, 2));
        const QString pipe = m_folder.filePath("pipe");
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        QProcess writes;
        writes.start("/bin/sh", {"-c", "cat '" + input() + "' > '" + pipe + "'"});
        const auto result = runCommand({"batch", "-m", tinyModel(), "-t", "1", pipe, output()});
        QVERIFY2(result.status == 0, result.error);
        QCOMPARE(answers().size(), size_t(2));
        QVERIFY(writes.waitForFinished());
    }

    void devicesAreRefused() {
        put({});
        for (const char* device : {"/dev/zero", "/dev/random"}) {
            const auto result = runCommand({"batch", "-m", tinyModel(), device, output()});
            QVERIFY2(isOneLineFailure(result, 1) && result.error.contains("device"), result.error);
        }
        put(requestLine(1, 2));
        const QString pipe = m_folder.filePath("answers");
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        QVERIFY(QFile::link(input(), m_folder.filePath("link")));
        for (const QString& out : {pipe, m_folder.filePath("link"), QStringLiteral("/dev/null")})
            QVERIFY(isOneLineFailure(runCommand({"batch", "-m", tinyModel(), input(), out}), 1));
        QFile requests(input());
        QVERIFY(requests.open(QFile::ReadOnly));
        QCOMPARE(requests.readAll(), requestLine(1, 2));
    }

    void wrongUseIsRefused() {
        put(requestLine(1, 2));
        QVERIFY(isOneLineFailure(runCommand({"batch", "-m", tinyModel(), input()}), 2));
        QVERIFY(isOneLineFailure(runCommand({"batch", input(), output()}), 2));
        QVERIFY(isOneLineFailure(runCommand(words({"more"})), 2));
        QVERIFY(isOneLineFailure(runCommand(words({"--parallel", "0"})), 2));
        QVERIFY(isOneLineFailure(runCommand(words({"--parallel", "17"})), 2));
        QVERIFY(!QFile::exists(output()));
        QVERIFY(isOneLineFailure(runCommand({"batch", "-m", tinyModel(), input(), input()}), 1));
        QVERIFY(isOneLineFailure(runCommand({"batch", "-m", tinyModel(), "none.jsonl", output()}), 1));
        QVERIFY(isOneLineFailure(runCommand({"batch", "-m", tinyModel(), m_folder.path(), output()}), 1));
        QVERIFY(!QFile::exists(output()));
        QFile other(output());
        QVERIFY(other.open(QFile::WriteOnly) && other.write("a diary\n") > 0);
        other.close();
        QVERIFY(isOneLineFailure(runCommand(words()), 1));
        QVERIFY(other.open(QFile::ReadOnly));
        QCOMPARE(other.readAll(), QByteArray("a diary\n"));
    }
};

QTEST_GUILESS_MAIN(BatchCommandTest)
#include "tst_batch_command.moc"
