#include "chat/chat_passages.h"

#include <QAbstractItemModelTester>
#include <QtTest>

#include "chat_fixture.h"
#include "played_documents.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::ChatFixture;
using hearth::test::PlayedDocuments;

namespace {

struct DocumentChat : ChatFixture {
    PlayedDocuments documents;

    DocumentChat() {
        documents.add(QStringLiteral("bees.md"), 0,
                      QStringLiteral("Bees visit two million flowers for a jar."));
        documents.add(QStringLiteral("ants.md"), 90, QStringLiteral("Ants carry fifty times their weight."));
        chat.questionPassages->setSource(documents.source());
        load();
    }
    ChatPassages& passages() { return *chat.passages; }
    void ask(const QString& text) {
        if (!chat.send(text)) qFatal("it was not sent");
        documents.answer();
        waitForReply();
    }
    std::string lastQuestion() const { return script->requests.back().messages.back().content; }
};

}  // namespace

class TestChatPassages : public QObject {
    Q_OBJECT

private slots:
    void questionsBringPassagesOnce() {
        DocumentChat f;
        f.passages().setOn(true);
        f.ask(QStringLiteral("What do bees and ants do all day long?"));
        const std::string asked = f.lastQuestion();
        // In the order of the files, the question last.
        const size_t ants = asked.find("[1] ants.md\nAnts carry"),
                     bees = asked.find("[2] bees.md\nBees visit");
        QVERIFY(ants != std::string::npos && bees != std::string::npos && ants < bees);
        QVERIFY(asked.ends_with("What do bees and ants do all day long?"));
        QCOMPARE(f.chat.waiting->count(), 0);
        // Passages in the prompt are not repeated, and the prompt before stays as it was.
        f.ask(QStringLiteral("And what else do bees and ants do?"));
        QVERIFY(f.lastQuestion().find("ants.md") == std::string::npos);
        QCOMPARE(f.script->requests.back().messages[0].content, asked);
        QCOMPARE(f.passages().leftOut().size(), 2);
        QVERIFY(f.passages().leftOut()[0].toMap().value("reason").toString().contains("number 2"));
    }
    void theRerankersRankIsTold() {
        DocumentChat f;
        f.documents.found[0].rank.scores = {2.5, 0, 0.91};
        f.documents.found[0].rank.ranks = {4, 0, 1};
        f.passages().setOn(true);
        f.ask(QStringLiteral("What do bees do?"));
        f.passages().load();
        QCOMPARE(f.passages().at(f.passages().count() - 1).value("found").toString(),
                 QStringLiteral("by words, rank 4 (2.5); by the reranker, rank 1 (0.91)"));
    }
    void theListHasThemByNumber() {
        DocumentChat f;
        f.passages().setOn(true);
        f.ask(QStringLiteral("What do bees and ants do all day long?"));
        const QAbstractItemModelTester tester(&f.passages());
        f.passages().load();
        QCOMPARE(f.passages().count(), 2);
        QCOMPARE(f.passages().rowOf(2), 1);
        QCOMPARE(f.passages().rowOf(3), -1);
        const QVariantMap second = f.passages().at(1);
        QCOMPARE(second.value("number").toInt(), 2);
        QCOMPARE(second.value("name").toString(), QStringLiteral("bees.md"));
        QVERIFY(second.value("place").toString().contains("7"));
        QVERIFY(second.value("text").toString().startsWith("Bees visit"));
        QVERIFY(!second.value("found").toString().isEmpty());
        QVERIFY(!second.value("found").toString().contains("reranker"));
        QCOMPARE(second.value("address").toUrl(), QUrl::fromLocalFile("/notes/bees.md"));
        QVERIFY(f.passages().at(5).isEmpty());
        QSignalSpy around(&f.passages(), &ChatPassages::aroundRead);
        f.passages().readAround(1);
        QCOMPARE(around.value(0), (QList<QVariant>{1, "Before /notes/bees.md", "after"}));
        QCOMPARE(f.passages().citedNumber("passage:2"), 2);
        // Of another chat there are none.
        f.chat.open(0);
        f.passages().load();
        QCOMPARE(f.passages().count(), 0);
        QVERIFY(!f.passages().isOn());
    }
    void numbersInRepliesAreLinksAndWrongQuotationsAreTold() {
        DocumentChat f;
        f.script->pieces = {
            "\"Bees visit two million flowers\" [2], and \"ants sleep all day long\" [1] [9]."};
        f.passages().setOn(true);
        f.ask(QStringLiteral("What do bees and ants do all day long?"));
        QString shown, notice;
        for (int row = 0; row < f.rows().count(); ++row) {
            const auto kind = f.row(row, MessageBlockModel::KindRole).toInt();
            if (kind == MessageBlockModel::Paragraph)
                shown = f.row(row, MessageBlockModel::TextRole).toString();
            if (kind == MessageBlockModel::Notice)
                notice = f.row(row, MessageBlockModel::TextRole).toString();
        }
        QVERIFY2(shown.contains("[<a href=\"passage:2\">2</a>]"), qPrintable(shown));
        QVERIFY(shown.contains("[9]"));
        QVERIFY2(notice.contains("ants sleep all day long") && !notice.contains("Bees visit"),
                 qPrintable(notice));
    }
    void chatsWithoutDocumentsStayAsTheyAre() {
        DocumentChat f;
        f.talk(QStringLiteral("What do bees and ants do all day long?"));
        QVERIFY(f.documents.queries.empty());
        f.passages().setOn(true);
        f.passages().setHas(QStringLiteral("/notes"), false);
        QVERIFY(f.passages().without().contains(QStringLiteral("/notes")));
        f.talk(QStringLiteral("And now?"));
        QVERIFY(f.documents.queries.empty());
        // It is kept with the chat.
        const qint64 id = f.chat.conversationId();
        f.chat.open(0);
        f.chat.open(id);
        QVERIFY(f.passages().isOn() && f.passages().without().contains(QStringLiteral("/notes")));
    }
    void theFirstQuestionOfANewChatStaysWithIt() {
        DocumentChat f;
        f.passages().setOn(true);
        QVERIFY(f.chat.send(QStringLiteral("What do bees and ants do all day long?")));
        const qint64 id = f.chat.conversationId();
        QVERIFY(id != 0);
        f.chat.open(0);
        QCOMPARE(f.chat.waiting->count(), 0);
        f.documents.answer();
        QTRY_COMPARE(f.store->messages().ofConversation(id).size(), 2U);
        QTRY_COMPARE(f.store->messages().ofConversation(id).back().state, store::MessageState::Complete);
        f.passages().setOn(true);
        QVERIFY(f.passages().leftOut().isEmpty());
    }
    void whatWaitsSinceBeforeGoesFirst() {
        DocumentChat f;
        f.passages().setOn(true);
        f.ask(QStringLiteral("What do bees and ants do all day long?"));
        QVERIFY(f.chat.waiting->add({QStringLiteral("Left from before the end of Hearth"), {}, false}));
        QVERIFY(f.chat.send(QStringLiteral("And what else do bees and ants do?")));
        f.documents.answer();
        QTRY_COMPARE(f.documents.waiting.size(), 1U);
        f.documents.answer();
        QTRY_COMPARE(f.chat.waiting->count(), 0);
        f.waitForReply();
        const QStringList shown = f.shown();
        QCOMPARE(shown.size(), 6);
        QCOMPARE(shown[2], QStringLiteral("Left from before the end of Hearth"));
        QCOMPARE(shown[4], QStringLiteral("And what else do bees and ants do?"));
    }
    void messagesOfOtherChatsAndTakenBackOnesAreNotMixedUp() {
        DocumentChat f;
        f.talk(QStringLiteral("First"));
        f.passages().setOn(true);
        QVERIFY(f.chat.send(QStringLiteral("What do bees and ants do all day long?")));
        QCOMPARE(f.chat.waiting->count(), 1);
        const qint64 id = f.chat.conversationId();
        f.chat.open(0);
        f.documents.answer();
        QTRY_COMPARE(f.store->messages().ofConversation(id).size(), 4U);
        QTRY_COMPARE(f.store->messages().ofConversation(id).back().state, store::MessageState::Complete);
        QVERIFY(f.lastQuestion().find("[1] ants.md") != std::string::npos);

        f.chat.open(id);
        QVERIFY(f.chat.send(QStringLiteral("Something else that bees and ants do")));
        f.chat.waiting->withdraw(0);
        f.documents.answer();
        QCOMPARE(f.chat.draft->text(), QStringLiteral("Something else that bees and ants do"));
        QCOMPARE(f.store->messages().ofConversation(id).size(), 4U);
    }
};

QTEST_MAIN(TestChatPassages)
#include "tst_chat_passages.moc"
