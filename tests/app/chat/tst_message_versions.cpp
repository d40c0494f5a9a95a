#include "chat/message_versions.h"

#include <QAbstractItemModelTester>

#include "chat/reply_figures.h"
#include "chat_fixture.h"
#include "support/small_picture.h"

using namespace hearth;
using namespace hearth::app;
using namespace std::chrono_literals;
using test::ChatFixture;
using Model = MessageBlockModel;

class TestMessageVersions : public QObject {
    Q_OBJECT

private slots:
    void regenerateMakesASibling() {
        ChatFixture f;
        QAbstractItemModelTester tester(f.chat.messages(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        f.load();
        f.talk(QStringLiteral("Q"));
        const qint64 first = f.idAt(1);
        f.script->pieces = {"Again."};
        f.chat.versions->regenerate(first);
        f.waitForReply();
        QCOMPARE(f.shown(), QStringList({"Q", "Again."}));
        QCOMPARE(f.lastRow(Model::SiblingIndexRole).toInt(), 1);
        QCOMPARE(f.lastRow(Model::SiblingCountRole).toInt(), 2);
        QCOMPARE(f.store->messages().find(first)->text, QStringLiteral("Hello, world."));
        // The prompt of the second does not hold the first.
        QCOMPARE(f.script->requests.at(1).messages.size(), 1U);
        f.chat.versions->select(f.idAt(1), -1);
        QCOMPARE(f.shown(), QStringList({"Q", "Hello, world."}));
        f.chat.versions->select(f.idAt(1), -1);  // there is none before
        QCOMPARE(f.shown(), QStringList({"Q", "Hello, world."}));
        f.chat.versions->select(f.idAt(1), 1);
        QCOMPARE(f.shown(), QStringList({"Q", "Again."}));
    }

    void anEditKeepsPicturesUnlessItNamesOthers() {
        ChatFixture f;
        f.load();
        const auto first = test::smallPicture(1), second = test::smallPicture(2);
        f.chat.draft->pictures()->put({{first, "a.png"}, {second, "b.png"}});
        f.talk(QStringLiteral("Q"));
        const qint64 question = f.idAt(0);
        const auto before = f.store->messages().find(question)->pictures;
        f.chat.versions->edit(question, QStringLiteral("Q?"));
        f.waitForReply();
        QCOMPARE(f.store->messages().find(f.idAt(0))->pictures, before);
        QCOMPARE(f.script->requests.back().messages.back().pictures.size(), size_t{2});
        // The same text with other pictures is another version, too.
        const qint64 edited = f.idAt(0);
        f.chat.versions->edit(edited, QStringLiteral("Q?"),
                              f.store->pictures().filesOf(*f.store->messages().find(edited)));
        QCOMPARE(f.idAt(0), edited);
        f.chat.versions->edit(edited, QStringLiteral("Q?"),
                              {{second, "b.png"}, {test::smallPicture(3), "c.png"}});
        f.waitForReply();
        const auto changed = f.store->messages().find(f.idAt(0))->pictures;
        QCOMPARE(changed.size(), size_t{2});
        QCOMPARE(changed[0], before[1]);
        QCOMPARE(changed[1].name, QString("c.png"));
        QVERIFY(f.store->pictures().has(store::pictureHash(*first)));
        // Nothing is no message.
        const qint64 last = f.idAt(0);
        f.chat.versions->edit(last, QString(), std::vector<store::NamedPicture>());
        QCOMPARE(f.idAt(0), last);
        // A reply made again has them as well.
        f.chat.versions->regenerate(f.idAt(1));
        f.waitForReply();
        QCOMPARE(f.script->requests.back().messages.back().pictures.size(), size_t{2});
    }

    void repliesGuessAheadAsTheSettingsSay() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("one"));
        QVERIFY(f.script->requests.back().speculation == Speculation::Off);
        f.chat.starter->setSpeculation([](const OpenModel&) { return Speculation::PromptLookup; });
        f.chat.versions->regenerate(f.idAt(1));
        f.waitForReply();
        QVERIFY(f.script->requests.back().speculation == Speculation::PromptLookup);
    }

