#include "chat/open_conversation.h"

#include "chat_fixture.h"

using namespace hearth::app;
using hearth::test::ChatFixture;

class TestOpenConversation : public QObject {
    Q_OBJECT

    static QList<qint64> shown(const OpenConversation& open) {
        QList<qint64> ids;
        for (int row = 0; row < open.rows().count(); ++row)
            if (ids.isEmpty() || ids.back() != open.rows().messageAt(row)) ids += open.rows().messageAt(row);
        return ids;
    }

private slots:
    void theRowsAreThoseOfTheVisibleBranch() {
        ChatFixture f;
        const ReplyRunner runner(*f.store, f.inference);
        OpenConversation open(*f.store, runner);
        store::Conversation record;
        store::Message question, first;
        question.text = "Q";
        first.role = store::Role::Assistant;
        first.text = "one";
        f.store->addTurn(record, question, first);
        open.open(record);
        open.showAll();
        QCOMPARE(shown(open), QList<qint64>({question.id, first.id}));

        store::Message second = first;
        second.text = "two";
        f.store->addReply(second);
        open.insert(second);
        open.showFrom(first.id);
        QCOMPARE(shown(open), QList<qint64>({question.id, second.id}));
        open.select(first.id);
        open.showFrom(second.id);
        QCOMPARE(shown(open), QList<qint64>({question.id, first.id}));
        open.erase(first.id);
        open.showFrom(first.id);
        QCOMPARE(shown(open), QList<qint64>({question.id, second.id}));
        // A change made only here is replaced by the store's content.
        open.read();
        open.showAll();
        QCOMPARE(open.tree().size(), 3U);
        open.open({});
        open.showAll();
        QCOMPARE(open.rows().count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestOpenConversation)
#include "tst_open_conversation.moc"
