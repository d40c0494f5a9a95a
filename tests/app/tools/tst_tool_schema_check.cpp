#include "tools/tool_schema_check.h"

#include <QSignalSpy>
#include <QtTest>

#include "played_tools.h"
#include "tools/tool_box.h"

using namespace hearth::app;
using hearth::test::PlayedTools;

class TestToolSchemaCheck : public QObject {
    Q_OBJECT

    static ToolDescription toolWith(const char* name, const QByteArray& parameters) {
        ToolDescription tool = PlayedTools::tool(QString::fromLatin1(name));
        tool.parameters = parameters;
        return tool;
    }

private slots:
    void eachKeywordThatIsNotHeldIsToldOnce() {
        const QByteArray phone =
            R"({"type":"object","properties":{"number":{"type":"string","format":"phone"}}})";
        PlayedTools server(QStringLiteral("a"), {toolWith("call", phone),
                                                 toolWith("add", R"({"type":"object","properties":{}})")});
        ToolBox box;
        box.add(server);
        ToolSchemaCheck check(box);
        QSignalSpy told(&check, &ToolSchemaCheck::leftOut);
        QTRY_COMPARE(told.count(), 1);
        const QString sentence = told[0][0].toString();
        for (const char* named : {"\"call\"", "\"number\"", "\"format\""})
            QVERIFY2(sentence.contains(QLatin1String(named)), qPrintable(sentence));
        // The same tools again say nothing; another one does.
        PlayedTools second(QStringLiteral("b"), {toolWith("text", phone)});
        box.add(second);
        QTRY_COMPARE(told.count(), 2);
        QVERIFY(told[1][0].toString().contains(QLatin1String("\"text\"")));
    }
    void itEndsWithItsWork() {
        ToolBox box;
        PlayedTools server(QStringLiteral("a"),
                           {toolWith("f", R"({"properties":{"x":{"format":"phone"}}})")});
        box.add(server);
        const ToolSchemaCheck check(box);
    }
};

QTEST_GUILESS_MAIN(TestToolSchemaCheck)
#include "tst_tool_schema_check.moc"
