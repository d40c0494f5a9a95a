#include "areas/models_area.h"

#include <QSignalSpy>
#include <QtTest>

#include "areas_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestModelsArea : public QObject {
    Q_OBJECT

private slots:
    void modelsAreLoadedByTheProvider() {
        test::AreasFixture f;
        QSignalSpy ready(&f.models.engine, &EngineStatus::becameReady);
        f.models.engine.load(QStringLiteral("model.gguf"));
        QVERIFY(ready.wait());
        QVERIFY(f.models.roomForModel() > 0);
    }

    void theFolderThatWasChosenCounts() {
        test::AreasFixture f;
        QCOMPARE(f.models.firstFolder, f.data.path());
        QCOMPARE(ModelsArea::downloadFolders("/a").models, QString("/a"));
        QCOMPARE(ModelsArea::downloadFolders("/a").parts, QString("/a/.downloads"));
        QVERIFY(f.models.hub.rowCount() > 0);
    }

    void qmlReadsItsParts() {
        test::AreasFixture f;
        QCOMPARE(f.part(f.models, "engine"), &f.models.engine);
        QCOMPARE(f.part(f.models, "folder"), &f.models.folder);
    }
};

QTEST_GUILESS_MAIN(TestModelsArea)
#include "tst_models_area.moc"
