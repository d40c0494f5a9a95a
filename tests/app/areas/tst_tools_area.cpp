#include "areas/tools_area.h"

#include <QtTest>

#include "areas/documents_area.h"
#include "areas_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestToolsArea : public QObject {
    Q_OBJECT

private slots:
    void qmlReadsItsParts() {
        test::AreasFixture f;
        DocumentsArea documents(*f.store, f.settings.app, f.models, {});
        ToolsArea area(*f.store, documents, f.keyRing, f.data.filePath("mcp.json"));
        for (const char* name : {"settings", "list", "servers", "prompts"})
            QVERIFY2(f.part(area, name) != nullptr, name);
        // Nothing is offered before the links say so.
        QCOMPARE(area.list.rowCount(), 0);
        area.box.add(area.builtIn);
        QVERIFY(area.list.rowCount() > 0);
    }
};

QTEST_GUILESS_MAIN(TestToolsArea)
#include "tst_tools_area.moc"
