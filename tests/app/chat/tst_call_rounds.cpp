#include "chat/call_rounds.h"

#include <QtTest>

#include "chat_fixture.h"
#include "played_tools.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::ChatFixture;
using hearth::test::PlayedTools;

namespace {

ToolCallDelta call(int index, const char* name, const char* arguments) {
    return {index, "", name, arguments, "<call>"};
}

/// Outlives the chats that use it.
struct Provided {
    PlayedTools played{QStringLiteral("hearth"),
                       {PlayedTools::tool(QStringLiteral("add")), PlayedTools::tool(QStringLiteral("wait"))}};
};

/// A chat whose model calls `add` for every question, and answers when it has a result.
struct Fixture : Provided, ChatFixture {
    std::vector<ToolCallDelta> asked{call(0, "add", R"({"x":1})")};

    explicit Fixture(std::unique_ptr<store::Store> opened = store::Store::inMemory())
        : ChatFixture(std::move(opened)) {
        tools.add(played);
        script->pieces = {"Let me see.\n"};
        script->calls = [this](const GenerationRequest& request) {
            const bool wanted = request.messages.back().role == "user";
            script->pieces = {wanted ? "It is 2." : "Let me see.\n"};
            return wanted ? asked : std::vector<ToolCallDelta>();
        };
        load();
        chat.toolCalls->setOn(true);
    }
    CallRounds& calls() { return *chat.toolCalls; }
    QVariantMap card(int fromEnd = 1) {
        return row(rows().count() - fromEnd, MessageBlockModel::CallRole).toMap();
    }
    QString cardState(int fromEnd = 1) { return card(fromEnd).value(QStringLiteral("state")).toString(); }
    std::vector<store::Message> path() {
        return store::activePath(store->messages().ofConversation(chat.conversationId()), 0);
    }
    const GenerationRequest& lastRequest() const { return script->requests.back(); }
};

}  // namespace

class TestCallRounds : public QObject {
    Q_OBJECT

private slots:
    void aCallIsAskedForRunsAndTheModelGoesOn() {
        Fixture f;
        QVERIFY(f.chat.send(QStringLiteral("1 + 1?")));
        QTRY_VERIFY(f.calls().asking() != 0);
        QCOMPARE(f.chat.state(), ChatController::Calling);
        QVERIFY(f.chat.canStop());
        QVERIFY(f.played.calls.isEmpty());
        QCOMPARE(f.row(f.rows().count() - 1, MessageBlockModel::KindRole).toInt(),
                 int(MessageBlockModel::ToolCall));
        QCOMPARE(f.cardState(), QStringLiteral("asking"));
        QCOMPARE(f.card().value(QStringLiteral("name")).toString(), QStringLiteral("add"));
        QCOMPARE(f.card().value(QStringLiteral("arguments")).toString(), QStringLiteral("x: 1"));
        QCOMPARE(f.card().value(QStringLiteral("source")).toString(), QStringLiteral("A test"));
        QVERIFY(QString::fromStdString(f.lastRequest().templateVariables)
                    .contains(QStringLiteral("\"name\":\"add\"")));

        f.calls().approve(f.calls().asking());
        QCOMPARE(f.played.calls.size(), 1);
        QCOMPARE(f.cardState(), QStringLiteral("running"));
        emit f.played.finished(f.played.calls[0].id, {QStringLiteral("2"), false});
        f.waitForReply();
        QCOMPARE(f.shown(), (QStringList{QStringLiteral("1 + 1?"), QStringLiteral("Let me see."),
                                         QStringLiteral("2"), QStringLiteral("It is 2.")}));
        const std::vector<ChatMessage>& told = f.lastRequest().messages;
        QCOMPARE(told.size(), 3U);
        QCOMPARE(told[1].content, std::string("Let me see."));
        QVERIFY(!told[1].tokens.empty());
        const QJsonObject first =
            QJsonDocument::fromJson(QByteArray::fromStdString(told[1].toolCalls)).array().first().toObject();
        QCOMPARE(first["function"].toObject()["arguments"].toObject()["x"].toInt(), 1);
        QCOMPARE(told[2].role, std::string("tool"));
        QCOMPARE(told[2].content, std::string("2"));
        QCOMPARE(told[2].name, std::string("add"));
        QCOMPARE(QString::fromStdString(told[2].toolCallId), first["id"].toString());
        QCOMPARE(f.chat.state(), ChatController::Idle);
    }

