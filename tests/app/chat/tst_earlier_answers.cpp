#include "chat/earlier_answers.h"

#include <QTemporaryDir>
#include <QtTest>

#include "chat/chat_passages.h"
#include "chat/reply_figures.h"
#include "chat_fixture.h"
#include "played_documents.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::ChatFixture;
using hearth::test::PlayedDocuments;

namespace {

/// Questions about bees are close to each other, in steps of 0.05.
struct LikeChat : ChatFixture {
    bool hasModel = true;
    QString identity = "one";
    QStringList asked;

    explicit LikeChat(std::unique_ptr<store::Store> opened = store::Store::inMemory())
        : ChatFixture(std::move(opened)) {
        script->weightsHash = "ab";
        chat.earlierAnswers->setVectors(
            {[this] { return hasModel; },
             [this](const QStringList& texts, int, auto done) {
                 asked += texts;
                 std::vector<std::vector<float>> vectors;
                 for (const QString& text : texts) {
                     const double angle =
                         text.contains("bees") ? std::acos(1 - 0.05 * text.count(u'!')) : 1.5;
                     vectors.push_back(
                         {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
                 }
                 // As the real one: later.
                 QMetaObject::invokeMethod(
                     &engine, [done, vectors, identity = identity] { done(identity, vectors); },
                     Qt::QueuedConnection);
             }});
        load();
    }
    EarlierAnswers& earlier() { return *chat.earlierAnswers; }
    void ask(const QString& text) {
        chat.open(0);
        const int before = chat.waiting->count();
        QCOMPARE(before, 0);
        if (!chat.send(text)) qFatal("it was not sent");
        while (earlier().isLooking(chat.conversationId())) QTest::qWait(1);
        waitForReply();
    }
};

}  // namespace

class TestEarlierAnswers : public QObject {
    Q_OBJECT

private slots:
    void aLikeQuestionGetsTheEarlierAnswer() {
        LikeChat f;
        f.earlier().setOn(true);
        f.script->pieces = {"Six", " weeks."};
        f.ask("How old do bees get?");
        QCOMPARE(f.script->requests.size(), size_t{1});
        f.script->pieces = {"Another answer."};
        f.ask("To what age do bees get!");
        QCOMPARE(f.script->requests.size(), size_t{1});
        QCOMPARE(f.shown(), (QStringList{"To what age do bees get!", "Six weeks."}));
        const QString figures = shownFigures(f.store->messages().find(f.idAt(1))->figures);
        QVERIFY2(figures.contains("0.05"), qPrintable(figures));
        QStringList texts;
        for (int row = 0; row < f.rows().rowCount(); ++row)
            texts += f.row(row, MessageBlockModel::TextRole).toString();
        QVERIFY2(texts.filter("a question that is close to yours").filter("How old do bees get?").size() == 1,
                 qPrintable(texts.join('|')));
        QVERIFY2(f.earlier().saved().contains("1"), qPrintable(f.earlier().saved()));
        // Asked anew, it is made.
        f.chat.versions->regenerate(f.idAt(1));
        f.waitForReply();
        QCOMPARE(f.shown().last(), QString("Another answer."));
        // The chat goes on behind it, and later questions are not compared.
        f.talk("And bees in winter!");
        QCOMPARE(f.script->requests.back().messages.size(), size_t{3});
    }
    void vectorsAreKeptWithinBounds() {
        LikeChat f;
        f.earlier().setOn(true);
        f.ask("How old do bees get?");
        // Those of chats that are gone do not pile up.
        for (int i = 0; i < EarlierAnswers::mostKept + 50; ++i) {
            bool done = false;
            const QString question =
                QString("Is it so, %1, that bees are old?").arg(QString(1 + i % 900, u'x'));
            f.earlier().look(*f.store->conversations().find(f.chat.conversationId()), question,
                             [&done](const auto&) { done = true; });
            QTRY_VERIFY(done);
            QVERIFY(f.earlier().kept() <= EarlierAnswers::mostKept);
        }
        QVERIFY(f.earlier().kept() > 0);
        // A dropped answer is generated again.
        f.ask("How old do bees get?");
        QCOMPARE(f.script->requests.size(), size_t{1});
    }
    void onlyWhenItIsOnAndThereIsAModel() {
        LikeChat f;
        f.ask("How old do bees get?");
        f.ask("How old do bees get?");
        QCOMPARE(f.script->requests.size(), size_t{2});
        QVERIFY(f.asked.isEmpty());
        f.hasModel = false;
        QVERIFY(f.earlier().problem().isEmpty());
        f.earlier().setOn(true);
        QVERIFY(f.earlier().problem().contains("embedding model"));
        f.ask("How old do bees get?");
        QCOMPARE(f.script->requests.size(), size_t{3});
    }
    void whatIsFarAwayIsAsked_data() {
        QTest::addColumn<QString>("question");
        QTest::newRow("another subject") << "How old do ants get?";
        QTest::newRow("not close enough") << "How old do bees get!!!";
        QTest::newRow("another figure") << "How old do 12 bees get?";
        QTest::newRow("one word for another") << "How fat do bees get?";
        QTest::newRow("words more") << "How old do bees not ever get?";
    }
    void whatIsFarAwayIsAsked() {
        QFETCH(QString, question);
        LikeChat f;
        f.earlier().setOn(true);
        f.ask("How old do bees get?");
        f.ask(question);
        QCOMPARE(f.script->requests.size(), size_t{2});
        QVERIFY(f.earlier().saved().isEmpty());
    }
    void anotherSystemPromptIsAnotherQuestion() {
        LikeChat f;
        f.earlier().setOn(true);
        f.ask("How old do bees get?");
        f.chat.open(0);
        f.chat.setSystemPrompt("Answer in verse.");
        if (!f.chat.send("How old do bees get?")) qFatal("it was not sent");
        while (f.earlier().isLooking(f.chat.conversationId())) QTest::qWait(1);
        f.waitForReply();
        QCOMPARE(f.script->requests.size(), size_t{2});
    }
    void anotherEmbeddingModelComparesAnew() {
        LikeChat f;
        f.earlier().setOn(true);
        f.ask("How old do bees get?");
        f.ask("How old do bees get!");
        QCOMPARE(f.script->requests.size(), size_t{1});
        const auto before = f.asked.size();
        f.ask("How old do bees get!");
        // Only the question itself: the other has its vector.
        QCOMPARE(f.asked.size(), before + 1);
    }
    /// Its answer cites passages that say something else by now.
    void changedDocumentsAreAskedAnew() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("bees.md");
        const auto write = [&path](const QDateTime& when) {
            QFile file(path);
            QVERIFY(file.open(QFile::WriteOnly) && file.write("Bees get six weeks old.") > 0);
            QVERIFY(file.setFileTime(when, QFileDevice::FileModificationTime));
        };
        LikeChat f;
        PlayedDocuments documents;
        documents.add("bees.md", 0, "Bees get six weeks old.");
        documents.found[0].path = path;
        f.chat.questionPassages->setSource(documents.source());
        write(QDateTime::currentDateTime().addDays(-1));
        f.earlier().setOn(true);
        const auto ask = [&](bool finds) {
            f.chat.open(0);
            f.chat.passages->setOn(true);
            if (!f.chat.send("How old do bees get, all in all?")) qFatal("it was not sent");
            while (f.earlier().isLooking(f.chat.conversationId())) QTest::qWait(1);
            if (finds) {
                QTRY_VERIFY(!documents.waiting.empty());
                documents.answer();
            }
            f.waitForReply();
        };
        ask(true);
        ask(false);
        QCOMPARE(f.script->requests.size(), size_t{1});
        // The passages come along, so that the citations lead to them.
        f.chat.passages->load();
        QCOMPARE(f.chat.passages->count(), 1);
        write(QDateTime::currentDateTime().addDays(1));
        ask(true);
        QCOMPARE(f.script->requests.size(), size_t{2});
    }
    void whatWasChosenIsKept() {
        const QTemporaryDir folder;
        {
            LikeChat f(store::Store::open(folder.path().toStdString()));
            f.earlier().setOn(true);
            f.ask("How old do bees get?");
            f.ask("How old do bees get!");
        }
        LikeChat f(store::Store::open(folder.path().toStdString()));
        QVERIFY(f.earlier().isOn());
        QVERIFY(f.earlier().saved().contains("1"));
        f.ask("How old do bees get!");
        QVERIFY(f.script->requests.empty());
    }
};

QTEST_MAIN(TestEarlierAnswers)
#include "tst_earlier_answers.moc"
