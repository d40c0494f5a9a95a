#include "exchange/chat_importers.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "app/exchange/exchanged_text.h"
#include "support/deep_json.h"

using namespace hearth::app;

class TestChatImport : public QObject {
    Q_OBJECT

private slots:
    void tellsFilesApart() {
        const auto one = [](const char* json) { return visible(importChats(json).at(0)); };
        QCOMPARE(
            one(R"([{"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["gpt"]}}}},"current_node":"a"}])"),
            QStringList({"user: gpt"}));
        QCOMPARE(
            one(R"([{"chat":{"history":{"currentId":"a","messages":{"a":{"role":"user","content":"owui"}}}}}])"),
            QStringList({"user: owui"}));
        QCOMPARE(
            one(R"({"messages":[{"versions":[{"role":"user","content":[{"type":"text","text":"lm"}]}]}]})"),
            QStringList({"user: lm"}));
        QCOMPARE(
            one(R"({"format":"hearth-conversation","version":1,"messages":[{"id":"1","role":"user","text":"own"}]})"),
            QStringList({"user: own"}));
    }

    /// Qt's own limit: at 1,024 levels it stops reading.
    void depthIsBounded() {
        const QByteArray deep = hearth::test::deepJson();
        for (const QByteArray& file : {deep, "{\"mapping\":" + deep + "}", "{\"messages\":" + deep + "}",
                                       "{\"format\":\"hearth-conversation\",\"messages\":" + deep + "}"})
            QVERIFY_THROWS_EXCEPTION(ImportError, importChats(file));
    }

    void filesThatAreNone() {
        const auto problem = [](const QString& path) {
            try {
                importChatFile(path);
            } catch (const ImportError& error) {
                return error.message();
            }
            return QString();
        };
        QTemporaryDir folder;
        const QString pipe = folder.filePath("pipe");
        QCOMPARE(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        for (const QString& path : {pipe, folder.path(), QString("/dev/zero"), QString("/nowhere/x.json")})
            QVERIFY2(problem(path).startsWith("It could not be read ("), qPrintable(path));
        QFile huge(folder.filePath("huge.json"));
        QVERIFY(huge.open(QFile::WriteOnly) && huge.resize(maxImportBytes + 1));
        QVERIFY(problem(huge.fileName()).contains("files up to 512 MB can be imported"));
    }

    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(importChats("[{\"mapping\":{}},{\"mapping\":{}}]", stop.get_token()).empty());
    }

    void whatItDoesNotKnowIsASentence() {
        for (const char* file : {"", "hello", "{}", "[]", "[1]", "{\"messages\":[]}", "PK\x03\x04zip",
                                 "{\"a\":", "\xF5\xD5\x53\xCC", "{\"mapping\":{}}", "\xff\xfe"}) {
            try {
                importChats(file);
                QFAIL(file);
            } catch (const ImportError& error) {
                QVERIFY(error.message().size() > 10);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestChatImport)
#include "tst_chat_import.moc"