    void aPersonRemovesPicturesWhileEditing() {
        ChatFixture f;
        f.load();
        const auto first = test::smallPicture(1), second = test::smallPicture(2);
        f.chat.draft->pictures()->put({{first, "a.png"}, {second, "b.png"}});
        f.talk("both");
        MessageVersions& versions = *f.chat.versions;
        versions.startEdit(f.idAt(1));
        QCOMPARE(versions.pictures()->count(), 0);
        versions.startEdit(f.idAt(0));
        QCOMPARE(versions.pictures()->count(), 2);
        // Given up, nothing has changed.
        versions.pictures()->remove(0);
        versions.endEdit();
        QCOMPARE(versions.pictures()->count(), 0);
        QCOMPARE(f.store->messages().find(f.idAt(0))->pictures.size(), size_t{2});
        versions.startEdit(f.idAt(0));
        versions.pictures()->remove(0);
        versions.edit(f.idAt(0), "both");
        versions.endEdit();
        f.waitForReply();
        const auto asked = f.script->requests.back().messages.back();
        QCOMPARE(asked.pictures.size(), size_t{1});
        QCOMPARE(asked.pictures[0].file->hash(), second->hash());
        QCOMPARE(f.row(0, Model::SiblingCountRole).toInt(), 2);
        // Without words a picture is left, without either nothing to send.
        versions.startEdit(f.idAt(0));
        versions.edit(f.idAt(0), " ");
        versions.endEdit();
        f.waitForReply();
        QCOMPARE(f.script->requests.back().messages.back().pictures.size(), size_t{1});
        const size_t requests = f.script->requests.size();
        versions.startEdit(f.idAt(0));
        versions.pictures()->clear();
        versions.edit(f.idAt(0), "");
        versions.endEdit();
        QCOMPARE(f.script->requests.size(), requests);
    }

