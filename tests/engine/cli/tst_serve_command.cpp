// The server as people run it.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/http/raw_client.h"
#include "tiny_reference.h"

using namespace hearth;

class TestServeCommand : public QObject {
    Q_OBJECT

    /// A server that has said where it listens.
    struct Served {
        QProcess process;
        QString said;
        quint16 port = 0;

        bool start(const QStringList& more) {
            process.setProgram(QCoreApplication::applicationDirPath() + "/../bin/hearth-cli");
            process.setArguments(QStringList{"serve", "-m", test::tinyModel(), "--port", "0", "-t", "1"} +
                                 more);
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
    void takesKeysFromAFile() {
        QTemporaryDir folder;
        QFile file(folder.filePath("keys"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("one\n\ntwo\r\n");
        file.close();
        Served served;
        QVERIFY(served.start({"--api-key-file", file.fileName(), "--api-key", "three"}));
        QCOMPARE(served.get("/v1/models"), 401);
        for (const char* key : {"one", "two", "three"})
            QCOMPARE(served.get("/v1/models", std::string("Authorization: Bearer ") + key + "\r\n"), 200);
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
    void saysWhatIsWrong() {
        const QString model = test::tinyModel();
        QVERIFY(problemOf({}).contains("--model"));
        QVERIFY(problemOf({"-m", model, "--port", "70000"}).contains("--port"));
        QVERIFY(problemOf({"-m", model, "--parallel", "0"}).contains("--parallel"));
        QVERIFY(problemOf({"-m", model, "--api-key", ""}).contains("--api-key"));
        QVERIFY(problemOf({"-m", model, "--api-key-file", "/nowhere"}).contains("/nowhere"));
        QVERIFY(problemOf({"-m", "/nowhere.gguf"}).contains("nowhere.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestServeCommand)
#include "tst_serve_command.moc"
