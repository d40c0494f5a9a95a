#include "settings/reply_choices.h"

#include <QtTest>

#include "settings/sampling_settings.h"

using namespace hearth::app;

class TestReplyChoices : public QObject {
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
        QVERIFY(settings.choices->reuseReplies());
        settings.choices->setReuseReplies(false);
        settings.setValue("temperature", 0);
        // It is no taste: presets and defaults leave it alone.
        settings.applyPreset(QStringLiteral("P"), {{"temperature", 0.5}});
        settings.saveAsDefault();
        settings.resetAll();
        QVERIFY(!settings.choices->reuseReplies());
        QCOMPARE(settings.replyValues().value("reuseReplies").toBool(true), false);
        settings.openConversation(b);
        QVERIFY(settings.choices->reuseReplies());
        QVERIFY(!settings.replyValues().contains("reuseReplies"));
        SamplingSettings later(*m_store);
        later.openConversation(a);
        QVERIFY(!later.choices->reuseReplies());
        later.choices->setReuseReplies(true);
        QVERIFY(later.choices->reuseReplies());
    }

    void eachChatChoosesWhetherItsModelsThink() {
        SamplingSettings settings(*m_store);
        const qint64 a = addConversation(), b = addConversation();
        settings.openConversation(a);
        QVERIFY(settings.choices->thinking().isEmpty() && settings.choices->effort().isEmpty());
        settings.choices->setThinking(QStringLiteral("off"));
        settings.choices->setEffort(QStringLiteral("low"));
        settings.choices->setEffort(QStringLiteral("boundless"));
        QVERIFY(settings.choices->effort().isEmpty());
        settings.choices->setEffort(QStringLiteral("high"));
        settings.applyPreset(QStringLiteral("P"), {{"temperature", 0.5}});
        settings.saveAsDefault();
        QCOMPARE(settings.choices->thinking(), QStringLiteral("off"));
        QCOMPARE(settings.choices->effort(), QStringLiteral("high"));
        QCOMPARE(settings.replyValues().value("thinking").toString(), QStringLiteral("off"));
        QVERIFY(!settings.values().contains("thinking"));
        settings.openConversation(b);
        QVERIFY(settings.choices->thinking().isEmpty() && settings.choices->effort().isEmpty());
        const QJsonObject other = settings.replyValuesOf(m_store->conversations().find(a)->sampling);
        QCOMPARE(other.value("effort").toString(), QStringLiteral("high"));
        QCOMPARE(other.value("temperature").toDouble(), 0.5);
        SamplingSettings later(*m_store);
        later.openConversation(a);
        later.choices->setThinking({});
        QVERIFY(later.choices->thinking().isEmpty());
        QCOMPARE(later.choices->effort(), QStringLiteral("high"));
    }
};

QTEST_GUILESS_MAIN(TestReplyChoices)

#include "tst_reply_choices.moc"
