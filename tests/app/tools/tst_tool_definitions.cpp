#include "tools/tool_definitions.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "played_tools.h"

using namespace hearth::app;
using hearth::test::PlayedTools;

class TestToolDefinitions : public QObject {
    Q_OBJECT

private slots:
    void toolsAreSpelledAsTemplatesTakeThem() {
        PlayedTools tools(
            "a", {PlayedTools::tool("read", "{\"type\":\"object\",\"properties\":{\"b\":{},\"a\":{}}}"),
                  PlayedTools::tool("write")});
        tools.offered[0].description = "Reads \"it\"\n";
        ToolBox box;
        box.add(tools);
        const std::string text = toolDefinitions({box.find("read"), box.find("write")});
        const QJsonArray list =
            QJsonDocument::fromJson(QByteArray::fromStdString(text)).object()["tools"].toArray();
        QCOMPARE(list.size(), 2);
        const QJsonObject function = list[0].toObject()["function"].toObject();
        QCOMPARE(list[0].toObject()["type"].toString(), QString("function"));
        QCOMPARE(function["name"].toString(), QString("read"));
        QCOMPARE(function["description"].toString(), QString("Reads \"it\"\n"));
        // In the order of the schema.
        QVERIFY(text.find("\"b\":{}") < text.find("\"a\":{}"));
        QCOMPARE(list[1].toObject()["function"].toObject()["parameters"].toObject()["type"].toString(),
                 QString("object"));
    }
    void aRequestIsHeldToItsTools() {
        PlayedTools tools("a", {PlayedTools::tool("read", "{\"type\":\"object\"}")});
        ToolBox box;
        box.add(tools);
        hearth::GenerationRequest request;
        setTools(request, toolDefinitions({box.find("read")}));
        QVERIFY(request.templateVariables.find("\"read\"") != std::string::npos);
        QCOMPARE(request.grammar.kind, hearth::ReplyGrammar::Kind::MayCallTools);
        for (const char* none : {"", "{}", "{\"tools\":[]}", "{\"tools\":[7]}"}) {
            hearth::GenerationRequest other;
            setTools(other, none);
            QVERIFY(other.grammar == hearth::ReplyGrammar());
        }
    }
    void withoutToolsThereIsNothing() { QVERIFY(toolDefinitions({}).empty()); }
};

QTEST_GUILESS_MAIN(TestToolDefinitions)
#include "tst_tool_definitions.moc"
