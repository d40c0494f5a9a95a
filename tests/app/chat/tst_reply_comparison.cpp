#include "chat/reply_comparison.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>

#include "chat_fixture.h"
#include "citations/cited_passage.h"
#include "played_documents.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;

/// Several answers to one message, from the question to the one that is kept.
class TestReplyComparison : public QObject {
    Q_OBJECT

    static QVariant at(ChatFixture& f, int row, int role) {
        return f.chat.comparison->data(f.chat.comparison->index(row), role);
    }
    static QString textAt(ChatFixture& f, int row) {
        const auto* blocks = at(f, row, ReplyComparison::BlocksRole).value<MessageBlockModel*>();
        return blocks->count() == 0 ? QString() : blocks->blockAt(0).text;
    }
    static void waitForAll(ChatFixture& f) {
        QTRY_VERIFY_WITH_TIMEOUT(!f.chat.comparison->isRunning(), 10000);
    }

private slots:
    /// Citations of an answer and the passages of its question can be opened while answers are compared, too.
    void whatAnswersCiteIsALink() {
        ChatFixture f;
        f.script->pieces = {"The quay is long [1]."};
        f.load();
        f.talk("How long?");
        store::Attachment passage;
        passage.messageId = f.chat.messages()->lastMessageOf("user");
        passage.name = "book.md";
        passage.text = "The quay is long.";
        CitedPassage cited;
        cited.number = 1;
        passage.passage = cited.toJson();
        f.store->attachments().insert(passage);
        const qint64 chat = f.chat.conversationId();
        f.chat.open(0);
        f.chat.open(chat);
        f.chat.comparisonPlan->setCount(2);
        QVERIFY(f.chat.compare(f.idAt(1)));
        waitForAll(f);
        const auto question = static_cast<qint64>(f.chat.comparison->questionId());
        QCOMPARE(question, passage.messageId);
        QCOMPARE(f.chat.comparison->questionFiles(), QString("Passages of documents: 1"));
        QCOMPARE(f.chat.texts->sent(question, 0).value("passage").toInt(), 1);
        for (int row = 0; row < 2; ++row) {
            const auto* blocks = at(f, row, ReplyComparison::BlocksRole).value<MessageBlockModel*>();
            const QString text = blocks->data(blocks->index(0), MessageBlockModel::TextRole).toString();
            static const QRegularExpression link("<a href=\"([^\"]+)\"");
            const QString address = link.match(text).captured(1);
            QVERIFY2(!address.isEmpty(), qPrintable(text));
            QCOMPARE(f.chat.passages->citedNumber(address), 1);
        }
    }

    void aDraftBringsItsPassages() {
        ChatFixture f;
        test::PlayedDocuments documents;
        documents.add(QStringLiteral("bees.md"), 0,
                      QStringLiteral("Bees visit two million flowers for a jar."));
        f.chat.questionPassages->setSource(documents.source());
        f.load();
        f.chat.passages->setOn(true);
        f.chat.draft->setText("What do bees visit?");
        QVERIFY(f.chat.compare(0));
        // A second press changes nothing.
        QVERIFY(f.chat.compare(0));
        QCOMPARE(f.chat.comparison->count(), 0);
        // Another text is not what was asked.
        f.chat.draft->setText("What do bees visit all day long?");
        documents.answer();
        QCOMPARE(f.chat.comparison->count(), 0);
        QVERIFY(f.chat.compare(0));
        documents.answer();
        QCOMPARE(f.chat.comparison->count(), 2);
        QVERIFY(f.chat.draft->text().isEmpty());
        waitForAll(f);
        QCOMPARE(f.chat.comparison->questionFiles(), QString("Passages of documents: 1"));
        QCOMPARE(f.script->requests.size(), 2U);
        for (const auto& request : f.script->requests) {
            const std::string& asked = request.messages.back().content;
            QVERIFY2(asked.find("[1] bees.md\nBees visit") != std::string::npos, asked.c_str());
            QVERIFY(asked.ends_with("What do bees visit all day long?"));
        }
    }

