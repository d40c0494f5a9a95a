#include "chat/message_view.h"

#include "chat_fixture.h"

using namespace hearth::app;
using hearth::test::ChatFixture;

class TestMessageView : public QObject {
    Q_OBJECT

    static store::Message reply(qint64 id, store::MessageState state, const char* text) {
        store::Message made;
        made.id = id;
        made.parentId = 1;
        made.role = store::Role::Assistant;
        made.state = state;
        made.text = QString(text);
        return made;
    }

private slots:
    void aReplyKnowsItsVersionsAndHowItEnded() {
        ChatFixture f;
        const ReplyRunner runner(*f.store, f.inference);
        const MessageView view(*f.store, runner);
        store::Message question;
        question.id = 1;
        question.text = "Q";
        store::Message failed = reply(3, store::MessageState::Failed, "It");
        failed.error = "There is no memory.";
        const ConversationTree tree({question, reply(2, store::MessageState::Complete, "Yes."), failed}, 1);

        const MessageBlockModel::Message first = view.shown(question, tree);
        QCOMPARE(first.author, QString("user"));
        QCOMPARE(first.siblingCount, 1);
        QVERIFY(!first.stopped);
        const MessageBlockModel::Message shown = view.shown(failed, tree);
        QCOMPARE(shown.author, QString("assistant"));
        QCOMPARE(shown.siblingIndex, 1);
        QCOMPARE(shown.siblingCount, 2);
        QVERIFY(shown.stopped);
        QCOMPARE(shown.errorBody, QString("There is no memory."));
        QVERIFY(!shown.errorAction.isEmpty());
        QVERIFY(!view.shown(*tree.find(2), tree).stopped);
    }

    void filesAreNamed() {
        ChatFixture f;
        const ReplyRunner runner(*f.store, f.inference);
        MessageView view(*f.store, runner);
        store::Conversation conversation;
        store::Message message, answer;
        answer.role = store::Role::Assistant;
        store::Attachment file;
        file.name = "notes.txt";
        file.text = "words";
        f.store->addTurn(conversation, message, answer, {file});
        const ConversationTree tree(f.store->messages().ofConversation(conversation.id), message.id);
        view.readFiles(conversation.id);
        QVERIFY(view.shown(message, tree).attachments.startsWith("notes.txt, "));
        view.readFiles(0);
        QVERIFY(view.shown(message, tree).attachments.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestMessageView)
#include "tst_message_view.moc"
