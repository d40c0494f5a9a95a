// The figures of a chat while it is used.
#include "chat_fixture.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;

class TestChatFigures : public QObject {
    Q_OBJECT

    static void fill(ChatFixture& f, int turns) {
        for (int turn = 0; turn < turns; ++turn) f.talk(QStringLiteral("question %1").arg(turn));
    }

private slots:
    void theMeterFollowsThePromptAndTheReply() {
        ChatFixture f;
        f.load();
        f.script->prefillStep = 60ms;
        f.script->tokenStep = 40ms;
        f.script->pieces.assign(12, "word ");
        f.chat.send(QStringLiteral("Q"));
        QList<int> done, written;
        double rate = 0;
        int tokens = 0;
        QElapsedTimer timer;
        timer.start();
        while (f.chat.canStop() && timer.elapsed() < 20000) {
            QTest::qWait(5);
            if (f.chat.state() == ChatController::Prefilling && f.chat.figures->prefillTotal() > 0) {
                done += f.chat.figures->contextCached();
                QCOMPARE(f.chat.figures->contextCached() + f.chat.figures->contextNew(), 30);
            } else if (f.chat.state() == ChatController::Generating) {
                written += f.chat.figures->contextNew();
                QCOMPARE(f.chat.figures->contextCached(), 30);
                QCOMPARE(f.chat.figures->contextFree(), 2048 - 30 - f.chat.figures->contextNew());
                rate = std::max(rate, f.chat.figures->replyRate());
                tokens = std::max(tokens, f.chat.figures->replyTokens());
            }
        }
        QVERIFY2(done.size() > 2 && done.front() < done.back(), "the prompt");
        QVERIFY2(written.size() > 2 && written.front() < written.back(), "the reply");
        QVERIFY(tokens >= 6 && tokens <= 12);
        QVERIFY(rate > 5 && rate < 200);
        QCOMPARE(f.chat.figures->replyTokens(), 0);
        QCOMPARE(f.chat.figures->contextCached(), 42);
    }

