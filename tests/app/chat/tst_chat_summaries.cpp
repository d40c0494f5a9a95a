#include "chat/chat_summaries.h"

#include "chat_fixture.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;

/// Chats that summarise: in a context of 20 messages, of which 15 are three quarters.
class TestChatSummaries : public QObject {
    Q_OBJECT

    struct Chat : test::ChatFixture {
        Chat() {
            script->contextLength = 400;
            script->tokensPerMessage = 20;
            script->countsPrompts = true;
            script->summarise = [](const GenerationRequest&) { return std::string("It was long."); };
            load();
            chat.fullContext->choose(FullContext::Summarise);
        }
        void fill(int turns) {
            for (int turn = 0; turn < turns; ++turn) talk(QStringLiteral("question %1").arg(turn));
        }
        QString firstOfLast() const {
            return QString::fromStdString(script->requests.back().messages.front().content);
        }
        /// The row of the summary; -1: none.
        int summaryRow() {
            for (int at = 0; at < rows().count(); ++at)
                if (rows().kindAt(at) == MessageBlockModel::Summary) return at;
            return -1;
        }
        qint64 summaryId() { return row(summaryRow(), MessageBlockModel::MessageIdRole).toLongLong(); }
    };

private slots:
    void theOldestTurnsAreCondensedBeforeTheContextIsFull() {
        Chat f;
        f.fill(6);
        QVERIFY(f.script->summaryRequests.empty());
        f.fill(2);
        QTRY_VERIFY(f.summaryRow() > 0);
        QCOMPARE(f.script->summaryRequests.size(), size_t{1});
        QCOMPARE(f.shown().size(), 16);
        f.talk(QStringLiteral("and then?"));
        QVERIFY2(f.firstOfLast().endsWith("It was long."), qPrintable(f.firstOfLast()));
        QVERIFY(f.script->requests.back().messages.size() < 12);
        QCOMPARE(f.script->requests.back().messages[1].role, std::string("user"));
        // Nothing was left out without a word about it.
        QVERIFY(!f.lastRow(MessageBlockModel::FiguresRole).toString().contains("left out"));
        // It goes on so.
        f.fill(30);
        QVERIFY(f.script->summaryRequests.size() >= 3);
        for (const GenerationRequest& request : f.script->requests) QVERIFY(request.messages.size() <= 20);
        QCOMPARE(f.shown().size(), 78);
    }

    void whatTheFirstMessageSaidIsAnsweredFromTheSummary() {
        Chat f;
        // It knows what stands in its prompt, and a summary keeps the names in it.
        const auto name = [](const GenerationRequest& request) {
            for (const ChatMessage& message : request.messages)
                if (message.content.find("Ada") != std::string::npos) return std::string("Ada");
            return std::string("nobody");
        };
        f.script->answer = [name](const GenerationRequest& request) {
            return request.messages.back().content == "Who am I?" ? name(request) : "I see.";
        };
        f.script->summarise = [name](const GenerationRequest& request) {
            return "The person is " + name(request) + ".";
        };
        f.talk(QStringLiteral("My name is Ada."));
        f.fill(40);
        for (const ChatMessage& message : f.script->requests.back().messages)
            QVERIFY(message.content != "My name is Ada.");
        f.talk(QStringLiteral("Who am I?"));
        QCOMPARE(f.shown().back(), QStringLiteral("Ada"));
    }

    void aPersonsWordsAreWhatTheModelGets() {
        Chat f;
        f.fill(8);
        QTRY_VERIFY(f.summaryRow() > 0);
        f.chat.summaries->edit(f.summaryId(), QStringLiteral("  "));
        QCOMPARE(f.row(f.summaryRow(), MessageBlockModel::TextRole).toString(), QString("It was long."));
        f.chat.summaries->edit(f.summaryId(), QStringLiteral("It was short."));
        QCOMPARE(f.row(f.summaryRow(), MessageBlockModel::TextRole).toString(), QString("It was short."));
        QVERIFY(f.row(f.summaryRow(), MessageBlockModel::FiguresRole).toString().contains("edited"));
        f.talk(QStringLiteral("and?"));
        QVERIFY(f.firstOfLast().endsWith("It was short."));
        // Another chat, and back.
        const qint64 id = f.chat.conversationId();
        f.chat.open(0);
        QCOMPARE(f.summaryRow(), -1);
        f.chat.open(id);
        QVERIFY(f.summaryRow() > 0);
        // Without it the messages are used again.
        f.chat.fullContext->choose(FullContext::Stop);
        f.chat.summaries->remove(f.summaryId());
        QCOMPARE(f.summaryRow(), -1);
        f.talk(QStringLiteral("and?"));
        QCOMPARE(f.firstOfLast(), QString("question 0"));
    }