    /// Those of the message, with what is before it; the composer's are counted again afterwards.
    void picturesOfAnEditedMessageHaveCosts() {
        ChatFixture f;
        f.script->pictureRows = 256;
        f.script->hasDetails = true;
        f.load();
        f.chat.draft->pictures()->put({{test::smallPicture(1), "a.png"}});
        f.talk("one");
        f.chat.draft->pictures()->put({{test::smallPicture(2), "b.png"}});
        f.talk("two");
        DraftPictures& draft = *f.chat.draft->pictures();
        draft.put({{test::smallPicture(3), "c.png"}});
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("3 pictures, 768 tokens"));
        MessageVersions& versions = *f.chat.versions;
        DraftPictures& edited = *versions.pictures();
        versions.startEdit(f.idAt(0));
        const auto figures = [](const DraftPictures& of) {
            return of.data(of.index(0), DraftPictures::FiguresRole).toString();
        };
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("1 picture, 256 tokens"));
        QCOMPARE(figures(edited), QString("3 × 2, 256 tokens"));
        QCOMPARE(edited.data(edited.index(0), DraftPictures::DetailsRole).toList().size(), 3);
        edited.setDetail(0, static_cast<int>(PictureDetail::High));
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("1 picture, 1,024 tokens"));
        QCOMPARE(figures(edited), QString("3 × 2, 1,024 tokens, high detail"));
        QCOMPARE(figures(draft), QString("3 × 2, 256 tokens"));
        versions.edit(f.idAt(0), "one");
        versions.endEdit();
        f.waitForReply();
        QVERIFY(f.script->requests.back().messages.back().pictures.at(0).detail == PictureDetail::High);
        QTRY_COMPARE(f.chat.figures->pictureText(), QString("2 pictures, 1,280 tokens"));
    }

    void whatWasAnsweredBeforeCanBeAskedAnew() {
        ChatFixture f;
        f.load();
        f.script->keptReply = true;
        f.talk(QStringLiteral("one"));
        QVERIFY(f.script->requests.back().replyReuse == ReplyReuse::Use);
        const auto notice = [&f] {
            const int row = f.chat.messages()->count() - 1;
            for (int at = row; at >= 0; --at) {
                const QModelIndex index = f.chat.messages()->index(at);
                if (index.data(Model::KindRole).toInt() == Model::Notice)
                    return index.data(Model::ActionsRole)
                        .toList()
                        .value(0)
                        .toMap()
                        .value("action")
                        .toString();
            }
            return QString();
        };
        QCOMPARE(notice(), QStringLiteral("regenerate"));
        QVERIFY(shownFigures(f.store->messages().find(f.idAt(1))->figures).startsWith("answered before · "));
        f.chat.versions->regenerate(f.idAt(1));
        f.waitForReply();
        QVERIFY(f.script->requests.back().replyReuse == ReplyReuse::Renew);
        QCOMPARE(notice(), QString());
        QCOMPARE(f.lastRow(Model::SiblingCountRole).toInt(), 2);
        // Off in the settings.
        f.chat.starter->setReuseReplies(false);
        f.chat.versions->regenerate(f.idAt(1));
        f.waitForReply();
        QVERIFY(f.script->requests.back().replyReuse == ReplyReuse::Off);
        f.chat.versions->regenerate(4711);
        QCOMPARE(f.script->requests.size(), 3U);
    }

    void editMakesASiblingWithItsOwnReply() {
        ChatFixture f;
        QAbstractItemModelTester tester(f.chat.messages(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        f.load();
        f.talk(QStringLiteral("one"));
        f.talk(QStringLiteral("two"));
        f.chat.draft->setText(QStringLiteral("in the composer"));
        f.chat.versions->edit(f.idAt(0), QStringLiteral("uno"));
        f.waitForReply();
        QCOMPARE(f.shown(), QStringList({"uno", "Hello, world."}));
        QCOMPARE(f.chat.draft->text(), QStringLiteral("in the composer"));
        QCOMPARE(f.store->drafts().find(f.chat.conversationId()), QStringLiteral("in the composer"));
        QCOMPARE(f.row(1, Model::SiblingCountRole).toInt(), 2);
        f.chat.versions->select(f.idAt(0), -1);
        QCOMPARE(f.shown(), QStringList({"one", "Hello, world.", "two", "Hello, world."}));
        QCOMPARE(f.rows().messageAt(f.rows().count() - 1), f.idAt(3));
    }

    void anEditedReplyIsASiblingWithoutTokens() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("Q"));
        f.chat.versions->edit(f.idAt(1), QStringLiteral("My own words"));
        QCOMPARE(f.shown(), QStringList({"Q", "My own words"}));
        f.talk(QStringLiteral("next"));
        QCOMPARE(f.script->requests.back().messages[1].content, std::string("My own words"));
        QVERIFY(f.script->requests.back().messages[1].tokens.empty());
    }

    void continueGoesOnInPlace() {
        ChatFixture f;
        f.script->pieces.assign(1000, "a");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.send(QStringLiteral("Q"));
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        f.chat.stop();
        f.waitForReply();
        const QString before = f.shown().at(1);
        const qint64 id = f.idAt(1);
        const size_t tokens = f.store->generations().tokens(id).size();
        f.script->pieces = {"b", "c"};
        f.chat.versions->continueReply(id);
        f.waitForReply();
        QCOMPARE(f.idAt(1), id);
        QCOMPARE(f.shown().at(1), before + QStringLiteral("bc"));
        QCOMPARE(f.store->generations().tokens(id).size(), tokens + 2);
        QVERIFY(f.script->requests.back().continueLast);
        QCOMPARE(f.script->requests.back().messages.back().content, before.toStdString());
        QCOMPARE(f.row(2, Model::TextRole).toString(), before + QStringLiteral("bc"));
        // The next turn carries the ids of the whole reply.
        f.talk(QStringLiteral("next"));
        QCOMPARE(f.script->requests.back().messages[1].tokens.size(), tokens + 2);
    }

    void aFinishedReplyGoesOnWithoutItsEndToken() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("Q"));
        f.chat.versions->continueReply(f.idAt(1));
        f.waitForReply();
        QCOMPARE(f.script->requests.back().messages.back().tokens, (std::vector<TokenId>{100, 101, 102}));
        QCOMPARE(f.store->generations().tokens(f.idAt(1)),
                 (std::vector<int32_t>{100, 101, 102, 100, 101, 102, 103}));
    }

    void removalCanBeUndone() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("one"));
        f.talk(QStringLiteral("two"));
        f.chat.versions->remove(f.idAt(2));
        QCOMPARE(f.shown(), QStringList({"one", "Hello, world."}));
        QCOMPARE(f.rows().count(), 4);
        f.toasts.act();
        QCOMPARE(f.shown().size(), 4);
        QCOMPARE(f.rows().count(), 8);
    }

    void theOnlyMessageCanBeRemoved() {
        ChatFixture f;
        f.load();
        f.talk(QStringLiteral("one"));
        f.chat.versions->remove(f.idAt(0));
        QCOMPARE(f.rows().count(), 0);
        f.talk(QStringLiteral("new start"));
        QCOMPARE(f.shown(), QStringList({"new start", "Hello, world."}));
    }

    void aRemovedConversationStopsItsReply() {
        ChatFixture f;
        f.script->pieces.assign(100000, "x");
        f.script->tokenStep = 1ms;
        f.load();
        f.chat.send(QStringLiteral("Q"));
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        f.conversations.remove(f.chat.conversationId());
        QCOMPARE(f.chat.conversationId(), 0);
        QTRY_COMPARE(f.store->messages().streaming().size(), 0U);
    }

    void nothingHappensToWhatIsNotThere() {
        ChatFixture f;
        f.load();
        f.chat.versions->regenerate(5);
        f.chat.versions->edit(5, QStringLiteral("x"));
        f.chat.versions->continueReply(5);
        f.chat.versions->select(5, 1);
        f.chat.versions->remove(5);
        f.chat.stop();
        f.chat.versions->retry();
        f.chat.open(12345);
        QVERIFY(f.chat.texts->source(5).isEmpty());
        QCOMPARE(f.chat.conversationId(), 0);
        QVERIFY(f.script->requests.empty());
    }

    void circlesAreNoticedAndWrittenAgain() {
        ChatFixture f;
        f.script->pieces.assign(10000, "the same line again\n");
        f.script->tokenStep = 200us;
        f.load();
        f.sampling.setValue("repeatPenalty", 1.0);
        QVERIFY(!f.chat.isRepeating());
        f.chat.send("Q");
        QTRY_VERIFY(f.chat.isRepeating());
        connect(&f.chat, &ChatController::replyEnded, &f.chat,
                [&f] { f.script->pieces = {"A good reply."}; });
        f.chat.versions->regenerateWithPenalty(f.idAt(1));
        QTRY_COMPARE(f.shown().value(1), QString("A good reply."));
        f.waitForReply();
        QVERIFY(!f.chat.isRepeating());
        QCOMPARE(f.script->requests.size(), 2U);
        QVERIFY(f.script->requests[1].sampling.repeatPenalty > 1.1F);
        const auto made = f.store->generations().find(f.idAt(1));
        QVERIFY(made->recipe.value("sampling").toObject().value("repeatPenalty").toDouble() > 1.1);
        QCOMPARE(f.sampling.repeatPenalty(), 1.0);
        // The one before is still there, and says what it is.
        f.chat.versions->select(f.idAt(1), -1);
        const int row = f.rows().count() - 2;
        QCOMPARE(f.row(row, Model::KindRole).toInt(), int(Model::Notice));
        QCOMPARE(f.row(row, Model::TextRole).toString(), QString("This reply repeats itself."));
        f.chat.versions->regenerate(f.idAt(1));
        f.waitForReply();
        QCOMPARE(f.script->requests.back().sampling.repeatPenalty, 1.0F);
    }

    void anotherModelAnswersOnce() {
        ChatFixture f(store::Store::inMemory(), ChatFixture::engineOfEachModel());
        f.load("b.gguf");
        f.load("a.gguf");
        f.talk("one");
        f.chat.versions->regenerateBy(f.idAt(1), "b.gguf");
        f.waitForReply();
        QCOMPARE(f.shown(), (QStringList{"one", "b"}));
        const auto generation = f.store->generations().find(f.idAt(1));
        QCOMPARE(generation->recipe.value("model").toString(), QString("b"));
        QCOMPARE(f.store->messages().find(f.idAt(1))->model, QString("b"));
        QCOMPARE(f.engine.modelPath(), QString("a.gguf"));
        f.talk("two");
        QCOMPARE(f.shown().back(), QString("a"));
        // One that is not open and cannot be loaded leaves the model of the chat.
        f.chat.versions->regenerateBy(f.idAt(3), "gone.gguf");
        f.waitForReply();
        QCOMPARE(f.shown().back(), QString("a"));
    }
};

QTEST_GUILESS_MAIN(TestMessageVersions)
#include "tst_message_versions.moc"
