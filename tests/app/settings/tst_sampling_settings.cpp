#include "settings/sampling_settings.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestSamplingSettings : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;

    qint64 addConversation() {
        store::Conversation conversation;
        m_store->conversations().insert(conversation);
        return conversation.id;
    }

private slots:
    void init() { m_store = store::Store::inMemory(); }

    void theConversationsValuesWinOverTheModelsAndTheApps() {
        SamplingSettings settings(*m_store);
        const qint64 a = addConversation(), b = addConversation();
        QCOMPARE(settings.temperature(), 0.8);
        settings.setModel(QStringLiteral("M"));
        settings.openConversation(a);
        settings.setValue("temperature", 0.3);
        settings.saveAsModelDefault();
        settings.openConversation(b);
        QCOMPARE(settings.temperature(), 0.3);  // the model's
        QVERIFY(!settings.isChanged(QStringLiteral("temperature")));
        settings.setValue("temperature", 1.2);
        QVERIFY(settings.isChanged(QStringLiteral("temperature")));
        settings.openConversation(a);
        QCOMPARE(settings.temperature(), 0.3);
        settings.openConversation(b);
        QCOMPARE(settings.temperature(), 1.2);  // its own, kept
        settings.setModel(QStringLiteral("another"));
        QCOMPARE(settings.temperature(), 1.2);
        settings.reset(QStringLiteral("temperature"));
        QCOMPARE(settings.temperature(), 0.8);  // the app's
    }

    void aNewConversationTakesItsValuesAlong() {
        SamplingSettings settings(*m_store);
        settings.openConversation(0);
        settings.setValue("topK", 5);
        const qint64 id = addConversation();
        settings.adopt(id);
        settings.openConversation(0);
        QCOMPARE(settings.topK(), 40);
        settings.openConversation(id);
        QCOMPARE(settings.topK(), 5);
    }

    void valuesAreClampedAndRounded() {
        SamplingSettings settings(*m_store);
        settings.setValue("temperature", 9);
        QCOMPARE(settings.temperature(), 2.0);
        settings.setValue("temperature", 0.1 + 0.2);
        QCOMPARE(settings.temperature(), 0.3);
        settings.setValue("temperature", std::nan(""));
        QCOMPARE(settings.temperature(), 0.3);
        settings.setValue(QStringLiteral("nonsense"), 1);
        settings.setValue("topK", 50000);  // beyond the slider, within a vocabulary
        QCOMPARE(settings.topK(), 50000);
        settings.setSeed(QStringLiteral(" 007 "));
        QCOMPARE(settings.seed(), QStringLiteral("7"));
        settings.setSeed(QStringLiteral("dice"));
        QVERIFY(settings.seed().isEmpty());
        settings.rollSeed();
        QVERIFY(!settings.seed().isEmpty());
        settings.setStop({QString(), QStringLiteral("###")});
        QCOMPARE(settings.stop(), QStringList{QStringLiteral("###")});
    }

    void aPresetIsTheNewReference() {
        SamplingSettings settings(*m_store);
        const qint64 id = addConversation();
        settings.openConversation(id);
        settings.setSeed(QStringLiteral("5"));
        settings.applyPreset(QStringLiteral("Cold"), {{"temperature", 0.1}});
        QCOMPARE(settings.presetName(), QStringLiteral("Cold"));
        QCOMPARE(settings.temperature(), 0.1);
        QCOMPARE(settings.seed(), QStringLiteral("5"));
        QVERIFY(!settings.isChanged(QStringLiteral("temperature")));
        settings.setValue("temperature", 0.2);
        QVERIFY(settings.isChangedAny());
        settings.resetAll();
        QCOMPARE(settings.temperature(), 0.1);
        SamplingSettings again(*m_store);
        again.openConversation(id);
        QCOMPARE(again.presetName(), QStringLiteral("Cold"));
        QCOMPARE(again.temperature(), 0.1);
    }

    void tellsWhenAndOnlyWhenItChanges() {
        SamplingSettings settings(*m_store);
        QSignalSpy changed(&settings, &SamplingSettings::valuesChanged);
        settings.setValue("topK", 40);
        QCOMPARE(changed.count(), 0);
        settings.setValue("topK", 41);
        QCOMPARE(changed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestSamplingSettings)
#include "tst_sampling_settings.moc"
