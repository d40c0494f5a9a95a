#include "settings/sampling_settings.h"

#include <QSignalSpy>
#include <QtTest>
#include <cmath>

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

    void eachChatChoosesWhetherItRepeatsReplies() {
        SamplingSettings settings(*m_store);
        const qint64 a = addConversation(), b = addConversation();
        settings.openConversation(a);
        QVERIFY(settings.reuseReplies());
        settings.setReuseReplies(false);
        settings.setTemperature(0);
        // It is no taste: presets and defaults leave it alone.
        settings.applyPreset(QStringLiteral("P"), {{"temperature", 0.5}});
        settings.saveAsDefault();
        settings.resetAll();
        QVERIFY(!settings.reuseReplies());
        QCOMPARE(settings.replyValues().value("reuseReplies").toBool(true), false);
        settings.openConversation(b);
        QVERIFY(settings.reuseReplies());
        QVERIFY(!settings.replyValues().contains("reuseReplies"));
        SamplingSettings later(*m_store);
        later.openConversation(a);
        QVERIFY(!later.reuseReplies());
        later.setReuseReplies(true);
        QVERIFY(later.reuseReplies());
    }

    void eachChatChoosesWhetherItsModelsThink() {
        SamplingSettings settings(*m_store);
        const qint64 a = addConversation(), b = addConversation();
        settings.openConversation(a);
        QVERIFY(settings.thinking().isEmpty() && settings.effort().isEmpty());
        settings.setThinking(QStringLiteral("off"));
        settings.setEffort(QStringLiteral("low"));
        settings.setEffort(QStringLiteral("boundless"));
        QVERIFY(settings.effort().isEmpty());
        settings.setEffort(QStringLiteral("high"));
        settings.applyPreset(QStringLiteral("P"), {{"temperature", 0.5}});
        settings.saveAsDefault();
        QCOMPARE(settings.thinking(), QStringLiteral("off"));
        QCOMPARE(settings.effort(), QStringLiteral("high"));
        QCOMPARE(settings.replyValues().value("thinking").toString(), QStringLiteral("off"));
        QVERIFY(!settings.values().contains("thinking"));
        settings.openConversation(b);
        QVERIFY(settings.thinking().isEmpty() && settings.effort().isEmpty());
        const QJsonObject other = settings.replyValuesOf(m_store->conversations().find(a)->sampling);
        QCOMPARE(other.value("effort").toString(), QStringLiteral("high"));
        QCOMPARE(other.value("temperature").toDouble(), 0.5);
        SamplingSettings later(*m_store);
        later.openConversation(a);
        later.setThinking({});
        QVERIFY(later.thinking().isEmpty());
        QCOMPARE(later.effort(), QStringLiteral("high"));
    }

    void theConversationsValuesWinOverTheModelsAndTheApps() {
        SamplingSettings settings(*m_store);
        const qint64 a = addConversation(), b = addConversation();
        QCOMPARE(settings.temperature(), 0.8);
        settings.setModel(QStringLiteral("M"));
        settings.openConversation(a);
        settings.setTemperature(0.3);
        settings.saveAsModelDefault();
        settings.openConversation(b);
        QCOMPARE(settings.temperature(), 0.3);  // the model's
        QVERIFY(!settings.isChanged(QStringLiteral("temperature")));
        settings.setTemperature(1.2);
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
        settings.setTopK(5);
        const qint64 id = addConversation();
        settings.adopt(id);
        settings.openConversation(0);
        QCOMPARE(settings.topK(), 40);
        settings.openConversation(id);
        QCOMPARE(settings.topK(), 5);
    }

    void valuesAreClampedAndRounded() {
        SamplingSettings settings(*m_store);
        settings.setTemperature(9);
        QCOMPARE(settings.temperature(), 2.0);
        settings.setTemperature(0.1 + 0.2);
        QCOMPARE(settings.temperature(), 0.3);
        settings.setTemperature(std::nan(""));
        QCOMPARE(settings.temperature(), 0.3);
        settings.setValue(QStringLiteral("nonsense"), 1);
        settings.setTopK(50000);  // beyond the slider, within a vocabulary
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
        settings.setTemperature(0.2);
        QVERIFY(settings.isChangedAny());
        settings.resetAll();
        QCOMPARE(settings.temperature(), 0.1);
        SamplingSettings again(*m_store);
        again.openConversation(id);
        QCOMPARE(again.presetName(), QStringLiteral("Cold"));
        QCOMPARE(again.temperature(), 0.1);
    }

    void valuesForEveryModelLieBelowThoseOfOne() {
        SamplingSettings settings(*m_store);
        settings.setModel(QStringLiteral("A"));
        settings.setTemperature(0.3);
        settings.setPenaltyLastN(-1);
        settings.saveAsDefault();
        QVERIFY(settings.hasDefault() && !settings.modelHasDefault());
        QVERIFY(!settings.isChangedAny());
        QCOMPARE(settings.presetName(), QStringLiteral("My default"));
        // Everywhere, and after a restart.
        SamplingSettings again(*m_store);
        again.setModel(QStringLiteral("B"));
        QCOMPARE(again.temperature(), 0.3);
        QCOMPARE(again.penaltyLastN(), -1);
        QCOMPARE(again.params().penaltyLastN, -1);
        again.setTemperature(0.6);
        again.saveAsModelDefault();
        QCOMPARE(again.presetName(), QStringLiteral("Model default"));
        // A default for all models does not override a model's own; the chat keeps its values.
        again.setTemperature(0.9);
        again.saveAsDefault();
        QCOMPARE(again.temperature(), 0.9);
        QVERIFY(again.isChanged(QStringLiteral("temperature")));
        again.resetAll();
        QCOMPARE(again.temperature(), 0.6);
        again.forgetModelDefault();
        QCOMPARE(again.temperature(), 0.9);
        again.forgetDefault();
        QCOMPARE(again.temperature(), 0.8);
        QVERIFY(!again.hasDefault() && !again.modelHasDefault());
        SamplingSettings last(*m_store);
        last.setModel(QStringLiteral("B"));
        QCOMPARE(last.temperature(), 0.8);
    }

    void tellsWhenAndOnlyWhenItChanges() {
        SamplingSettings settings(*m_store);
        QSignalSpy changed(&settings, &SamplingSettings::valuesChanged);
        settings.setTopK(40);
        QCOMPARE(changed.count(), 0);
        settings.setTopK(41);
        QCOMPARE(changed.count(), 1);
    }

    void everyParameterIsDescribed() {
        const SamplingSettings settings(*m_store);
        for (const char* name : {"temperature", "topK", "topP", "minP", "repeatPenalty", "presencePenalty",
                                 "frequencyPenalty", "penaltyLastN", "maxTokens", "seed", "stop"})
            QVERIFY2(!settings.describe(QLatin1String(name)).isEmpty(), name);
        QCOMPARE(settings.to(QStringLiteral("temperature")), 2.0);
        QVERIFY(std::isnan(settings.neutral(QStringLiteral("temperature"))));
        QCOMPARE(settings.neutral(QStringLiteral("repeatPenalty")), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestSamplingSettings)
#include "tst_sampling_settings.moc"
