#include "store/conversation_table.h"

#include <QtTest>

#include "finish_erasing.h"
#include "store/store.h"

using namespace hearth::app::store;

class TestConversationTable : public QObject {
    Q_OBJECT

private slots:
    void idsAreOfAllThatAreNotErased() {
        const auto store = Store::inMemory();
        std::vector<qint64> ids;
        for (int i = 0; i < 3; ++i) {
            Conversation conversation;
            store->conversations().insert(conversation);
            ids.push_back(conversation.id);
        }
        store->conversations().moveToTrash(ids[0], 5);
        store->conversations().moveToTrash(ids[1], 5);
        QCOMPARE(store->conversations().ids(), ids);
        store->eraseConversation(ids[1]);
        QCOMPARE(store->conversations().ids(), (std::vector<qint64>{ids[0], ids[2]}));
    }

    void listsPinnedFirstThenNewest() {
        const auto store = Store::inMemory();
        std::vector<qint64> ids;
        for (const qint64 time : {100, 300, 200}) {
            Conversation conversation;
            conversation.title = QString::number(time);
            conversation.createdAt = time;
            store->conversations().insert(conversation);
            ids.push_back(conversation.id);
        }
        store->conversations().setPinned(ids[0], true);
        const auto titles = [](const std::vector<Conversation>& list) {
            QStringList out;
            for (const Conversation& conversation : list) out += conversation.title;
            return out;
        };
        QCOMPARE(titles(store->conversations().list()), QStringList({"100", "300", "200"}));
        QCOMPARE(titles(store->conversations().list(1, 1)), QStringList({"300"}));
        store->conversations().touch(ids[2], 400);
        QCOMPARE(titles(store->conversations().list()), QStringList({"100", "200", "300"}));
    }

    void keepsEveryField() {
        const auto store = Store::inMemory();
        Conversation conversation;
        conversation.title = QStringLiteral("A");
        conversation.systemPrompt = QStringLiteral("Be brief.");
        conversation.sampling = {{"topK", 3}};
        store->conversations().insert(conversation);
        store->conversations().setFolder(conversation.id, QStringLiteral("Allotment"));
        store->conversations().setModel(conversation.id, QStringLiteral("M"));
        store->conversations().setSystemPrompt(conversation.id, QStringLiteral("Be long."));
        store->conversations().setSampling(conversation.id, {{"topK", 4}});
        const auto found = store->conversations().find(conversation.id);
        QVERIFY(found);
        QCOMPARE(found->folder, QStringLiteral("Allotment"));
        QCOMPARE(found->model, QStringLiteral("M"));
        QCOMPARE(found->systemPrompt, QStringLiteral("Be long."));
        QCOMPARE(found->sampling, (QJsonObject{{"topK", 4}}));
        QVERIFY(found->createdAt > 0);
        QVERIFY(!store->conversations().find(conversation.id + 1));
    }

    void aMadeTitleNeverReplacesAPersonsOne() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        const auto title = [&] { return store->conversations().find(conversation.id)->title; };
        store->conversations().setTitle(conversation.id, QStringLiteral("model"), TitleSource::Model);
        QCOMPARE(title(), QStringLiteral("model"));
        store->conversations().setTitle(conversation.id, QStringLiteral("person"), TitleSource::Person);
        store->conversations().setTitle(conversation.id, QStringLiteral("model again"), TitleSource::Model);
        QCOMPARE(title(), QStringLiteral("person"));
        store->conversations().setTitle(conversation.id, QStringLiteral("person again"), TitleSource::Person);
        QCOMPARE(title(), QStringLiteral("person again"));
    }

    void theTrashGivesBack() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        store->conversations().moveToTrash(conversation.id, 1000);
        QVERIFY(store->conversations().list().empty());
        QCOMPARE(store->conversations().trash().size(), 1U);
        store->conversations().restore(conversation.id);
        QCOMPARE(store->conversations().list().size(), 1U);
        store->conversations().moveToTrash(conversation.id, 1000);
        QCOMPARE(store->emptyTrash(1000), 0);
        hearth::app::test::finishErasing(*store);
        QCOMPARE(store->emptyTrash(1001), 1);
        hearth::app::test::finishErasing(*store);
        QVERIFY(!store->conversations().find(conversation.id));
    }
};

QTEST_GUILESS_MAIN(TestConversationTable)
#include "tst_conversation_table.moc"