    void aBranchBeforeItKnowsNothingOfIt() {
        Chat f;
        f.fill(8);
        QTRY_VERIFY(f.summaryRow() > 0);
        f.chat.versions->edit(f.idAt(2), QStringLiteral("something else"));
        f.waitForReply();
        QCOMPARE(f.summaryRow(), -1);
        QCOMPARE(f.firstOfLast(), QString("question 0"));
        f.chat.versions->select(f.idAt(2), -1);
        QVERIFY(f.summaryRow() > 0);
    }

    void untilItIsThereTheChatSlides() {
        Chat f;
        f.fill(6);
        // A long paste: the limit is reached at once.
        f.script->tokensPerMessage = 40;
        f.talk(QStringLiteral("a long one"));
        QCOMPARE(f.chat.state(), ChatController::Idle);
        QVERIFY(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("left out"));
        // The messages that were cut off get the summary.
        QTRY_VERIFY(f.summaryRow() > 0);
        QCOMPARE(f.script->summaryRequests.back().messages.front().content, std::string("question 0"));
        f.talk(QStringLiteral("and?"));
        QVERIFY(f.firstOfLast().endsWith("It was long."));
    }

    void aFailureIsSaidOnceAndTheChatSlides() {
        Chat f;
        f.script->summarise = {};
        int said = 0;
        connect(&f.toasts, &ToastQueue::changed, &f.toasts, [&] {
            if (f.toasts.message().contains("could not be summarised")) ++said;
        });
        f.fill(30);
        QTRY_VERIFY(!f.script->summaryRequests.empty());
        QTest::qWait(50);
        QCOMPARE(said, 1);
        QCOMPARE(f.script->summaryRequests.size(), size_t{1});
        QCOMPARE(f.chat.state(), ChatController::Idle);
        QVERIFY(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("left out"));
        // Chosen anew it is tried again.
        f.chat.fullContext->choose(FullContext::Stop);
        f.chat.fullContext->choose(FullContext::Summarise);
        f.script->summarise = [](const GenerationRequest&) { return std::string("At last."); };
        f.talk(QStringLiteral("and?"));
        QTRY_VERIFY(f.summaryRow() > 0);
    }

    void otherChatsAreNotSummarised() {
        Chat f;
        f.chat.fullContext->choose(FullContext::Slide);
        f.fill(20);
        QTest::qWait(20);
        QVERIFY(f.script->summaryRequests.empty());
    }

    void turnsOfAShare() {
        GenerationRequest request;
        for (const char* role : {"system", "user", "assistant", "user", "assistant", "user"})
            request.messages.push_back(
                {.role = role, .content = "0123456789", .reasoning = {}, .tokens = {}});
        QCOMPARE(ChatSummaries::turnsOfShare(request, 0.3), 1);
        QCOMPARE(ChatSummaries::turnsOfShare(request, 0.5), 2);
        QCOMPARE(ChatSummaries::turnsOfShare(request, 1), 2);
        QCOMPARE(ChatSummaries::turnsOfShare({}, 0.5), 0);
        GenerationRequest shown = request;
        request.messages[1].content = std::string(1000, 'x');
        QCOMPARE(ChatSummaries::turnsOfShare(request, 0.9), 1);
        // A picture is as long as a text of its tokens.
        shown.messages[1].pictures = {{0, test::smallPicture(1)}};
        QCOMPARE(ChatSummaries::turnsOfShare(shown, 0.8), 1);
    }
};

QTEST_GUILESS_MAIN(TestChatSummaries)
#include "tst_chat_summaries.moc"
