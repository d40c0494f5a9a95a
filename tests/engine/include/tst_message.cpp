#include "hearth/message.h"

#include <QtTest>

using namespace hearth;

class TestMessage : public QObject {
    Q_OBJECT

private slots:
    void theEnglishTextHasTheArguments() {
        const MessageKind kind{"prompt.context-full", "%2 of %1, 5 %"};
        const Message message(kind, {int64_t{-3}, "%1 %2.gguf"});
        QCOMPARE(message.text(), std::string("%1 %2.gguf of -3, 5 %"));
        QVERIFY(message.is(kind) && !message.is({"other", kind.english}));
        QCOMPARE(Message({"a", "%1 %2 %3"}, {1.5, 2U}).text(), std::string("1.5 2 %3"));
        QCOMPARE(Message({"a", "%"}).text(), std::string("%"));
    }

    void numbersThatDoNotFitAreText() {
        QCOMPARE(Message({"a", "%1"}, {UINT64_MAX}).text(), std::string("18446744073709551615"));
        QCOMPARE(Message({"a", "%1"}, {INT64_MIN}).text(), std::string("-9223372036854775808"));
    }

    void theCauseStandsInTheLastPlace() {
        const Message why({"b", "it is %1"}, {"%2"});
        const Message message({"a", "\"%1\" cannot be used: %2."}, {"m.gguf"}, why);
        QCOMPARE(message.text(), std::string("\"m.gguf\" cannot be used: it is %2."));
        QVERIFY(message.cause() != nullptr && *message.cause() == why && why.cause() == nullptr);
        QVERIFY(!(message == why) && message == Message(message));
    }

    void wordsOfOthersStayAsTheyAre() {
        QCOMPARE(Message::verbatim("100 %1").text(), std::string("100 %1"));
        QVERIFY(Message::verbatim("a").id().empty());
        for (const Message& nothing : {Message(), Message::verbatim("")})
            QVERIFY(nothing.isEmpty() && nothing.text().empty());
        QVERIFY(!Message({"a", "b"}).isEmpty());
    }

    void severalFollowEachOther() {
        QCOMPARE(textOf({}), std::string());
        QCOMPARE(textOf({Message::verbatim("One."), Message::verbatim("Two")}), std::string("One. Two"));
    }
};

QTEST_APPLESS_MAIN(TestMessage)
#include "tst_message.moc"
