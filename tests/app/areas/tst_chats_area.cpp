#include "areas/chats_area.h"

#include <QtTest>

#include "areas/desktop_area.h"
#include "areas/documents_area.h"
#include "areas/tools_area.h"
#include "areas_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestChatsArea : public QObject {
    Q_OBJECT

private slots:
    void theListAndTheOpenChatGoTogether() {
        test::AreasFixture f;
        DesktopArea desktop(nullptr);
        DocumentsArea documents(*f.store, f.settings.app, f.models, {});
        ToolsArea tools(*f.store, documents, f.keyRing, f.data.filePath("mcp.json"));
        ChatsArea area({.store = *f.store,
                        .file = {},
                        .desktop = desktop,
                        .settings = f.settings,
                        .models = f.models,
                        .tools = tools});
        // Without a file there is only the memory.
        QVERIFY(area.backup.isMemoryOnly());
        QCOMPARE(f.part(area, "chat"), &area.chat);
        QCOMPARE(f.part(area, "conversations"), &area.conversations);
        QCOMPARE(area.conversations.count(), 0);
    }
};

QTEST_MAIN(TestChatsArea)
#include "tst_chats_area.moc"
