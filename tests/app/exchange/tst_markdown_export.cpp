#include "exchange/markdown_export.h"

#include <QtTest>

#include "app/exchange/exchanged_text.h"

using namespace hearth::app;

class TestMarkdownExport : public QObject {
    Q_OBJECT

private slots:
    void showsTheBranchInSight() {
        ExchangedConversation chat;
        chat.conversation.title = QStringLiteral("A\nB");
        chat.conversation.systemPrompt = QStringLiteral("Be brief.");
        store::Message question, answer, other;
        question.id = 1;
        question.activeChild = 2;
        question.text = QStringLiteral("Q");
        answer.id = 2;
        answer.parentId = other.parentId = 1;
        answer.role = other.role = store::Role::Assistant;
        answer.text = QStringLiteral("<think>one\ntwo</think>\n\n**A**");
        answer.model = QStringLiteral("SmolLM2");
        other.id = 3;
        other.text = QStringLiteral("not in sight");
        chat.messages = {question, answer, other};
        chat.attachments[1] = {{1, 1, QStringLiteral("a.txt"), QStringLiteral("long"), 4, 1}};
        QCOMPARE(
            toMarkdown(chat),
            QStringLiteral("# A B\n\n## System prompt\n\nBe brief.\n\n## You\n\n> Attached: a.txt\n\nQ\n\n"
                           "## SmolLM2\n\n> one\n> two\n\n**A**\n"));
        QCOMPARE(visible(chat).size(), 2);
    }

    void picturesAreNamed() {
        ExchangedConversation chat;
        chat.conversation.title = QStringLiteral("T");
        store::Message question;
        question.id = 1;
        question.text = QStringLiteral("Q");
        question.pictures = {{.hash = "00", .name = "a.png"}, {.hash = "01", .name = {}}};
        chat.messages = {question};
        QCOMPARE(toMarkdown(chat),
                 QStringLiteral("# T\n\n## You\n\n> Attached: a.png\n\n> Attached: [image]\n\nQ\n"));
    }

    void callsStandBetweenReplies() {
        ExchangedConversation chat;
        store::Message reply, call;
        reply.id = 1;
        reply.role = store::Role::Assistant;
        reply.text = QStringLiteral("I ask.");
        reply.calls = {{"a", "add", "{\"x\":1}", ""}};
        call.id = 2;
        call.parentId = 1;
        call.role = store::Role::Tool;
        call.calls = reply.calls;
        call.text = QStringLiteral("a ``` b");
        chat.messages = {reply, call};
        QVERIFY2(toMarkdown(chat).endsWith(
                     QStringLiteral("I ask.\n\n## Tool add\n\n```\n{\"x\":1}\n```\n\n````\na ``` b\n````\n")),
                 qPrintable(toMarkdown(chat)));
    }
};

QTEST_GUILESS_MAIN(TestMarkdownExport)
#include "tst_markdown_export.moc"
