#include "chat/chat_models.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestChatModels : public QObject {
    Q_OBJECT

private slots:
    void hasARowForEach() {
        ChatModels models;
        QSignalSpy changed(&models, &ChatModels::changed);
        QCOMPARE(models.rowOf("/m/a"), -1);
        models.set({{"/m/a", "A"}, {"/m/b", "B"}});
        models.set({{"/m/a", "A"}, {"/m/b", "B"}});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(models.rowCount(), 2);
        QCOMPARE(models.rowOf("/m/b"), 1);
        QCOMPARE(models.index(1).data(ChatModels::NameRole).toString(), QString("B"));
        QCOMPARE(models.index(0).data(ChatModels::PathRole).toString(), QString("/m/a"));
        QVERIFY(!models.data({}, ChatModels::NameRole).isValid());
    }
};

QTEST_GUILESS_MAIN(TestChatModels)
#include "tst_chat_models.moc"