    void aChatChoosesWhoseTools() {
        Fixture f;
        const QVariantMap provider = f.calls().providers().value(0).toMap();
        QCOMPARE(provider.value("id").toString(), QStringLiteral("hearth"));
        QVERIFY(provider.value("on").toBool());
        const int before = f.calls().count();
        QCOMPARE(provider.value("count").toInt(), before);
        QVERIFY(before > 0);
        f.calls().setHas(provider.value("id").toString(), false);
        QCOMPARE(f.calls().count(), 0);
        QVERIFY(!f.calls().providers().value(0).toMap().value("on").toBool());
        f.calls().setHas(provider.value("id").toString(), true);
        QCOMPARE(f.calls().count(), before);
    }

    void aCallHasACardWhileItIsWritten() {
        Fixture f;
        f.asked = {call(0, "add", R"({"x":)"), call(0, "", "1}")};
        QStringList states;
        const auto note = [&] {
            for (int row = 0; row < f.rows().count(); ++row)
                if (f.row(row, MessageBlockModel::KindRole).toInt() == MessageBlockModel::ToolCall)
                    states += f.row(row, MessageBlockModel::CallRole).toMap().value("state").toString();
        };
        connect(f.chat.messages(), &MessageBlockModel::rowsInserted, this, note);
        QVERIFY(f.chat.send(QStringLiteral("1 + 1?")));
        QTRY_VERIFY(f.calls().asking() != 0);
        QCOMPARE(states.first(), QStringLiteral("writing"));
        QCOMPARE(f.cardState(), QStringLiteral("asking"));
        QVERIFY(!states.mid(states.lastIndexOf(QStringLiteral("writing")) + 1).isEmpty());
        QCOMPARE(f.card().value(QStringLiteral("arguments")).toString(), QStringLiteral("x: 1"));
        f.chat.stop();
    }

    void toolsRestWhileRepliesAreHeldToAForm() {
        Fixture f;
        f.chat.structure->setKind(ReplyStructure::Object);
        f.chat.structure->setOn(true);
        f.asked.clear();
        f.talk(QStringLiteral("1 + 1?"));
        QVERIFY(f.lastRequest().templateVariables.empty());
        QCOMPARE(f.lastRequest().grammar, ReplyGrammar{ReplyGrammar::Kind::JsonObject});
        f.chat.structure->setOn(false);
        f.talk(QStringLiteral("1 + 1?"));
        QVERIFY(!f.lastRequest().templateVariables.empty());
    }

    void whatIsRefusedIsToldToTheModel() {
        Fixture f;
        QVERIFY(f.chat.send(QStringLiteral("1 + 1?")));
        QTRY_VERIFY(f.calls().asking() != 0);
        f.calls().refuse(f.calls().asking());
        f.waitForReply();
        QVERIFY(f.played.calls.isEmpty());
        QCOMPARE(f.path()[2].state, store::MessageState::Refused);
        QCOMPARE(f.lastRequest().messages[2].content, std::string("The person did not allow this call."));
        QCOMPARE(f.shown().last(), QStringLiteral("It is 2."));
    }

    void severalCallsRunTogetherAndAllAreTold() {
        Fixture f;
        f.asked = {call(0, "add", "{}"), call(1, "other", "{}"), call(2, "add", "{broken"),
                   call(3, "add", "{}")};
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QTRY_VERIFY(f.calls().asking() != 0);
        // The unknown tool needs no permission to fail; one permission for the chat is enough for the rest.
        f.calls().approveInChat(f.calls().asking());
        QCOMPARE(f.calls().asking(), 0);
        QCOMPARE(f.played.calls.size(), 2);
        emit f.played.finished(f.played.calls[1].id, {QStringLiteral("second"), false});
        emit f.played.finished(f.played.calls[0].id, {QStringLiteral("first"), false});
        f.waitForReply();
        const std::vector<ChatMessage>& told = f.lastRequest().messages;
        QCOMPARE(told.size(), 6U);
        QCOMPARE(told[2].content, std::string("first"));
        QCOMPARE(told[3].content, std::string("There is no tool named \"other\"."));
        QCOMPARE(told[4].content, std::string("The arguments are not a JSON object."));
        QCOMPARE(told[5].content, std::string("second"));
        QSet<QString> ids;
        for (size_t at = 2; at < 6; ++at) ids.insert(QString::fromStdString(told[at].toolCallId));
        QCOMPARE(ids.size(), 4);

        // In this chat it is not asked for again, in another one it is.
        f.asked = {call(0, "add", "{}")};
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QTRY_COMPARE(f.played.calls.size(), 3);
        emit f.played.finished(f.played.calls[2].id, {QStringLiteral("3"), false});
        f.waitForReply();
        f.chat.open(0);
        f.calls().setOn(true);
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QTRY_VERIFY(f.calls().asking() != 0);
        f.calls().approveAlways(f.calls().asking());
        QCOMPARE(f.toolSettings.allowed(), QStringList{QStringLiteral("hearth/add")});
        f.chat.stop();
    }

