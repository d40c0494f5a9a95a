#include "exchange/chat_importers.h"

#include <QFile>
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

/// A file of the folder data.
QJsonObject document(const char* name) {
    QFile file(QLatin1String(HEARTH_SOURCE_DIR "/tests/app/exchange/data/") + QLatin1String(name));
    if (!file.open(QFile::ReadOnly)) qFatal("%s is missing", name);
    return object(file.readAll().constData());
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

class TestChatgptImport : public QObject {
    Q_OBJECT

private slots:
    void takesTheBranchInSightAndKeepsTheOthers() {
        const ExchangedConversation chat = fromChatGpt(document("chatgpt_branches.json"));
        QCOMPARE(visible(chat), QStringList({"user: Hi\nthere", "assistant: It is one."}));
        QCOMPARE(chat.messages.size(), 3U);
        QCOMPARE(chat.conversation.title, QStringLiteral("T"));
        QCOMPARE(chat.conversation.createdAt, 1733000000500);
    }

    void reasoningAndPicturesAreText() {
        const ExchangedConversation chat = fromChatGpt(document("chatgpt_reasoning.json"));
        QCOMPARE(visible(chat),
                 QStringList({"user: look\n[image]", "assistant: <think>\nhmm\n\nyes\n</think>"}));
        QCOMPARE(chat.messages[1].thoughtMs, 5000);
    }
};

QTEST_GUILESS_MAIN(TestChatgptImport)
#include "tst_chatgpt_import.moc"
