#include "chat/chat_documents.h"

#include <QtTest>

using namespace hearth::app;

class TestChatDocuments : public QObject {
    Q_OBJECT

private slots:
    void whatIsKeptIsReadAgain() {
        const ChatDocuments documents{true, {"/home/anna/notes"}, {"/home/anna/a.md"}};
        QCOMPARE(ChatDocuments::of(documents.toJson()), documents);
        QVERIFY(ChatDocuments().toJson().isEmpty());
        QCOMPARE(ChatDocuments::of({}), ChatDocuments());
        QCOMPARE(ChatDocuments::of({{"on", "yes"}, {"without", 3}}), ChatDocuments());
    }
};

QTEST_GUILESS_MAIN(TestChatDocuments)
#include "tst_chat_documents.moc"
