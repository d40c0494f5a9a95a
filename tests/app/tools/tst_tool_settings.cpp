#include "tools/tool_settings.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestToolSettings : public QObject {
    Q_OBJECT

private slots:
    void atFirstNothingIsAllowedAndNothingLeavesTheComputer() {
        const auto store = store::Store::inMemory();
        const ToolSettings settings(*store);
        QVERIFY(!settings.webReader() && !settings.newChats());
        QVERIFY(settings.folder().isEmpty() && settings.allowed().isEmpty());
        QVERIFY(settings.isOn("hearth/calculate"));
    }
    void whatIsChosenIsKept() {
        const auto store = store::Store::inMemory();
        {
            ToolSettings settings(*store);
            QSignalSpy changed(&settings, &ToolSettings::changed);
            settings.setFolder("/home/a");
            settings.setWebReader(true);
            settings.setNewChats(true);
            settings.allow("hearth/calculate");
            settings.allow("hearth/calculate");
            settings.allow("mcp:git/status");
            settings.setOn("hearth/read_file", false);
            QCOMPARE(changed.count(), 6);
        }
        ToolSettings settings(*store);
        QCOMPARE(settings.folder(), QString("/home/a"));
        QVERIFY(settings.webReader() && settings.newChats());
        QCOMPARE(settings.allowed(), (QStringList{"hearth/calculate", "mcp:git/status"}));
        QVERIFY(!settings.isOn("hearth/read_file"));
        settings.forget("hearth/calculate");
        QVERIFY(!settings.isAllowed("hearth/calculate") && settings.isAllowed("mcp:git/status"));
        settings.forgetAll();
        QVERIFY(settings.allowed().isEmpty());
        settings.setOn("hearth/read_file", true);
        QVERIFY(settings.isOn("hearth/read_file"));
    }
};

QTEST_GUILESS_MAIN(TestToolSettings)
#include "tst_tool_settings.moc"
