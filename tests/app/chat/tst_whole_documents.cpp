#include "chat/whole_documents.h"

#include <QAbstractItemModelTester>
#include <QtTest>

#include "chat_fixture.h"
#include "played_documents.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::ChatFixture;
using hearth::test::PlayedDocuments;

namespace {

struct WholeChat : ChatFixture {
    PlayedDocuments documents;

    WholeChat() {
        documents.texts.insert("/notes/bees.md", "Bees visit two million flowers for a jar.");
        documents.texts.insert("/notes/ants.md", QString("Ants carry. ").repeated(100));  // 300 tokens
        documents.texts.insert("/notes/long.md", QString("word ").repeated(20'000));
        documents.add("bees.md", 0, "Bees visit two million flowers for a jar.");
        chat.questionPassages->setSource(documents.source());
        script->contextLength = 1000;
        load();
        list().load();
    }
    WholeDocuments& list() { return *chat.wholeDocuments; }
    QVariant at(int row, int role) { return list().data(list().index(row), role); }
    int rowOf(const QString& name) {
        for (int row = 0; row < list().count(); ++row)
            if (at(row, WholeDocuments::NameRole) == name) return row;
        return -1;
    }
    void choose(const QString& name, bool chosen = true) { list().setChosen(rowOf(name), chosen); }
    void ask(const QString& text) {
        if (!chat.send(text)) qFatal("it was not sent");
        while (documents.waiting.empty()) QTest::qWait(1);
        documents.answer();
        waitForReply();
    }
    std::string lastQuestion() const { return script->requests.back().messages.back().content; }
};

}  // namespace

class TestWholeDocuments : public QObject {
    Q_OBJECT

private slots:
    void theListSaysWhatTheyTake() {
        WholeChat f;
        const QAbstractItemModelTester tester(&f.list());
        QCOMPARE(f.list().count(), 3);
        QCOMPARE(f.at(f.rowOf("ants.md"), WholeDocuments::FiguresRole).toString(),
                 QString("about 300 tokens"));
        QCOMPARE(f.at(f.rowOf("ants.md"), WholeDocuments::FolderRole).toString(), QString("/notes"));
        const int tooLong = f.rowOf("long.md");
        QVERIFY(f.at(tooLong, WholeDocuments::FiguresRole).toString().contains("do not fit"));
        QVERIFY(!f.at(tooLong, WholeDocuments::FitsRole).toBool());
        f.list().setChosen(tooLong, true);
        QVERIFY(!f.at(tooLong, WholeDocuments::ChosenRole).toBool());
        f.list().setWords("bees");
        QCOMPARE(f.list().count(), 1);
    }
    void theSummaryAddsUp() {
        WholeChat f;
        QVERIFY(f.list().summary().isEmpty());
        f.choose("ants.md");
        QVERIFY(f.chat.passages->isOn());
        QTRY_VERIFY2(f.list().summary().contains("300") && f.list().summary().contains("750"),
                     qPrintable(f.list().summary()));
        QVERIFY(!f.list().isTooMuch());
        // Documents that no longer fit are reported, and nothing is withdrawn.
        f.documents.texts["/notes/bees.md"] = QString("Bees fly. ").repeated(220);
        f.list().load();
        f.choose("bees.md");
        QTRY_VERIFY(f.list().isTooMuch());
        QVERIFY(f.list().summary().contains("stay out"));
        f.choose("ants.md", false);
        QTRY_VERIFY(!f.list().isTooMuch());
    }
    void documentsStandInFrontOnce() {
        WholeChat f;
        f.choose("bees.md");
        f.choose("ants.md");
        f.ask("What do bees and ants do all day long?");
        const std::string asked = f.lastQuestion();
        const size_t ants = asked.find("[1] ants.md, the whole document\nAnts carry."),
                     bees = asked.find("[2] bees.md, the whole document\nBees visit");
        QVERIFY2(ants != std::string::npos && bees != std::string::npos && ants < bees, asked.c_str());
        QVERIFY(asked.ends_with("What do bees and ants do all day long?"));
        // A passage of it is not repeated.
        QVERIFY(asked.find("[3]") == std::string::npos);
        QVERIFY(f.chat.passages->leftOut()[0].toMap().value("reason").toString().contains("number 2"));
        f.ask("And what else do bees and ants do?");
        QVERIFY(f.lastQuestion().find("ants.md") == std::string::npos);
        QCOMPARE(f.script->requests.back().messages[0].content, asked);
        f.chat.passages->load();
        QCOMPARE(f.chat.passages->count(), 2);
        QCOMPARE(f.chat.passages->at(0).value("place").toString(), QString("the whole document"));
    }
    void whatDoesNotFitIsSaid() {
        WholeChat f;
        f.choose("bees.md");
        // It has grown since it was chosen, and another one is gone.
        f.documents.texts["/notes/bees.md"] = QString("Bees fly. ").repeated(3000);
        f.choose("ants.md");
        f.documents.texts.remove("/notes/ants.md");
        f.ask("What do bees and ants do all day long?");
        QVERIFY(f.lastQuestion().find("the whole document") == std::string::npos);
        const QVariantList left = f.chat.passages->leftOut();
        QCOMPARE(left.size(), 2);
        QVERIFY(left[0].toMap().value("reason").toString().contains("not among your documents"));
        QVERIFY(left[1].toMap().value("reason").toString().contains("does not fit"));
    }
    void theyAreKeptWithTheChat() {
        WholeChat f;
        f.choose("bees.md");
        f.ask("What do bees and ants do all day long?");
        const qint64 id = f.chat.conversationId();
        f.chat.open(0);
        f.list().load();
        QVERIFY(!f.at(f.rowOf("bees.md"), WholeDocuments::ChosenRole).toBool());
        f.chat.open(id);
        f.list().load();
        QVERIFY(f.at(f.rowOf("bees.md"), WholeDocuments::ChosenRole).toBool());
    }
};

QTEST_MAIN(TestWholeDocuments)
#include "tst_whole_documents.moc"
