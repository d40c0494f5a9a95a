#include "chat/chat_controller.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTemporaryDir>

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;
using Model = MessageBlockModel;

class TestChatController : public QObject {
    Q_OBJECT

private slots:
    void aFirstMessageMakesAConversation() {
        ChatFixture f;
        QAbstractItemModelTester tester(f.chat.messages(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        f.load();
        f.chat.setSystemPrompt(QStringLiteral("Be brief."));
        f.sampling.setValue("topK", 7);
        f.talk(QStringLiteral("Say hello"));
        QVERIFY(f.chat.conversationId() != 0);
        QCOMPARE(f.chat.title(), QStringLiteral("Say hello"));
        QCOMPARE(f.shown(), QStringList({"Say hello", "Hello, world."}));
        QCOMPARE(f.conversations.count(), 1);
        QCOMPARE(f.conversations.currentId(), f.chat.conversationId());
        QCOMPARE(f.chat.state(), ChatController::Idle);
        QCOMPARE(f.lastRow(Model::KindRole).toInt(), int(Model::Footer));
        QVERIFY(
            f.lastRow(Model::FiguresRole).toString().contains(QStringLiteral("reused 10 · processed 20")));

        const GenerationRequest& request = f.script->requests.at(0);
        QCOMPARE(request.messages.size(), 2U);
        QCOMPARE(request.messages[0].role, std::string("system"));
        QCOMPARE(request.messages[1].content, std::string("Say hello"));
        QCOMPARE(request.sampling.topK, 7);

        const auto generation = f.store->generations().find(f.idAt(1));
        QVERIFY(generation);
        QCOMPARE(generation->tokens, (std::vector<int32_t>{100, 101, 102, 103}));
        QCOMPARE(generation->probabilities.size(), 4U);
        QCOMPARE(generation->recipe.value("seed").toString(), QStringLiteral("42"));
        QCOMPARE(generation->finishReason, std::optional(FinishReason::EndOfText));
        QCOMPARE(generation->recipe.value("systemPrompt").toString(), QStringLiteral("Be brief."));
        QCOMPARE(f.store->conversations().find(f.chat.conversationId())->sampling.value("topK").toInt(), 7);
    }

    void theNextTurnCarriesTheTokens() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("one"));
        f.talk(QStringLiteral("two"));
        QCOMPARE(f.shown().size(), 4);
        const GenerationRequest& request = f.script->requests.at(1);
        QCOMPARE(request.messages.size(), 3U);
        QCOMPARE(request.messages[1].tokens, (std::vector<TokenId>{100, 101, 102, 103}));
        QCOMPARE(request.messages[1].content, std::string("Hello, world."));
    }

    void prefillIsShown() {
        ChatFixture f;
        f.script->prefillStep = 10ms;
        f.script->pieces.assign(50, "word ");
        f.script->tokenStep = 5ms;
        f.load();
        QSignalSpy prefill(f.chat.figures, &ChatFigures::prefillChanged);
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        QCOMPARE(f.chat.state(), ChatController::Prefilling);
        QCOMPARE(f.lastRow(Model::KindRole).toInt(), int(Model::PrefillBar));
        QVERIFY(!f.chat.canSend());
        QVERIFY(prefill.wait());
        QCOMPARE(f.chat.figures->prefillTotal(), 30);
        QCOMPARE(f.chat.figures->prefillReused(), 10);
        QCOMPARE(f.chat.figures->prefillRate(), 1000.0);
        QVERIFY(f.chat.figures->prefillSecondsLeft() >= 0);
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        f.waitForReply();
    }

    void stopWorksWhenTheModelDoesNotAnswer() {
        ChatFixture f;
        f.load();
        f.script->deaf = std::chrono::milliseconds(4000);
        QVERIFY(f.chat.send("Q"));
        QElapsedTimer time;
        time.start();
        f.chat.stop();
        QTRY_VERIFY(!f.chat.canStop());
        QVERIFY2(time.elapsed() < ReplyRunner::stopMs + 500, qPrintable(QString::number(time.elapsed())));
        QVERIFY(f.chat.canSend());
        const auto reply = f.store->messages().find(f.idAt(1));
        QCOMPARE(reply->state, store::MessageState::Stopped);
        // Later output of the model belongs to no message.
        f.script->deaf = {};
        QVERIFY(f.chat.send("again"));
        f.waitForReply();
        QCOMPARE(f.shown(), (QStringList{"Q", "", "again", "Hello, world."}));
    }

