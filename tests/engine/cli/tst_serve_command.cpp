// The server as people run it.
#include <sys/stat.h>

#include <csignal>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/embedding/text_folder.h"
#include "engine/http/raw_client.h"
#include "tiny_reference.h"

using namespace hearth;

class TestServeCommand : public QObject {
    Q_OBJECT

    /// A server that has said where it listens.
    struct Served {
        QTemporaryDir folder;
        QProcess process;
        QString said;
        quint16 port = 0;

        bool start(const QStringList& more) {
            process.setProgram(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli");
            QStringList arguments{
                "serve", "--port", "0", "-t", "1", "--responses", folder.filePath("responses")};
            if (!more.contains("--models") && !more.contains("-m")) arguments += {"-m", test::tinyModel()};
            process.setArguments(arguments + more);
            process.start();
            static const QRegularExpression where("listening on http://.*:(\\d+)\n");
            while (process.waitForReadyRead(60'000)) {
                said += QString::fromUtf8(process.readAllStandardOutput());
                const auto match = where.match(said);
                if (!match.hasMatch()) continue;
                port = match.captured(1).toUShort();
                return true;
            }
            return false;
        }
        int get(const std::string& path, const std::string& headers = "") const {
            test::RawClient client(port);
            client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers +
                        "\r\n");
            return test::statusOf(client.readAll(std::chrono::seconds(30)));
        }
    };
    /// Its processes in which models run.
    static int processesOf(const Served& served, const QByteArray& kind = "hearth-model") {
        int count = 0;
        for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
            QFile file("/proc/" + name + "/stat");
            if (!file.open(QFile::ReadOnly)) continue;
            const QByteArray line = file.readAll();
            const QByteArray parent = line.mid(line.lastIndexOf(") ") + 4).split(' ').value(0);
            const bool isOurs = parent.toLongLong() == served.process.processId();
            count += line.contains('(' + kind + ')') && isOurs ? 1 : 0;
        }
        return count;
    }
    /// The body of an answer.
    static QJsonObject post(const Served& served, const std::string& path, const QJsonObject& asked) {
        test::RawClient client(served.port);
        const std::string body = QJsonDocument(asked).toJson(QJsonDocument::Compact).toStdString();
        client.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n\r\n" + body);
        const std::string answer = client.readAll(std::chrono::seconds(60));
        const size_t at = answer.find("\r\n\r\n");
        return at == std::string::npos
                   ? QJsonObject()
                   : QJsonDocument::fromJson(QByteArray::fromStdString(answer.substr(at + 4))).object();
    }
    static int cachedOf(const QJsonObject& answer) {
        return answer["usage"]["prompt_tokens_details"]["cached_tokens"].toInt();
    }
    static qint64 bytesIn(const QString& path) {
        qint64 bytes = 0;
        for (QDirIterator files(path, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
            files.next();
            bytes += files.fileInfo().size();
        }
        return bytes;
    }
    static QByteArray problemOf(const QStringList& arguments) {
        QProcess process;
        process.start(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli",
                      QStringList{"serve"} + arguments);
        if (!process.waitForFinished(60'000) || process.exitCode() == 0) return "no problem";
        return process.readAllStandardError();
    }

private slots:
    void answersAndStops() {
        Served served;
        QVERIFY(served.start({"--alias", "local"}));
        QCOMPARE(served.get("/health"), 200);
        QCOMPARE(served.get("/v1/models/local"), 200);
        // In the middle of a reply, too.
        test::RawClient client(served.port);
        const std::string body = R"({"prompt":"x","stream":true,"max_tokens":1000000,"ignore_eos":true})";
        client.send("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n\r\n" + body);
        (void)client.readUntil("data:", std::chrono::seconds(30));
        served.process.terminate();
        QVERIFY(served.process.waitForFinished(5000));
        QCOMPARE(served.process.exitCode(), 0);
    }
    void aClosedTerminalStopsItLikeAnOrder() {
        Served served;
        QVERIFY(served.start({}));
        QCOMPARE(::kill(static_cast<pid_t>(served.process.processId()), SIGHUP), 0);
        QVERIFY(served.process.waitForFinished(5000));
        QCOMPARE(served.process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(served.process.exitCode(), 0);
    }
    void saysOnceWhatItIgnores() {
        const QJsonObject asked{{"prompt", "x"}, {"max_tokens", 1}, {"keep_alive", "5m"}};
        {
            Served served;
            QVERIFY(served.start({}));
            for (int i = 0; i < 3; ++i) QVERIFY(post(served, "/v1/completions", asked).contains("choices"));
            served.process.terminate();
            QVERIFY(served.process.waitForFinished(5000));
            QCOMPARE(served.process.readAllStandardError().count(QByteArray("\"keep_alive\"")), 1);
        }
        Served strict;
        QVERIFY(strict.start({"--strict-fields"}));
        const QJsonObject refused = post(strict, "/v1/completions", asked);
        QCOMPARE(refused["error"]["param"].toString(), QString("keep_alive"));
    }
    /// By the program `hearth`, where it was built.
    void fetchesImagesOfThePublicWebOnly() {
        Served served;
        const bool starts = served.start({"--fetch-images"});
        if (!QFile::exists(QCoreApplication::applicationDirPath() + "/../bin/hearth")) {
            QVERIFY(!starts);
            QVERIFY(served.process.readAllStandardError().contains("needs the program hearth"));
            return;
        }
        QVERIFY(starts);
        const QString own = QStringLiteral("http://127.0.0.1:%1/a.png").arg(served.port);
        const QJsonObject image{{"type", "image_url"}, {"image_url", QJsonObject{{"url", own}}}};
        const QJsonObject message{{"role", "user"}, {"content", QJsonArray{image}}};
        const QJsonObject refused = post(served, "/v1/chat/completions", {{"messages", QJsonArray{message}}});
        QCOMPARE(refused["error"]["code"].toString(), QString("invalid_image_url"));
        QVERIFY(refused["error"]["message"].toString().contains("private network"));
    }
    void servesEmbeddingsBesideReplies() {
        const test::TextFolder folder;
        const QString model = QString::fromStdString(folder.path().string());
        const QJsonObject asked{{"input", "cat"}}, prompt{{"prompt", "x"}, {"max_tokens", 1}};
        {
            Served served;
            QVERIFY(served.start({"--embedding-model", model}));
            QCOMPARE(post(served, "/v1/embeddings", asked)["model"].toString(), QString("bert"));
            QVERIFY(post(served, "/v1/completions", prompt).contains("choices"));
            QCOMPARE(served.get("/v1/models/bert"), 200);
        }
        {
            Served served;
            QVERIFY(served.start({"-m", model}));
            QVERIFY(post(served, "/v1/embeddings", asked).contains("data"));
            QVERIFY(post(served, "/v1/completions", prompt).contains("error"));
        }
        Served served;
        QVERIFY(served.start({"--models", QString::fromStdString(folder.path().parent_path().string())}));
        QVERIFY(post(served, "/v1/embeddings", asked).contains("data"));
        QVERIFY(problemOf({"-m", test::tinyModel(), "--embedding-model", test::tinyModel()})
                    .contains("makes no embeddings"));
    }
    void takesKeysFromAFile() {
        QTemporaryDir folder;
        QFile file(folder.filePath("keys"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("\xEF\xBB\xBFone\n\n \ttwo \r\n");  // as an editor with byte order marks keeps them
        file.close();
        Served served;
        QVERIFY(served.start({"--api-key-file", file.fileName(), "--api-key", "three"}));
        QCOMPARE(served.get("/v1/models"), 401);
        for (const char* key : {"one", "two", "three"})
            QCOMPARE(served.get("/v1/models", std::string("Authorization: Bearer ") + key + "\r\n"), 200);
    }
    void keysThatNoHeaderCarriesAreRefused() {
        QTemporaryDir folder;
        QFile file(folder.filePath("keys"));
        for (const QByteArray& key : {QByteArray("on\0e", 4), QByteArray("o\tne"), QByteArray("one\x7F"),
                                      QByteArray("o\0n\0e\0", 6)}) {
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(key);
            file.close();
            QVERIFY(problemOf({"-m", test::tinyModel(), "--api-key-file", file.fileName()})
                        .contains("control character"));
        }
        QVERIFY(problemOf({"-m", test::tinyModel(), "--api-key", "a\nb"}).contains("control character"));
    }
    void keysThatNeverEndAreRefused() {
        const QString model = test::tinyModel();
        QVERIFY(problemOf({"-m", model, "--api-key-file", "/dev/zero"}).contains("1 MiB"));
        QTemporaryDir folder;
        QVERIFY(problemOf({"-m", model, "--api-key-file", folder.path()}).contains("directory"));
        const QString pipe = folder.filePath("pipe");
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        // One that nobody writes to; a signal ends waiting for it sooner.
        QProcess waiting;
        waiting.start(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli",
                      {"serve", "-m", model, "--api-key-file", pipe});
        QVERIFY(waiting.waitForStarted());
        QTest::qWait(200);
        waiting.terminate();
        QVERIFY(waiting.waitForFinished(2000));
        // As a shell makes one for <(command).
        QProcess writes;
        writes.start("/bin/sh", {"-c", "echo one > '" + pipe + "'"});
        Served served;
        QVERIFY(served.start({"--api-key-file", pipe}));
        QCOMPARE(served.get("/v1/models"), 401);
        QCOMPARE(served.get("/v1/models", "Authorization: Bearer one\r\n"), 200);
        QVERIFY(writes.waitForFinished());
    }
    void makesAKeyWhereOthersCanReachIt() {
        Served served;
        QVERIFY(served.start({"--host", "0.0.0.0"}));
        static const QRegularExpression key("API key: (\\S+)\n");
        const auto match = key.match(served.said);
        QVERIFY(match.hasMatch());
        QCOMPARE(served.get("/v1/models"), 401);
        QCOMPARE(served.get("/v1/models", "x-api-key: " + match.captured(1).toStdString() + "\r\n"), 200);
    }
    void aKilledServerFindsItsPromptsAgain() {
        QTemporaryDir kept;
        const QString folder = kept.filePath("kept");
        QString prompt;
        for (int i = 0; i < 20; ++i) prompt += QString("river %1 ").arg(i);
        const QJsonObject asked{{"prompt", prompt}, {"max_tokens", 4}, {"temperature", 0}};
        QJsonObject first;
        {
            Served served;
            QVERIFY(served.start({"--keep", folder}));
            first = post(served, "/v1/completions", asked);
            QCOMPARE(cachedOf(first), 0);
            // Blocks go to the disk by themselves.
            QTRY_VERIFY_WITH_TIMEOUT(bytesIn(folder) > 0, 20'000);
            for (qint64 before = 0; before != bytesIn(folder); QTest::qWait(500)) before = bytesIn(folder);
            served.process.kill();
            QVERIFY(served.process.waitForFinished(5000));
        }
        Served served;
        QVERIFY(served.start({"--keep", folder}));
        // All of the reply, and without it the blocks of its prompt.
        const QJsonObject whole = post(served, "/v1/completions", asked);
        QVERIFY(whole["usage"]["cached_reply"].toBool());
        QCOMPARE(whole["choices"][0]["text"], first["choices"][0]["text"]);
        QJsonObject anew = asked;
        anew["cache_reply"] = false;
        const QJsonObject again = post(served, "/v1/completions", anew);
        QVERIFY(!again["usage"].toObject().contains("cached_reply"));
        const int tokens = again["usage"]["prompt_tokens"].toInt();
        QVERIFY2(cachedOf(again) >= tokens - 2 * 32, qPrintable(QString::number(cachedOf(again))));
        QCOMPARE(again["choices"][0]["text"], first["choices"][0]["text"]);
    }
    void responsesOutliveTheServer() {
        QTemporaryDir folder;
        const QString file = folder.filePath("own/responses");
        QString id;
        {
            Served served;
            QVERIFY(served.start({"--responses", file}));
            id = post(served, "/v1/responses", {{"input", "the river"}, {"max_output_tokens", 4}})["id"]
                     .toString();
            QVERIFY(problemOf({"-m", test::tinyModel(), "--responses", file}).contains("Another server"));
            served.process.terminate();
            QVERIFY(served.process.waitForFinished(5000));
        }
        Served served;
        QVERIFY(served.start({"--responses", file}));
        QCOMPARE(served.get("/v1/responses/" + id.toStdString()), 200);
        QCOMPARE(
            post(served, "/v1/responses",
                 {{"input", "and then"}, {"previous_response_id", id}, {"max_output_tokens", 4}})["object"],
            QJsonValue("response"));
    }
    void servesAFolder() {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(test::tinyModel(), folder.filePath("one.gguf")));
        QVERIFY(QFile::copy(test::tinyModel(), folder.filePath("two.gguf")));
        QFile broken(folder.filePath("broken.gguf"));
        QVERIFY(broken.open(QFile::WriteOnly) && broken.write("GGUF?") > 0);
        broken.close();
        Served served;
        QVERIFY(served.start({"--models", folder.path(), "--idle-unload", "1"}));
        QCOMPARE(served.get("/v1/models/two"), 200);
        for (const char* model : {"one", "two"}) {
            const QJsonObject answer =
                post(served, "/v1/completions", {{"model", model}, {"prompt", "x"}, {"max_tokens", 2}});
            QCOMPARE(answer["model"], QJsonValue(model));
        }
        const QJsonObject bad =
            post(served, "/v1/completions", {{"model", "broken"}, {"prompt", "x"}, {"max_tokens", 2}});
        QVERIFY(!bad["error"]["message"].toString().isEmpty());
        served.process.terminate();
        QVERIFY(served.process.waitForFinished(5000));
        QCOMPARE(served.process.exitCode(), 0);
    }
    void servesAFolderInProcessesOfTheirOwn() {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(test::tinyModel(), folder.filePath("one.gguf")));
        QVERIFY(QFile::copy(test::tinyModel(), folder.filePath("two.gguf")));
        QFile broken(folder.filePath("broken.gguf"));
        QVERIFY(broken.open(QFile::WriteOnly) && broken.write("GGUF?") > 0);
        broken.close();
        Served served;
        QVERIFY(served.start({"--models", folder.path(), "--own-process"}));
        for (const char* model : {"one", "two"}) {
            const QJsonObject answer =
                post(served, "/v1/completions", {{"model", model}, {"prompt", "x"}, {"max_tokens", 2}});
            QCOMPARE(answer["model"], QJsonValue(model));
        }
        QCOMPARE(processesOf(served), 2);
        const QJsonObject bad =
            post(served, "/v1/completions", {{"model", "broken"}, {"prompt", "x"}, {"max_tokens", 2}});
        QVERIFY(bad["error"]["message"].toString().contains("broken.gguf"));
        served.process.terminate();
        QVERIFY(served.process.waitForFinished(5000));
        QCOMPARE(served.process.exitCode(), 0);
    }
    void servesEmbeddingsInAProcessOfTheirOwn() {
        const test::TextFolder folder;
        const QString model = QString::fromStdString(folder.path().string());
        const QJsonObject asked{{"input", "cat"}};
        for (const QStringList& options :
             {QStringList{"--embedding-model", model}, QStringList{"-m", model},
              QStringList{"--models", QString::fromStdString(folder.path().parent_path().string())}}) {
            if (options[0] == "--models") QVERIFY(QFile::copy(test::tinyModel(), options[1] + "/chats.gguf"));
            Served here, there;
            QVERIFY(here.start(options + QStringList{"--in-process"}) && there.start(options));
            const QJsonObject wanted = post(here, "/v1/embeddings", asked);
            const QJsonObject got = post(there, "/v1/embeddings", asked);
            QVERIFY(wanted.contains("data") && got["data"] == wanted["data"]);
            QCOMPARE(processesOf(there, "hearth-embedder"), 1);
            QCOMPARE(processesOf(here, "hearth-embedder"), 0);
        }
    }
    void theSmallModelAnswersWhereTheLargeOneCannot() {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(test::tinyModel(), folder.filePath("one.gguf")));
        const auto write = [&](const char* name, const char* text) {
            QFile file(folder.filePath(name));
            return file.open(QFile::WriteOnly) && file.write(text) > 0;
        };
        QVERIFY(write("broken.gguf", "GGUF?"));
        // Nothing is as sure as that.
        QVERIFY(write("rules.json", R"({"first_tokens": 2, "least_mean_log_probability": 0})"));
        Served served;
        QVERIFY(served.start({"--models", folder.path(), "--route",
                              "small=one,large=broken,rules=" + folder.filePath("rules.json")}));
        const QJsonObject asked{{"model", "auto"}, {"prompt", "x"}, {"max_tokens", 4}};
        const QJsonObject answer = post(served, "/v1/completions", asked);
        QCOMPARE(answer["model"], QJsonValue("one"));
        QCOMPARE(answer["route"]["reason"], QJsonValue("large_unavailable"));
        QVERIFY(answer["route"]["first_tokens"].toInt() >= 1);
        const QJsonObject insists{{"model", "auto"}, {"prompt", "x"}, {"route", "large"}};
        const QJsonObject refused = post(served, "/v1/completions", insists);
        QVERIFY(!refused["error"]["message"].toString().isEmpty());
        served.process.terminate();
        QVERIFY(served.process.waitForFinished(5000));
        QCOMPARE(served.process.exitCode(), 0);
    }
    void saysWhatIsWrong() {
        const QString model = test::tinyModel();
        QVERIFY(problemOf({}).contains("--model"));
        QVERIFY(problemOf({"-m", model, "--models", "/tmp"}).contains("exclude"));
        QVERIFY(problemOf({"--models", "/nowhere"}).contains("no models in /nowhere"));
        QVERIFY(problemOf({"-m", model, "--responses", "/proc/no/where"}).contains("--responses"));
        QVERIFY(problemOf({"-m", model, "--port", "70000"}).contains("--port"));
        QVERIFY(problemOf({"-m", model, "--parallel", "0"}).contains("--parallel"));
        QVERIFY(problemOf({"-m", model, "--api-key", ""}).contains("--api-key"));
        QVERIFY(problemOf({"-m", model, "--api-key-file", "/nowhere"}).contains("/nowhere"));
        QVERIFY(problemOf({"-m", model, "--route", "small=a,large=b"}).contains("--route needs --models"));
        const QString folder = QFileInfo(model).path();
        QVERIFY(problemOf({"--models", folder, "--route", "small=a"}).contains("--route is small=NAME"));
        QVERIFY(
            problemOf({"--models", folder, "--route", "small=a,large=b"}).contains("no model called \"a\""));
        QVERIFY(problemOf({"-m", "/nowhere.gguf"}).contains("nowhere.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestServeCommand)
#include "tst_serve_command.moc"
