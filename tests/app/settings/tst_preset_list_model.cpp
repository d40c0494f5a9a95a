#include "settings/preset_list_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

#include "settings/sampling_settings.h"

using namespace hearth::app;

class TestPresetListModel : public QObject {
    Q_OBJECT

private slots:
    void builtInOnesComeFirstAndStay() {
        const auto store = store::Store::inMemory();
        SamplingSettings sampling(*store);
        PresetListModel model(*store, sampling);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.count(), 4);
        QCOMPARE(model.data(model.index(0), PresetListModel::NameRole).toString(),
                 QStringLiteral("Balanced"));
        QVERIFY(model.data(model.index(3), PresetListModel::BuiltInRole).toBool());
        model.remove(QStringLiteral("Balanced"));
        QCOMPARE(model.count(), 4);
        model.apply(QStringLiteral("Greedy"));
        QCOMPARE(sampling.temperature(), 0.0);
        QCOMPARE(sampling.params().topK, 0);
        model.apply(QStringLiteral("nothing of that name"));
        QCOMPARE(sampling.presetName(), QStringLiteral("Greedy"));
    }

    void aPersonsOwnIsKept() {
        const auto store = store::Store::inMemory();
        SamplingSettings sampling(*store);
        PresetListModel model(*store, sampling);
        sampling.setTemperature(1.3);
        sampling.setSeed(QStringLiteral("9"));
        QVERIFY(!model.save(QStringLiteral("  ")));
        QVERIFY(!model.save(QStringLiteral("balanced")));
        QVERIFY(model.save(QStringLiteral(" Wild ")));
        QCOMPARE(sampling.presetName(), QStringLiteral("Wild"));
        QVERIFY(!sampling.isChangedAny() || sampling.isChanged(QStringLiteral("seed")));
        SamplingSettings fresh(*store);
        PresetListModel again(*store, fresh);
        QCOMPARE(again.count(), 5);
        again.apply(QStringLiteral("Wild"));
        QCOMPARE(fresh.temperature(), 1.3);
        QVERIFY(fresh.seed().isEmpty());
        again.remove(QStringLiteral("Wild"));
        QCOMPARE(again.count(), 4);
    }
};

QTEST_GUILESS_MAIN(TestPresetListModel)
#include "tst_preset_list_model.moc"