    void aDraftIsAnsweredSeveralTimesAndOneIsKept() {
        ChatFixture f;
        f.script->titlePieces = {"A greeting"};
        QAbstractItemModelTester tester(f.chat.comparison,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        f.load();
        f.sampling.setSeed("41");
        f.chat.draft->setText("Say hello");
        f.chat.comparisonPlan->setCount(3);
        QVERIFY(f.chat.compare(0));
        QVERIFY(f.chat.draft->text().isEmpty());
        QCOMPARE(f.chat.title(), QString("Say hello"));
        QCOMPARE(f.chat.comparison->count(), 3);
        QCOMPARE(f.chat.comparison->question(), QString("Say hello"));
        QVERIFY(f.chat.canStop());
        QVERIFY(!f.chat.compare(0));
        QSignalSpy ended(&f.chat, &ChatController::replyEnded);
        waitForAll(f);
        QTRY_COMPARE(ended.count(), 1);
        QVERIFY(!f.chat.canSend());
        QCOMPARE(at(f, 1, ReplyComparison::LabelRole).toString(), QString("Seed 42"));
        QCOMPARE(at(f, 1, ReplyComparison::PhaseRole).toInt(), int(ReplyComparison::Complete));
        QVERIFY(at(f, 1, ReplyComparison::StatusRole).toString().contains("reused 10"));
        QCOMPARE(textAt(f, 2), QString("Hello, world."));
        QCOMPARE(f.chat.comparison->text(2), QString("Hello, world."));
        QCOMPARE(f.script->requests.size(), 3U);
        for (uint64_t row = 0; row < 3; ++row) {
            QCOMPARE(f.script->requests[row].messages.size(), 1U);
            QCOMPARE(f.script->requests[row].sampling.seed.value_or(0), 41 + row);
        }
        f.chat.comparison->keep(1);
        QCOMPARE(f.chat.comparison->count(), 0);
        QVERIFY(f.chat.canSend());
        QTRY_COMPARE(f.chat.title(), QString("A greeting"));
        QCOMPARE(f.store->generations().find(f.idAt(1))->recipe.value("seed").toString(), QString("42"));
        QCOMPARE(f.lastRow(MessageBlockModel::SiblingIndexRole).toInt(), 1);
        QCOMPARE(f.lastRow(MessageBlockModel::SiblingCountRole).toInt(), 3);
        // The others are a click away, and the chat goes on below the one that was kept.
        f.chat.versions->select(f.idAt(1), 1);
        f.chat.versions->select(f.idAt(1), -1);
        f.talk("and again");
        QCOMPARE(f.shown().size(), 4);
    }

    void aReplyIsComparedByItsQuestion() {
        ChatFixture f;
        f.load();
        f.talk("first");
        f.talk("second");
        const qint64 before = f.idAt(1);
        f.chat.comparisonPlan->setDifference(ComparisonPlan::Temperatures);
        QVERIFY(f.chat.compare(before));
        QCOMPARE(f.chat.comparison->question(), QString("first"));
        waitForAll(f);
        QCOMPARE(f.script->requests.back().messages.size(), 1U);
        f.chat.comparison->keep(0);
        QCOMPARE(f.shown(), QStringList({"first", "Hello, world."}));
        QCOMPARE(f.lastRow(MessageBlockModel::SiblingCountRole).toInt(), 3);
        const auto made = f.store->generations().find(f.idAt(1));
        QCOMPARE(made->recipe.value("sampling").toObject().value("temperature").toDouble(), 0.2);
    }

    void withoutAnythingToAnswerNothingHappens() {
        ChatFixture f;
        QSignalSpy models(&f.chat, &ChatController::modelsWanted);
        QVERIFY(!f.chat.compare(0));
        QCOMPARE(models.count(), 1);
        f.load();
        QVERIFY(!f.chat.compare(0));
        QVERIFY(f.script->requests.empty());
        QVERIFY(f.store->conversations().list().empty());
    }

    void theyStreamSideBySideAndStop() {
        ChatFixture f;
        f.script->pieces.assign(10000, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.draft->setText("Q");
        QVERIFY(f.chat.compare(0));
        QTRY_COMPARE(at(f, 0, ReplyComparison::PhaseRole).toInt(), int(ReplyComparison::Writing));
        QTRY_VERIFY(textAt(f, 0).size() > 10);
        QVERIFY(at(f, 0, ReplyComparison::StatusRole).toString().contains("tokens"));
        QVERIFY(f.chat.comparison->isRunning());
        f.chat.stop();
        waitForAll(f);
        QCOMPARE(at(f, 0, ReplyComparison::PhaseRole).toInt(), int(ReplyComparison::Stopped));
        QCOMPARE(at(f, 1, ReplyComparison::PhaseRole).toInt(), int(ReplyComparison::Stopped));
        QVERIFY(f.chat.comparison->text(0).startsWith("xxx"));
        f.chat.comparison->keep(0);
        QVERIFY(f.shown().at(1).startsWith("xxx"));
    }

    void theKeptOneGoesOn() {
        ChatFixture f;
        f.script->pieces.assign(300, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.draft->setText("Q");
        QVERIFY(f.chat.compare(0));
        QTRY_COMPARE(at(f, 0, ReplyComparison::PhaseRole).toInt(), int(ReplyComparison::Writing));
        f.chat.comparison->keep(0);
        QVERIFY(f.chat.canStop());
        QVERIFY(f.lastRow(MessageBlockModel::StreamingRole).toBool());
        // The next message waits for the kept reply, and not for the other, which was stopped.
        QVERIFY(f.chat.send("more"));
        QTRY_COMPARE_WITH_TIMEOUT(f.shown().size(), 4, 10000);
        QCOMPARE(f.shown().at(1), QString(300, u'x'));
        f.waitForReply();
    }

    void itGoesOnInAChatThatIsNotOpen() {
        ChatFixture f;
        f.script->pieces.assign(100, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.draft->setText("Q");
        QVERIFY(f.chat.compare(0));
        const qint64 chat = f.chat.conversationId();
        f.conversations.create();
        QCOMPARE(f.chat.comparison->count(), 0);
        QVERIFY(f.chat.canSend());
        QTRY_COMPARE_WITH_TIMEOUT(f.conversations.busy->count(), 0, 10000);
        f.chat.open(chat);
        QCOMPARE(f.chat.comparison->count(), 2);
        QCOMPARE(textAt(f, 1), QString(100, u'x'));
        f.conversations.remove(chat);
        QCOMPARE(f.chat.comparison->count(), 0);
    }

    // The program ends while the answers are written: all of them are there again, as far as they came.
    void itIsThereAgainAfterARestart() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        qint64 chat = 0;
        {
            ChatFixture f(store::Store::open(path));
            f.script->pieces.assign(10000, "x");
            f.script->tokenStep = 1ms;
            f.load();
            f.chat.draft->setText("Q");
            QVERIFY(f.chat.compare(0));
            chat = f.chat.conversationId();
            QTRY_VERIFY(textAt(f, 0).size() > 10 && textAt(f, 1).size() > 10);
            f.chat.flush();
        }
        ChatFixture f(store::Store::open(path));
        f.load();
        QCOMPARE(f.chat.comparison->count(), 0);
        f.chat.open(chat);
        QCOMPARE(f.chat.comparison->count(), 2);
        QVERIFY(!f.chat.comparison->isRunning());
        QVERIFY(!f.chat.canSend());
        QCOMPARE(at(f, 0, ReplyComparison::PhaseRole).toInt(), int(ReplyComparison::Stopped));
        QVERIFY(f.chat.comparison->text(0).startsWith("xxx"));
        QVERIFY(f.chat.comparison->text(1).startsWith("xxx"));
        QVERIFY(at(f, 0, ReplyComparison::LabelRole).toString() !=
                at(f, 1, ReplyComparison::LabelRole).toString());
        f.chat.comparison->keep(1);
        QVERIFY(f.shown().at(1).startsWith("xxx"));
        QCOMPARE(f.lastRow(MessageBlockModel::SiblingCountRole).toInt(), 2);
        // It is settled, for the next start as well.
        ReplyRunner runner(*f.store, f.inference);
        QVERIFY(!ReplyComparison(*f.store, runner).holds(chat));
    }

    // A chat that was erased meanwhile leaves nothing to compare.
    void whatIsGoneIsNotRestored() {
        ChatFixture f;
        f.load();
        f.chat.draft->setText("Q");
        QVERIFY(f.chat.compare(0));
        waitForAll(f);
        const qint64 chat = f.chat.conversationId();
        ReplyRunner runner(*f.store, f.inference);
        QVERIFY(ReplyComparison(*f.store, runner).holds(chat));
        f.store->database().execute("DELETE FROM message WHERE id = (SELECT max(id) FROM message)");
        QVERIFY(!ReplyComparison(*f.store, runner).holds(chat));
    }

    void oneThatFailsSaysWhy() {
        ChatFixture f;
        f.load();
        f.script->generateError = "The graphics card is out of memory.";
        f.chat.draft->setText("Q");
        QVERIFY(f.chat.compare(0));
        waitForAll(f);
        QCOMPARE(at(f, 0, ReplyComparison::PhaseRole).toInt(), int(ReplyComparison::Failed));
        QCOMPARE(at(f, 0, ReplyComparison::ProblemRole).toString(),
                 QString("The graphics card is out of memory."));
    }
};

QTEST_GUILESS_MAIN(TestReplyComparison)
#include "tst_reply_comparison.moc"
