#include "chat/chat_tools.h"

#include <QtTest>

#include "app/tools/played_tools.h"
#include "tools/tool_settings.h"

using namespace hearth::app;
using hearth::test::PlayedTools;

class TestChatTools : public QObject {
    Q_OBJECT

private slots:
    void whatAChatSaysIsReadBack() {
        const ChatTools tools{true, {"mcp:git"}, {"hearth/calculate"}};
        QCOMPARE(ChatTools::of(tools.toJson()), tools);
        QVERIFY(ChatTools().toJson().isEmpty());
        QCOMPARE(ChatTools::of({}), ChatTools());
        QCOMPARE(ChatTools::of({{"on", "yes"}, {"without", 3}, {"allowed", QJsonArray{1, "a"}}}),
                 (ChatTools{false, {}, {"", "a"}}));
    }
    void aChatHasWhatIsOnInItAndInTheSettings() {
        const auto store = store::Store::inMemory();
        ToolSettings settings(*store);
        PlayedTools one("one", {PlayedTools::tool("a"), PlayedTools::tool("b")});
        PlayedTools two("two", {PlayedTools::tool("c")});
        ToolBox box;
        box.add(one);
        box.add(two);
        const auto names = [&](const ChatTools& chat) {
            QStringList all;
            for (const ToolBox::Tool* tool : toolsOf(chat, box, settings)) all += tool->name;
            return all;
        };
        QVERIFY(names({}).isEmpty());
        QCOMPARE(names({.on = true, .without = {}, .allowed = {}}), (QStringList{"a", "b", "c"}));
        QCOMPARE(names({.on = true, .without = {"two"}, .allowed = {}}), (QStringList{"a", "b"}));
        settings.setOn("one/a", false);
        QCOMPARE(names({.on = true, .without = {"two"}, .allowed = {}}), QStringList{"b"});
    }
};

QTEST_GUILESS_MAIN(TestChatTools)
#include "tst_chat_tools.moc"
