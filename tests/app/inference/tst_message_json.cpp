#include "inference/message_json.h"

#include <QJsonArray>
#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestMessageJson : public QObject {
    Q_OBJECT

private slots:
    void comesBackAsItWas() {
        const MessageKind frame{"file.unusable", "\"%1\" cannot be used: %2."};
        const MessageKind cause{"file.version", "it has version %1 of %2 (%3)"};
        const Message clause(cause, {int64_t{1} << 60, 0.5, "größer"});
        for (const Message& message :
             {Message(frame, {"%2.gguf"}, clause), clause, Message::verbatim("5 MiB free"), Message()}) {
            QCOMPARE(messageOf(toJson(message)).text(), message.text());
            QVERIFY(messageOf(toJson(message)) == message);
        }
        QVERIFY(toJson(Message()).isEmpty());
        QCOMPARE(toJson(clause)["arguments"].toArray().at(0).toInteger(), qint64{1} << 60);
    }

    void whatIsNoMessageSaysNothing() {
        for (const QJsonObject& json :
             {QJsonObject{{"id", 7}}, QJsonObject{{"id", "file.empty"}, {"arguments", 1}}})
            QVERIFY(messageOf(json).isEmpty());
        // No depth of causes takes more than a few steps.
        QJsonObject deep{{"id", "a"}, {"english", "%1"}};
        for (int i = 0; i < 100; ++i) deep = {{"id", "a"}, {"english", "%1"}, {"cause", deep}};
        int causes = 0;
        const Message message = messageOf(deep);
        for (const Message* one = &message; one->cause() != nullptr; one = one->cause()) ++causes;
        QCOMPARE(causes, 8);
    }
};

QTEST_APPLESS_MAIN(TestMessageJson)
#include "tst_message_json.moc"
