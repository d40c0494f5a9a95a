#include "exchange/chat_importers.h"

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

class TestChatgptImport : public QObject {
    Q_OBJECT

private slots:
    void takesTheBranchInSightAndKeepsTheOthers() {
        const ExchangedConversation chat = fromChatGpt(object(R"({"title":"T","create_time":1733000000.5,
            "update_time":1733000100.5,"current_node":"n5","mapping":{
            "n1":{"id":"n1","message":null,"parent":null,"children":["h"]},
            "h":{"id":"h","parent":"n1","message":{"author":{"role":"system"},"content":{"content_type":"text","parts":[""]},
                 "metadata":{"is_visually_hidden_from_conversation":true}}},
            "n2":{"id":"n2","parent":"h","message":{"author":{"role":"user"},"create_time":1733000000.1,
                 "content":{"content_type":"text","parts":["Hi","there"]},"recipient":"all","weight":1}},
            "n3":{"id":"n3","parent":"n2","message":{"author":{"role":"assistant"},"content":{"content_type":"code",
                 "language":"py","text":"tool()"},"recipient":"python"
}
}
, "n4" : {
    "id" : "n4",
    "parent" : "n3",
    "message" : {
        "author" : {"role" : "tool"},
        "content" : {"content_type" : "execution_output", "text" : "1"},
        "recipient" : "all"
    }
},
         "n5" : {
             "id" : "n5",
             "parent" : "n4",
             "message" : {
                 "author" : {"role" : "assistant"},
                 "content" : {"content_type" : "text", "parts" : ["It is \ue200cite\ue202x\ue201one."]},
                 "metadata" : {"model_slug" : "gpt-4o"},
                 "recipient" : "all"
             }
         },
                "b" : {
    "id" : "b", "parent" : "n2", "message" : {
        "author" : {"role" : "assistant"},
                   "content" : {"content_type" : "text", "parts" : ["another"]},
                               "recipient" : "all"
    }
}
}
})"));
        QCOMPARE(visible(chat), QStringList({"user: Hi\nthere", "assistant: It is one."}));
QCOMPARE(chat.messages.size(), 3U);
QCOMPARE(chat.conversation.title, QStringLiteral("T"));
QCOMPARE(chat.conversation.createdAt, 1733000000500);
}

void reasoningAndPicturesAreText() {
    const ExchangedConversation chat = fromChatGpt(object(R"({"current_node":"b","mapping":{
            "a":{"id":"a","parent":null,"message":{"author":{"role":"user"},"content":{"content_type":"multimodal_text",
                "parts":["look",{"content_type":"image_asset_pointer","asset_pointer":"file-service://x"}]}}},
            "b":{"id":"b","parent":"a","message":{"author":{"role":"assistant"},"content":{"content_type":"thoughts",
                "thoughts":[{"content":"hmm"},{"content":"yes"}]},"metadata":{"finished_duration_sec":5}}}}})"));
    QCOMPARE(visible(chat), QStringList({"user: look\n[image]", "assistant: <think>\nhmm\n\nyes\n</think>"}));
    QCOMPARE(chat.messages[1].thoughtMs, 5000);
}
}
;

QTEST_GUILESS_MAIN(TestChatgptImport)
#include "tst_chatgpt_import.moc"
