#include "window/session_area.h"

#include <QtTest>

#include "window_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::WindowFixture;

class TestSessionArea : public QObject {
    Q_OBJECT

private slots:
    void itSaysWhyChatsAreNotKept() {
        WindowFixture f;
        WindowParts& parts = f.parts;
        const SessionArea session({*f.store, QStringLiteral("problem"), f.data.path(), f.errors, f.engine},
                                  parts.settings, parts.models, parts.machine, parts.keyRing);
        QCOMPARE(session.property("storeProblem").toString(), QString("problem"));
        QCOMPARE(session.property("version").toString(), QCoreApplication::applicationVersion());
        for (const char* name : {"start", "guard", "programs", "about"})
            QVERIFY2(session.property(name).value<QObject*>() != nullptr, name);
        QVERIFY(!session.about.licences().isEmpty());
    }
};

QTEST_MAIN(TestSessionArea)
#include "tst_session_area.moc"
