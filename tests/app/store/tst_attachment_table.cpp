#include "store/attachment_table.h"

#include <QtTest>
#include <limits>

#include "finish_erasing.h"
#include "store/store.h"

using namespace hearth::app::store;

class TestAttachmentTable : public QObject {
    Q_OBJECT

private slots:
    void belongToTheirMessageAndGoWithIt() {
        const auto store = Store::inMemory();
        Conversation conversation, other;
        Message question, answer, otherQuestion, otherAnswer;
        store->addTurn(conversation, question, answer);
        store->addTurn(other, otherQuestion, otherAnswer);
        Attachment first, second, third;
        first.messageId = second.messageId = question.id;
        third.messageId = otherQuestion.id;
        first.name = "report.pdf";
        first.text = "page one";
        first.sizeBytes = 3'000'000'000;
        first.tokens = 2;
        second.name = "notes.md";
        for (Attachment* attachment : {&first, &second, &third}) store->attachments().insert(*attachment);
        const auto found = store->attachments().ofMessage(question.id);
        QCOMPARE(found.size(), size_t(2));
        QCOMPARE(found[0].id, first.id);
        QCOMPARE(found[0].name, QStringLiteral("report.pdf"));
        QCOMPARE(found[0].text, QStringLiteral("page one"));
        QCOMPARE(found[0].sizeBytes, qint64(3'000'000'000));
        QCOMPARE(found[0].tokens, 2);
        const auto byMessage = store->attachments().ofConversation(conversation.id);
        QCOMPARE(byMessage.size(), size_t(1));
        QCOMPARE(byMessage.at(question.id).size(), size_t(2));
        QVERIFY(store->attachments().ofMessage(answer.id).empty());
        store->conversations().moveToTrash(conversation.id, 1);
        store->emptyTrash(std::numeric_limits<qint64>::max());
        hearth::app::test::finishErasing(*store);
        QVERIFY(store->attachments().ofMessage(question.id).empty());
        QCOMPARE(store->attachments().ofMessage(otherQuestion.id).size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestAttachmentTable)
#include "tst_attachment_table.moc"
