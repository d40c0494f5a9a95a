#include "exchange/markdown_export.h"

#include <QJsonDocument>
#include <QtTest>

#include "store/message_table.h"

using namespace hearth::app;

namespace {

QJsonObject object(const char* json) {
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) qFatal("%s", qPrintable(problem.errorString()));
    return document.object();
}

/// "role: text" along the visible branch.
QStringList visible(const ExchangedConversation& chat) {
    QStringList lines;
    for (const store::Message& message : store::activePath(chat.messages, chat.conversation.activeRoot))
        lines += (message.role == store::Role::User        ? QStringLiteral("user: ")
                  : message.role == store::Role::Assistant ? QStringLiteral("assistant: ")
                                                           : QStringLiteral("system: ")) +
                 message.text;
    return lines;
}

}  // namespace

class TestMarkdownExport : public QObject {
    Q_OBJECT

private slots:
    void showsTheBranchInSight() {
        (void)object;
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
        QCOMPARE(toMarkdown(chat), QStringLiteral("# A B\n\n## System prompt\n\nBe brief.\n\n## You\n\nQ\n\n"
                                                  "## SmolLM2\n\n> one\n> two\n\n**A**\n"));
        QCOMPARE(visible(chat).size(), 2);
    }
};

QTEST_GUILESS_MAIN(TestMarkdownExport)
#include "tst_markdown_export.moc"
