#include "settings/engine_settings.h"

#include <QtTest>

#include "settings/app_settings.h"

using namespace hearth::app;

class TestEngineSettings : public QObject {
    Q_OBJECT

private slots:
    void cardsAreTickedAndUsedWhereThereAreSome() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        settings.engine->offerBackends(
            {{.name = "cuda", .title = "GPU", .type = hearth::DeviceType::GraphicsCard},
             {.name = "cpu", .title = "CPU", .type = hearth::DeviceType::Processor}});
        const auto devices = [&] { return settings.engineOptions(QStringLiteral("/x.gguf")).devices; };
        QVERIFY(settings.engine->cards().isEmpty() && devices().empty());
        settings.engine->useCard(2, true);
        settings.engine->useCard(0, true);
        settings.engine->useCard(2, true);
        QCOMPARE(settings.engine->cards(), (QList<int>{0, 2}));
        QCOMPARE(devices(), (std::vector<int>{0, 2}));
        settings.engine->setBackendIndex(1);
        QCOMPARE(devices(), (std::vector<int>{0, 2}));
        settings.engine->setBackendIndex(2);
        QVERIFY(devices().empty());
        settings.engine->useCard(0, false);
        QCOMPARE(settings.engine->cards(), QList<int>{2});
    }

    void severalCardsShareAsIsChosen() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        const auto split = [&] { return settings.engineOptions(QStringLiteral("/x.gguf")).cardSplit; };
        QVERIFY(split() == hearth::GpuSplit::Auto);
        settings.engine->setCardSplit(1);
        QVERIFY(split() == hearth::GpuSplit::Layers);
        settings.engine->setCardSplit(7);
        QCOMPARE(settings.engine->cardSplit(), 2);
        QVERIFY(split() == hearth::GpuSplit::TensorParallel);
    }
};

QTEST_GUILESS_MAIN(TestEngineSettings)

#include "tst_engine_settings.moc"
