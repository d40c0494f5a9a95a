#include "chat/call_view.h"

#include <QtTest>

using namespace hearth::app;

namespace {

store::Message messageIn(store::MessageState state) {
    store::Message message;
    message.role = store::Role::Tool;
    message.state = state;
    message.thoughtMs = 240;
    message.calls = {{"1", "read", "{\"path\":\"a b\"}", "Hearth"}};
    return message;
}

QString stateOf(store::MessageState state) {
    return callForPeople(messageIn(state), nullptr, false)["state"].toString();
}

}  // namespace

class TestCallView : public QObject {
    Q_OBJECT

private slots:
    void eachStateHasItsName() {
        QCOMPARE(stateOf(store::MessageState::Complete), QString("done"));
        QCOMPARE(stateOf(store::MessageState::Failed), QString("failed"));
        QCOMPARE(stateOf(store::MessageState::Refused), QString("refused"));
        QCOMPARE(stateOf(store::MessageState::Stopped), QString("stopped"));
        QCOMPARE(stateOf(store::MessageState::Interrupted), QString("interrupted"));
        CallRunner::Call call;
        call.asking = true;
        const store::Message message = messageIn(store::MessageState::Streaming);
        QCOMPARE(callForPeople(message, &call, false)["state"].toString(), QString("asking"));
        call.asking = false;
        QCOMPARE(callForPeople(message, &call, false)["state"].toString(), QString("running"));
    }
    void whatIsDoneSaysHowLongItTook() {
        const QVariantMap card = callForPeople(messageIn(store::MessageState::Complete), nullptr, true);
        QVERIFY(card["status"].toString().contains("0.2"));
        QVERIFY(card["canGoOn"].toBool() && !card["canRepeat"].toBool());
        QVERIFY(callForPeople(messageIn(store::MessageState::Failed), nullptr, true)["canRepeat"].toBool());
    }
    void argumentsAreReadable() {
        QCOMPARE(readableArguments(R"({"a":"x y","b":2,"c":[1,"z"],"d":true,"e":null})"),
                 QString("a: x y\nb: 2\nc: [1,\"z\"]\nd: true\ne: null"));
        QCOMPARE(readableArguments("{}"), QString());
        // A long value hides no other argument, and a line of a value looks like none.
        const QString hidden = readableArguments("{\"content\":\"" + QString(30'000, 'x') +
                                                 "\\npath: /tmp\",\"path\":\"~/.bashrc\"}");
        QVERIFY(hidden.size() < 3'000 && hidden.endsWith("\npath: ~/.bashrc"));
        QVERIFY(hidden.contains("30"));
        QCOMPARE(readableArguments(R"({"a":"x\npath: y"})"), QString("a: x\n    path: y"));
        QCOMPARE(readableArguments("{broken"), QString("{broken"));
    }
    void whatIsBeingWrittenShowsWhatIsThere() {
        const auto shown = [](const char* arguments) {
            return writtenCallForPeople({"", "search", QString::fromUtf8(arguments)});
        };
        QCOMPARE(shown("").value("state").toString(), QString("writing"));
        QCOMPARE(shown("").value("arguments").toString(), QString());
        QCOMPARE(shown("{\"query\": \"light\\nho").value("arguments").toString(),
                 QString("query: light\n    ho") + QChar(0x2026));
        QCOMPARE(shown("{\"query\": \"a\", \"in\": [1, {\"b\": 2").value("arguments").toString(),
                 QString("query: a\nin: [1, {\"b\": 2") + QChar(0x2026));
        QCOMPARE(shown("not JSON").value("arguments").toString(), QString());
        const QString hidden = shown("{\"a\": \"\\u202e\"}").value("arguments").toString();
        QVERIFY(!hidden.contains(QChar(0x202e)));
    }
    void whatIsLongOrHiddenIsShownSafely() {
        store::Message message = messageIn(store::MessageState::Complete);
        message.text = QString(1'000'000, 'x');
        message.calls.front().name = QString(QChar(0x202e)) + "evil";
        const QVariantMap card = callForPeople(message, nullptr, false);
        QVERIFY(card["result"].toString().size() < 21'000);
        QVERIFY(!card["name"].toString().contains(QChar(0x202e)));
    }
};

QTEST_GUILESS_MAIN(TestCallView)
#include "tst_call_view.moc"
