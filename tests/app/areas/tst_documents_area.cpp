#include "areas/documents_area.h"

#include <QtTest>

#include "areas_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestDocumentsArea : public QObject {
    Q_OBJECT

private slots:
    void modelsOfDocumentsComeFromTheProvider() {
        test::AreasFixture f;
        DocumentsArea area(*f.store, f.settings.app, f.models, {});
        area.embedder->setModel("model.gguf");
        QVERIFY_THROWS_EXCEPTION(Error, (void)area.embedder->loaded({}));
        QCOMPARE(area.device.backend(), std::string("auto"));
        QCOMPARE(f.part(area, "library"), &area.library);
    }
};

QTEST_GUILESS_MAIN(TestDocumentsArea)
#include "tst_documents_area.moc"
