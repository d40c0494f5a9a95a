#include "areas/inspector_area.h"

#include <QtTest>

#include "areas_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestInspectorArea : public QObject {
    Q_OBJECT

private slots:
    void qmlReadsItsParts() {
        test::AreasFixture f;
        InspectorArea area(*f.store, f.settings.app, f.engine, f.models);
        for (const char* name : {"reply", "nextToken", "cache", "precisions", "speed", "costs"})
            QVERIFY2(f.part(area, name) != nullptr, name);
        QVERIFY(!area.reply.isActive());
    }
};

QTEST_GUILESS_MAIN(TestInspectorArea)
#include "tst_inspector_area.moc"