    void stopKeepsWhatWasMade() {
        ChatFixture f;
        f.script->pieces.assign(10000, "word ");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.send(QStringLiteral("Q"));
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        f.chat.stop();
        f.waitForReply();
        QVERIFY(f.shown().at(1).startsWith(QStringLiteral("word")));
        QVERIFY(f.lastRow(Model::StoppedRole).toBool());
        QCOMPARE(f.store->messages().find(f.idAt(1))->state, store::MessageState::Stopped);
        QVERIFY(f.chat.canSend());
    }

    void theChatThatIsReadGoesFirst() {
        ChatFixture f;
        f.script->pieces.assign(10000, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.send("first");
        const qint64 first = f.chat.conversationId();
        f.conversations.create();
        f.chat.send("second");
        const qint64 second = f.chat.conversationId();
        const std::vector<Priority> secondIsRead{Priority::Chat, Priority::Reading};
        QTRY_COMPARE(f.script->priorities, secondIsRead);
        f.chat.open(first);
        QTRY_COMPARE(f.script->priorities, std::vector<Priority>({Priority::Reading, Priority::Chat}));
        // Both go on.
        QTRY_VERIFY(f.store->partialReplies().find(f.store->messages().ofConversation(first).back().id) &&
                    f.store->partialReplies().find(f.store->messages().ofConversation(second).back().id));
        f.conversations.busy->stopAll();
        QTRY_COMPARE(f.conversations.busy->count(), 0);
    }

    void repliesOfOtherChatsCanBeStopped() {
        ChatFixture f;
        f.script->pieces.assign(10000, "x");
        f.script->tokenStep = 1ms;
        f.load();
        QList<qint64> chats;
        for (const char* text : {"first", "second", "third"}) {
            f.conversations.create();
            QVERIFY(f.chat.send(QString(text)));
            chats += f.chat.conversationId();
        }
        QCOMPARE(f.conversations.busy->count(), 3);
        const auto stateIn = [&f](qint64 chat) {
            return f.store->messages().ofConversation(chat).back().state;
        };
        f.conversations.busy->stop(chats[1]);
        QTRY_COMPARE(stateIn(chats[1]), store::MessageState::Stopped);
        QCOMPARE(stateIn(chats[0]), store::MessageState::Streaming);
        QVERIFY(f.chat.canStop());
        QCOMPARE(f.conversations.busy->count(), 2);
        f.conversations.busy->stopAll();
        QTRY_COMPARE(f.conversations.busy->count(), 0);
        QCOMPARE(stateIn(chats[0]), store::MessageState::Stopped);
        QCOMPARE(stateIn(chats[2]), store::MessageState::Stopped);
        QVERIFY(!f.chat.canStop());
    }

    void draftsSurviveACrash() {
        QTemporaryDir folder;
        {
            ChatFixture f(store::Store::open(folder.path().toStdString()));
            f.load();
            f.talk(QStringLiteral("Q"));
            const qint64 id = f.chat.conversationId();
            f.chat.draft->setText(QStringLiteral("half a thought"));
            f.conversations.create();
            QVERIFY(f.chat.draft->text().isEmpty());
            f.chat.draft->setText(QStringLiteral("for a new chat"));
            QTRY_COMPARE(f.store->drafts().find(0), QStringLiteral("for a new chat"));
            f.chat.open(id);
            QCOMPARE(f.chat.draft->text(), QStringLiteral("half a thought"));
        }
        ChatFixture f(store::Store::open(folder.path().toStdString()));
        QCOMPARE(f.chat.draft->text(), QStringLiteral("for a new chat"));
        f.load();
        f.chat.send(f.chat.draft->text());
        QVERIFY(f.chat.draft->text().isEmpty());
        QVERIFY(f.store->drafts().find(0).isEmpty());
        f.waitForReply();
    }

    void withoutAModelNothingIsSent() {
        ChatFixture f;
        QSignalSpy wanted(&f.chat, &ChatController::modelsWanted);
        QVERIFY(!f.chat.send(QStringLiteral("Q")));
        QCOMPARE(wanted.count(), 1);
        QVERIFY(f.store->conversations().list().empty());
        f.load();
        QVERIFY(!f.chat.send(QStringLiteral("  \n ")));
    }

    void aMessageMayBeSentWhileTheModelLoads() {
        ChatFixture f;
        f.script->loadStep = 20ms;
        f.engine.load(QStringLiteral("model.gguf"));
        QCOMPARE(f.chat.state(), ChatController::LoadingModel);
        f.talk(QStringLiteral("Q"));
        QCOMPARE(f.shown().at(1), QStringLiteral("Hello, world."));
    }

    void partialRepliesAreJournalledEverySecond() {
        QTemporaryDir folder;
        ChatFixture f(store::Store::open(folder.path().toStdString()));
        f.script->pieces.assign(3000, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.send(QStringLiteral("Q"));
        const qint64 id = f.idAt(1);
        QTRY_VERIFY_WITH_TIMEOUT(f.store->partialReplies().find(id).has_value(), 3000);
        f.chat.stop();
        f.waitForReply();
        QVERIFY(!f.store->partialReplies().find(id));
    }

    void opensOnAnotherBranch() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("one"));
        const qint64 first = f.idAt(1);
        f.chat.versions->regenerate(first);
        f.waitForReply();
        const qint64 conversation = f.chat.conversationId();
        f.conversations.create();
        QSignalSpy wanted(&f.chat, &ChatController::messageWanted);
        f.chat.openAt(conversation, first);
        QCOMPARE(f.idAt(1), first);
        QCOMPARE(wanted[0][0].toLongLong(), first);
        QVERIFY(f.rows().rowOf(first) >= 0);
    }

