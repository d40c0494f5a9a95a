#include "settings/model_settings.h"

#include <QtTest>

#include "settings/app_settings.h"

using namespace hearth::app;

class TestModelSettings : public QObject {
    Q_OBJECT

private slots:
    void eachModelHasItsOwnDraftModel() {
        const auto store = store::Store::inMemory();
        {
            AppSettings settings(*store);
            QCOMPARE(settings.models->draftModelFor(QStringLiteral("/a.gguf")), QString());
            settings.models->setDraftModel(QStringLiteral("/a.gguf"), QStringLiteral("/small.gguf"));
            settings.models->setDraftModel(QStringLiteral("/b.gguf"), QStringLiteral("/tiny.gguf"));
            settings.models->setDraftModel(QStringLiteral("/b.gguf"), QString());
        }
        AppSettings settings(*store);
        QCOMPARE(settings.engineOptions(QStringLiteral("/a.gguf")).draftModel.string(),
                 std::string("/small.gguf"));
        QVERIFY(settings.engineOptions(QStringLiteral("/b.gguf")).draftModel.empty());
    }
};

QTEST_GUILESS_MAIN(TestModelSettings)

#include "tst_model_settings.moc"
