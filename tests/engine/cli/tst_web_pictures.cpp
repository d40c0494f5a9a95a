#include "cli/web_pictures.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <stop_token>

#include "hearth/error.h"

using namespace hearth;

class TestWebPictures : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// A program that does this instead of reading the web.
    server::PictureFetcher playing(const QByteArray& script) {
        const QString path = m_folder.filePath("hearth");
        QFile::remove(path);
        QFile file(path);
        if (!file.open(QFile::WriteOnly)) qFatal("cannot be written");
        file.write("#!/bin/sh\n" + script);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return cli::webPictures(path.toStdString());
    }
    static std::string textOf(const std::vector<std::byte>& bytes) {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    static std::string problemOf(const server::PictureFetcher& fetch,
                                 const std::string& url = "https://example.org/",
                                 const std::stop_token& stop = {}) {
        try {
            (void)fetch(url, stop);
            return "none";
        } catch (const Error& error) {
            return error.what();
        }
    }

private slots:
    void theChildGetsTheAddressAndGivesTheFile() {
        QCOMPARE(textOf(playing("printf '%s ' \"$1\"; cat")("https://example.org/a.png", {})),
                 std::string("--fetch https://example.org/a.png"));
        QCOMPARE(playing("head -c 3000000 /dev/zero")("https://example.org/a.png", {}).size(),
                 size_t(3000000));
    }
    void secretsOfTheEnvironmentStay() {
        qputenv("HF_TOKEN", "a secret");
        qputenv("no_proxy", "example.org");
        const auto fetch = playing("printf '%s %s' \"$HF_TOKEN\" \"$no_proxy\"");
        const std::string told = textOf(fetch("https://example.org/a.png", {}));
        qunsetenv("HF_TOKEN");
        qunsetenv("no_proxy");
        QCOMPARE(told, std::string(" example.org"));
    }
    void whatFailsIsSaid() {
        QCOMPARE(problemOf(playing("printf 'There is no server x.'; exit 1")),
                 std::string("There is no server x."));
        QCOMPARE(problemOf(playing("exit 3")), std::string("The process that fetches images ended early."));
        QCOMPARE(problemOf(playing("kill -9 $$")),
                 std::string("The process that fetches images ended early."));
        QCOMPARE(problemOf(playing("head -c 30000000 /dev/zero")),
                 std::string("The image is larger than 20 MiB."));
        QCOMPARE(problemOf(playing("cat"), std::string(10000, 'x')), std::string("The URL is too long."));
        QCOMPARE(problemOf(cli::webPictures("/nowhere/hearth")),
                 std::string("The process that fetches images could not be started."));
    }
    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        QElapsedTimer time;
        time.start();
        QCOMPARE(problemOf(playing("exec sleep 100"), "https://example.org/", stop.get_token()),
                 std::string("Fetching the image was stopped."));
        QVERIFY(time.elapsed() < 50000);
    }
};

QTEST_APPLESS_MAIN(TestWebPictures)
#include "tst_web_pictures.moc"
