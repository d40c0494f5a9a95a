#include "tools/tool_list.h"

#include <QSignalSpy>
#include <QtTest>

#include "played_tools.h"

using namespace hearth::app;
using hearth::test::PlayedTools;

class TestToolList : public QObject {
    Q_OBJECT

private slots:
    void rowsFollowToolsAndSettings() {
        const auto store = store::Store::inMemory();
        ToolSettings settings(*store);
        PlayedTools tools("a", {PlayedTools::tool("add"), PlayedTools::tool("broken", "[]")});
        ToolBox box;
        ToolList list(box, settings);
        QCOMPARE(list.rowCount(), 0);
        box.add(tools);
        QCOMPARE(list.rowCount(), 2);
        const auto at = [&](int row, int role) { return list.data(list.index(row), role); };
        QCOMPARE(at(0, ToolList::NameRole).toString(), QString("add"));
        QCOMPARE(at(0, ToolList::KeyRole).toString(), QString("a/add"));
        QCOMPARE(at(0, ToolList::AboutRole).toString(), QString("Does it."));
        QCOMPARE(at(0, ToolList::SourceRole).toString(), QString("A test"));
        QVERIFY(at(0, ToolList::OnRole).toBool() && !at(0, ToolList::AllowedRole).toBool());
        QCOMPARE(at(1, ToolList::NameRole).toString(), QString("broken"));
        QVERIFY(at(1, ToolList::KeyRole).toString().isEmpty() && !at(1, ToolList::OnRole).toBool());
        QSignalSpy changed(&list, &ToolList::dataChanged);
        settings.setOn("a/add", false);
        settings.allow("a/add");
        QCOMPARE(changed.count(), 2);
        QVERIFY(!at(0, ToolList::OnRole).toBool() && at(0, ToolList::AllowedRole).toBool());
        tools.offered.clear();
        emit tools.toolsChanged();
        QCOMPARE(list.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestToolList)
#include "tst_tool_list.moc"
