#include "tools/built_in_tools.h"

#include <QFile>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "tools/tool_box.h"

using namespace hearth::app;

class TestBuiltInTools : public QObject {
    Q_OBJECT

    struct Fixture {
        std::unique_ptr<store::Store> store = store::Store::inMemory();
        ToolSettings settings{*store};
        BuiltInTools tools{settings, [] { return QDateTime(QDate(2026, 1, 2), QTime(3, 4), Qt::UTC); }};
        ToolBox box;

        Fixture() { box.add(tools); }
        ToolResult call(const char* name, const char* arguments) {
            QSignalSpy finished(&box, &ToolBox::finished);
            (void)box.call(name, arguments);
            if (finished.isEmpty() && !finished.wait()) return {"no answer", true};
            return finished[0][1].value<ToolResult>();
        }
    };

private slots:
    void eachToolDoesWhatItSays() {
        Fixture f;
        QCOMPARE(f.call("calculate", "{\"expression\":\"6*7\"}"), (ToolResult{"42", false}));
        QVERIFY(f.call("calculate", "{\"expression\":\"6*\"}").failed);
        QVERIFY(f.call("calculate", "{}").failed);
        QVERIFY(f.call("current_time", "{\"time_zone\":\"UTC\"}")
                    .text.startsWith("Friday, 2 January 2026, 03:04"));
        QCOMPARE(f.call("convert_unit", "{\"value\":1,\"from\":\"mi\",\"to\":\"km\"}"),
                 (ToolResult{"1 mi = 1.609344 km", false}));
        QCOMPARE(f.call("convert_unit", "{\"value\":\"2\",\"from\":\"mi\",\"to\":\"km\"}").text,
                 QString("2 mi = 3.218688 km"));
        QVERIFY(f.call("convert_unit", "{\"value\":[],\"from\":\"mi\",\"to\":\"km\"}").failed);
    }
    void filesNeedAFolder() {
        Fixture f;
        QVERIFY(f.box.find("read_file") == nullptr && f.box.find("list_folder") == nullptr);
        QTemporaryDir folder;
        QFile file(folder.path() + "/a.txt");
        QVERIFY(file.open(QFile::WriteOnly) && file.write("hello") == 5);
        file.close();
        f.settings.setFolder(folder.path());
        QCOMPARE(f.call("list_folder", "{}").text, QString("a.txt (5 bytes)"));
        QCOMPARE(f.call("read_file", "{\"path\":\"a.txt\"}").text, QString("hello"));
        QVERIFY(f.call("read_file", "{\"path\":\"../../etc/passwd\"}").failed);
    }
    void pagesNeedTheSwitch() {
        Fixture f;
        QVERIFY(f.box.find("read_web_page") == nullptr);
        f.settings.setWebReader(true);
        QVERIFY(f.box.find("read_web_page") != nullptr);
        for (const char* url :
             {"http://127.0.0.1/", "http://localhost:8080/", "https://192.168.1.1/", "https://[::1]/",
              "http://2130706433/", "http://router.local/", "file:///etc/passwd", "", "https://"}) {
            const QByteArray arguments =
                QJsonDocument(QJsonObject{{"url", QString(url)}}).toJson(QJsonDocument::Compact);
            QVERIFY2(f.call("read_web_page", arguments).failed, url);
        }
        f.settings.setWebReader(false);
        QVERIFY(f.box.find("read_web_page") == nullptr);
    }
    void aCallThatIsCancelledIsNotHeardOf() {
        Fixture f;
        QSignalSpy finished(&f.tools, &ToolProvider::finished);
        f.tools.call(7, "calculate", {});
        f.tools.cancel(7);
        QTest::qWait(20);
        QCOMPARE(finished.count(), 0);
    }
    void everySchemaCanBeHeldTo() {
        Fixture f;
        f.settings.setFolder("/");
        f.settings.setWebReader(true);
        QCOMPARE(f.box.tools().size(), 6U);
        QVERIFY(f.box.leftOut().empty());
        for (const ToolBox::Tool& tool : f.box.tools())
            QVERIFY(QJsonDocument::fromJson(tool.description.parameters).isObject());
    }
};

QTEST_GUILESS_MAIN(TestBuiltInTools)
#include "tst_built_in_tools.moc"