    void aCallIsStoppedInTheMiddle() {
        Fixture f;
        f.asked = {call(0, "wait", "{}"), call(1, "add", "{}")};
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QTRY_VERIFY(f.calls().asking() != 0);
        f.calls().approve(f.calls().asking());
        QCOMPARE(f.played.calls.size(), 1);
        f.chat.stop();
        QVERIFY(!f.chat.canStop());
        QCOMPARE(f.played.cancelled.size(), 1);
        QCOMPARE(f.cardState(2), QStringLiteral("stopped"));
        QCOMPARE(f.cardState(1), QStringLiteral("stopped"));
        QCOMPARE(f.path().size(), 4U);
        // A late result changes nothing; the person lets the model continue.
        emit f.played.finished(f.played.calls[0].id, {QStringLiteral("late"), false});
        QVERIFY(f.card().value(QStringLiteral("canGoOn")).toBool());
        f.calls().resume();
        f.waitForReply();
        QCOMPARE(f.shown().last(), QStringLiteral("It is 2."));
        QCOMPARE(f.lastRequest().messages[2].content, std::string("The person stopped this call."));
    }

    void roundsAreBounded() {
        Fixture f;
        f.toolSettings.allow(QStringLiteral("hearth/add"));
        f.script->calls = [&f](const GenerationRequest&) { return f.asked; };
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        const auto answerAll = [&f](int rounds) {
            for (int round = 0; round < rounds; ++round) {
                QTRY_VERIFY(f.played.calls.size() > round);
                emit f.played.finished(f.played.calls[round].id, {QStringLiteral("again"), false});
            }
        };
        answerAll(CallRounds::mostRounds);
        QVERIFY(!f.chat.canStop());
        QCOMPARE(f.script->requests.size(), size_t{CallRounds::mostRounds});
        QVERIFY(f.card().value(QStringLiteral("canGoOn")).toBool());
        f.played.calls.clear();
        f.calls().resume();
        answerAll(CallRounds::mostRounds);
        QVERIFY(!f.chat.canStop());
        QCOMPARE(f.script->requests.size(), size_t{2 * CallRounds::mostRounds});
        // The next question has as many as the first.
        f.played.calls.clear();
        QVERIFY(f.chat.send(QStringLiteral("Another?")));
        answerAll(CallRounds::mostRounds);
        QVERIFY(!f.chat.canStop());
        QCOMPARE(f.script->requests.size(), size_t{3 * CallRounds::mostRounds});
    }

    void allCallsAreStopped() {
        Fixture f;
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QTRY_VERIFY(f.calls().asking() != 0);
        emit f.conversations.busy->stopAllRequested();
        QVERIFY(!f.calls().isBusy());
        QCOMPARE(f.cardState(), QStringLiteral("stopped"));
    }

    void whatIsSentMeanwhileWaits() {
        Fixture f;
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QTRY_VERIFY(f.calls().asking() != 0);
        QVERIFY(f.chat.send(QStringLiteral("And then?")));
        QCOMPARE(f.chat.waiting->count(), 1);
        f.calls().refuse(f.calls().asking());
        QTRY_COMPARE(f.path().size(), 7U);
        QTRY_VERIFY(f.calls().asking() != 0);
        QCOMPARE(f.path()[4].text, QStringLiteral("And then?"));
        f.chat.stop();
    }