    void picturesAreCountedBeforeTheyAreSent() {
        ChatFixture f;
        f.script->pictureRows = 256;
        f.script->tokensPerMessage = 10;
        f.load();
        QVERIFY(f.engine.seesPictures());
        DraftPictures& draft = *f.chat.draft->pictures();
        draft.put({{test::smallPicture(1), "one"}, {test::smallPicture(2), "two"}});
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("2 pictures, 512 tokens"));
        QCOMPARE(draft.data(draft.index(1), DraftPictures::FiguresRole).toString(),
                 QString("3 × 2, 256 tokens"));
        draft.remove(0);
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("1 picture, 256 tokens"));
        // The pictures of the script follow the 10 tokens of its message.
        f.script->diskTokens = 270;
        f.chat.draft->setText("and");
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("1 picture, 256 tokens, cached"));
        draft.add({test::smallPicture(3), "three"});
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("2 pictures, 512 tokens, 256 of them cached"));
        // Another model counts them again.
        f.script->pictureRows = 0;
        f.engine.reload();
        QTRY_VERIFY(!f.engine.seesPictures());
    }

    // A call of which nothing can be shown yet is no prompt that is still read.
    void whatIsNotShownCountsAndIsAnnounced() {
        ChatFixture f;
        f.load();
        f.script->tokenStep = 10ms;
        f.script->withheld = "x";
        f.script->pieces.assign(60, "x");
        f.chat.send(QStringLiteral("Q"));
        QSet<int> tokens;
        QStringList told;
        connect(f.chat.figures, &ChatFigures::contextChanged, this,
                [&] { tokens += f.chat.figures->replyTokens(); });
        while (f.chat.canStop()) {
            QTest::qWait(2);
            const QVariantMap call = f.lastRow(MessageBlockModel::CallRole).toMap();
            if (!call.isEmpty()) told += call["state"].toString() + u' ' + call["status"].toString();
            if (f.chat.figures->replyTokens() >= 20)
                QVERIFY(f.lastRow(MessageBlockModel::KindRole).toInt() != MessageBlockModel::PrefillBar);
        }
        QVERIFY2(tokens.size() > 8, qPrintable(QString::number(tokens.size())));
        QVERIFY(!told.isEmpty());
        QVERIFY2(told.last().startsWith("writing Being written, ") && told.first() != told.last(),
                 qPrintable(told.last()));
    }

    void whatRepeatsIsNoticedWhereNothingIsShown() {
        ChatFixture f;
        f.load();
        f.script->tokenStep = 10ms;
        f.script->pieces.assign(1000, "x");
        f.script->withheld = "x";
        QSignalSpy text(&f.inference, &InferenceThread::textReady);
        f.chat.send(QStringLiteral("Q"));
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        QVERIFY(!f.chat.isRepeating());
        const quint64 job = text.last()[0].toULongLong();
        for (int i = 0; i < 100; ++i)
            emit f.inference.textWithheld(job, QStringLiteral("the same words again and again; ").repeated(4),
                                          20 * i);
        QVERIFY(f.chat.isRepeating());
        // Text that follows it is not part of the repetition.
        emit f.inference.textReady(job, QStringLiteral("Well."), 1);
        QVERIFY(!f.chat.isRepeating());
        f.chat.stop();
    }

    // Nobody knows how fast prompts are read before the first, nor how long a server's context is.
    void whatIsNotKnownIsNotSaid() {
        ChatFixture f;
        f.script->prefillMs = 0;
        f.load();
        f.chat.draft->setText(QStringLiteral("Q"));
        QTRY_VERIFY(f.chat.figures->estimateNew() > 0);
        QCOMPARE(f.chat.figures->estimateSeconds(), -1.0);
        QVERIFY(f.chat.figures->lengthKnown());
        f.script->prefillMs = 1.5;
        f.script->serverHost = "there";
        f.script->contextKnown = false;
        f.script->tokensPerMessage = 100000;
        f.load();
        QTRY_VERIFY(f.chat.figures->estimateSeconds() > 0);
        QVERIFY(!f.chat.figures->lengthKnown());
        QCOMPARE(f.chat.figures->contextUsed(), 100000);
        QVERIFY(!f.chat.fullContext->isFull());
    }

    void anUndoAndAnotherChatsReplyAreCountedAgain() {
        ChatFixture f;
        f.load();
        fill(f, 2);
        QTRY_COMPARE(f.chat.figures->contextCached() + f.chat.figures->contextNew(), 40);
        f.chat.versions->remove(f.idAt(2));
        QTRY_COMPARE(f.chat.figures->contextCached() + f.chat.figures->contextNew(), 20);
        f.toasts.act();
        QTRY_COMPARE(f.chat.figures->contextCached() + f.chat.figures->contextNew(), 40);
        // Another chat is busy for a while: what is shown is not that of before.
        f.chat.open(0);
        f.script->tokenStep = 100ms;
        f.chat.send(QStringLiteral("elsewhere"));
        f.chat.open(1);
        QVERIFY(!f.chat.figures->contextKnown());
        QTRY_VERIFY(f.chat.figures->contextKnown());
        QTRY_COMPARE(f.chat.figures->contextCached() + f.chat.figures->contextNew(), 40);
    }

    void aReplyThatGoesOnHasTheFiguresOfBothParts() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("Q"));
        QVERIFY2(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("4 tokens"),
                 qPrintable(f.lastRow(MessageBlockModel::FiguresRole).toString()));
        f.script->pieces = {" And", " more", "."};
        f.chat.versions->continueReply(f.idAt(1));
        f.waitForReply();
        // The first part ended with an end token, which is not part of the text that goes on.
        const auto generation = f.store->generations().find(f.idAt(1));
        const auto made = static_cast<int>(generation->tokens.size());
        QCOMPARE(made, 6);
        QCOMPARE(generation->metrics.value("generatedTokens").toInt(), made);
        QCOMPARE(generation->metrics.value("processedTokens").toInt(), 40);
        QVERIFY2(f.lastRow(MessageBlockModel::FiguresRole).toString().contains("6 tokens"),
                 qPrintable(f.lastRow(MessageBlockModel::FiguresRole).toString()));
    }
};

QTEST_GUILESS_MAIN(TestChatFigures)
#include "tst_chat_figures.moc"
