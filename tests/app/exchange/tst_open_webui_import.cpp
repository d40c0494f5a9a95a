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

class TestOpenWebuiImport : public QObject {
    Q_OBJECT

private slots:
    void takesTheTree() {
        const ExchangedConversation chat = fromOpenWebUi(document("open_webui_tree.json"));
        QCOMPARE(visible(chat),
                 QStringList({"user: Hi", "assistant: <think>\nso\nit is\n</think>\n\n\nHello"}));
        QCOMPARE(chat.messages.size(), 3U);
        QCOMPARE(chat.conversation.systemPrompt, QStringLiteral("Be brief."));
        QVERIFY(chat.conversation.pinned);
        QCOMPARE(chat.conversation.updatedAt, 1733000001000);
    }

    void olderFilesAreTheChatItself() {
        const ExchangedConversation chat = fromOpenWebUi(object(
            R"({"title":"old","history":{"currentId":"a","messages":{"a":{"role":"user","content":"Hi"}}}})"));
        QCOMPARE(visible(chat), QStringList({"user: Hi"}));
    }
};

QTEST_GUILESS_MAIN(TestOpenWebuiImport)
#include "tst_open_webui_import.moc"
