#include "settings/sampling_defaults.h"

#include <QtTest>

#include "settings/sampling_settings.h"

using namespace hearth::app;

class TestSamplingDefaults : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store = store::Store::inMemory();

private slots:
    void valuesForEveryModelLieBelowThoseOfOne() {
        SamplingSettings settings(*m_store);
        settings.setModel(QStringLiteral("A"));
        settings.setValue("temperature", 0.3);
        settings.setValue("penaltyLastN", -1);
        settings.saveAsDefault();
        QVERIFY(settings.defaults->hasOfAll() && !settings.defaults->hasOfModel());
        QVERIFY(!settings.isChangedAny());
        QCOMPARE(settings.presetName(), QStringLiteral("My default"));
        // Everywhere, and after a restart.
        SamplingSettings again(*m_store);
        again.setModel(QStringLiteral("B"));
        QCOMPARE(again.temperature(), 0.3);
        QCOMPARE(again.penaltyLastN(), -1);
        QCOMPARE(again.params().penaltyLastN, -1);
        again.setValue("temperature", 0.6);
        again.saveAsModelDefault();
        QCOMPARE(again.presetName(), QStringLiteral("Model default"));
        // A default for all models does not override a model's own; the chat keeps its values.
        again.setValue("temperature", 0.9);
        again.saveAsDefault();
        QCOMPARE(again.temperature(), 0.9);
        QVERIFY(again.isChanged(QStringLiteral("temperature")));
        again.resetAll();
        QCOMPARE(again.temperature(), 0.6);
        again.defaults->forgetOfModel();
        QCOMPARE(again.temperature(), 0.9);
        again.defaults->forgetOfAll();
        QCOMPARE(again.temperature(), 0.8);
        QVERIFY(!again.defaults->hasOfAll() && !again.defaults->hasOfModel());
        SamplingSettings last(*m_store);
        last.setModel(QStringLiteral("B"));
        QCOMPARE(last.temperature(), 0.8);
    }
};

QTEST_GUILESS_MAIN(TestSamplingDefaults)

#include "tst_sampling_defaults.moc"