    void anInterruptedCallRunsAgain() {
        QTemporaryDir folder;
        qint64 id = 0;
        {
            Fixture f(store::Store::open(folder.path().toStdString()));
            QVERIFY(f.chat.send(QStringLiteral("Q")));
            QTRY_VERIFY(f.calls().asking() != 0);
            f.calls().approve(f.calls().asking());
            id = f.chat.conversationId();
        }
        Fixture f(store::Store::open(folder.path().toStdString()));
        f.chat.open(id);
        QVERIFY(!f.chat.canStop());
        QCOMPARE(f.cardState(), QStringLiteral("interrupted"));
        QVERIFY(f.card().value(QStringLiteral("canRepeat")).toBool());
        f.script->pieces = {"It is 2."};
        QSignalSpy state(&f.chat, &ChatController::stateChanged);
        f.calls().again(f.path().back().id);
        QVERIFY(f.chat.canStop() && !state.isEmpty());
        f.calls().approve(f.calls().asking());
        QCOMPARE(f.played.calls.size(), 1);
        emit f.played.finished(f.played.calls[0].id, {QStringLiteral("2"), false});
        f.waitForReply();
        QCOMPARE(f.shown(), (QStringList{QStringLiteral("Q"), QStringLiteral("Let me see."),
                                         QStringLiteral("2"), QStringLiteral("It is 2.")}));
    }

    void aChatThatIsNotOpenGoesOn() {
        Fixture f;
        f.toolSettings.allow(QStringLiteral("hearth/add"));
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        const qint64 id = f.chat.conversationId();
        f.chat.open(0);
        QTRY_COMPARE(f.played.calls.size(), 1);
        emit f.played.finished(f.played.calls[0].id, {QStringLiteral("2"), false});
        QTRY_COMPARE(f.store->messages().ofConversation(id).size(), 4U);
        QTRY_COMPARE(f.store->messages().ofConversation(id).back().state, store::MessageState::Complete);
        QCOMPARE(f.store->messages().ofConversation(id).back().text, QStringLiteral("It is 2."));
        f.chat.open(id);
        QCOMPARE(f.chat.state(), ChatController::Idle);
    }

    void aModelWithoutToolsIsNotOfferedAny() {
        Fixture f;
        f.script->canCallTools = false;
        f.load();
        QVERIFY(f.calls().problem().contains(QStringLiteral("Scripted")));
        f.talk(QStringLiteral("Q"));
        QVERIFY(f.lastRequest().templateVariables.empty());
        // Text that looks like a call stays text.
        QCOMPARE(f.shown().last(), QStringLiteral("Let me see.\n<call>"));
    }

    void aModelWithoutToolsHearsOfEarlierCalls() {
        Fixture f;
        QSignalSpy asked(&f.chat, &ChatController::callAsked);
        QVERIFY(f.chat.send(QStringLiteral("1 + 1?")));
        QTRY_VERIFY(f.calls().asking() != 0);
        QCOMPARE(asked.count(), 1);
        f.calls().approve(f.calls().asking());
        emit f.played.finished(f.played.calls[0].id, {QStringLiteral("2"), false});
        f.waitForReply();
        f.script->canCallTools = false;
        f.load();
        f.talk(QStringLiteral("And now?"));
        const std::vector<ChatMessage>& told = f.lastRequest().messages;
        for (const ChatMessage& message : told) {
            QVERIFY(message.toolCalls.empty());
            QVERIFY(message.role != "tool");
        }
        QVERIFY(QString::fromStdString(told[1].content).contains(QStringLiteral("tool add: {\"x\":1}")));
        QVERIFY(QString::fromStdString(told[2].content).endsWith(QStringLiteral("\n2")));
    }

    void aReplyThatIsMadeAgainCallsAgain() {
        Fixture f;
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QTRY_VERIFY(f.calls().asking() != 0);
        f.calls().refuse(f.calls().asking());
        f.waitForReply();
        f.chat.versions->regenerate(f.path()[1].id);
        QTRY_VERIFY(f.calls().asking() != 0);
        QCOMPARE(f.path().size(), 3U);
        f.calls().refuse(f.calls().asking());
        f.waitForReply();
        QCOMPARE(f.path().size(), 4U);
        f.chat.versions->select(f.path()[1].id, -1);
        QCOMPARE(f.path().size(), 4U);
        QCOMPARE(f.cardState(2 + 1), QStringLiteral("refused"));
    }
};

QTEST_MAIN(TestCallRounds)
#include "tst_call_rounds.moc"