    void eachChatHasItsModel() {
        QTemporaryDir folder;
        const auto file = [&folder](const char* name) {
            QFile made(folder.filePath(QLatin1String(name)));
            if (!made.open(QFile::WriteOnly)) qFatal("a file cannot be written");
            return made.fileName();
        };
        const QString a = file("a.gguf"), b = file("b.gguf");
        ChatFixture f(store::Store::inMemory(), ChatFixture::engineOfEachModel());
        f.load(a);
        f.talk("one");
        const qint64 first = f.chat.conversationId();
        f.chat.open(0);
        f.load(b);
        f.talk("two");
        const qint64 second = f.chat.conversationId();
        QCOMPARE(f.shown(), (QStringList{"two", "b"}));
        QCOMPARE(f.store->conversations().find(first)->modelPath, a);
        QCOMPARE(f.store->conversations().find(second)->modelPath, b);
        // Opening a chat brings its model along.
        f.chat.open(first);
        QCOMPARE(f.engine.modelPath(), a);
        f.talk("three");
        QCOMPARE(f.shown(), (QStringList{"one", "a", "three", "a"}));
        // A model that is not open is loaded when a message is sent.
        f.engine.models()->close(b);
        f.chat.open(second);
        QVERIFY(!f.engine.isReady() && f.chat.canSend());
        f.talk("four");
        QCOMPARE(f.shown(), (QStringList{"two", "b", "four", "b"}));
        QCOMPARE(f.engine.modelPath(), b);
        // Another choice counts from the next reply on, and is told over it.
        f.load(a);
        QCOMPARE(f.store->conversations().find(second)->modelPath, a);
        f.talk("five");
        QCOMPARE(f.shown().back(), QString("a"));
        QStringList names;
        for (int row = 0; row < f.rows().count(); ++row)
            if (const QString name = f.row(row, Model::ModelNameRole).toString(); !name.isEmpty())
                names += name;
        QCOMPARE(names, QStringList{"a"});
    }

    void anotherChoiceEndsNoReply() {
        const auto slow = std::make_shared<test::EngineScript>();
        slow->pieces.assign(100, "x");
        slow->tokenStep = std::chrono::milliseconds(5);
        ChatFixture f(store::Store::inMemory(), [slow](const EngineOptions& options, const auto& progress,
                                                       std::stop_token stop) {
            const auto quick = std::make_shared<test::EngineScript>();
            return test::ScriptedEngine::load(options.model == "a.gguf" ? slow : quick, progress, stop);
        });
        f.load("a.gguf");
        QVERIFY(f.chat.send("one"));
        const qint64 first = f.chat.conversationId();
        f.load("b.gguf");
        QVERIFY(f.chat.canStop());
        f.chat.open(0);
        f.talk("two");
        QCOMPARE(f.shown().back(), QString("Hello, world."));
        f.chat.open(first);
        f.waitForReply();
        QCOMPARE(f.shown().back(), QString(100, u'x'));
    }
};

QTEST_GUILESS_MAIN(TestChatController)
#include "tst_chat_controller.moc"
