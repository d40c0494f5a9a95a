#include "chat/question_passages.h"

#include <QtTest>

#include "chat/chat_documents.h"
#include "played_documents.h"

using namespace hearth::app;
using hearth::test::PlayedDocuments;

class TestQuestionPassages : public QObject {
    Q_OBJECT

    static store::Conversation withDocuments(const QStringList& without = {}) {
        store::Conversation conversation;
        conversation.id = 3;
        conversation.documents = ChatDocuments{true, without}.toJson();
        return conversation;
    }

private slots:
    void onlyChatsThatSaySo() {
        const auto store = store::Store::inMemory();
        QuestionPassages passages(*store, [] { return 4096; });
        PlayedDocuments documents;
        QVERIFY(!passages.isOn(withDocuments()));
        passages.setSource(documents.source());
        QVERIFY(passages.isOn(withDocuments()));
        QVERIFY(!passages.isOn(withDocuments({"/notes"})));
        QVERIFY(!passages.isOn({}));
        documents.sources.clear();
        QVERIFY(!passages.isOn(withDocuments()));
    }
    void theBestOfAllSourcesThatCount() {
        const auto store = store::Store::inMemory();
        QuestionPassages passages(*store, [] { return 4096; });
        PlayedDocuments documents;
        documents.sources += "/other";
        documents.add("b.md", 0, "Bees make honey.");
        documents.add("a.md", 0, QString("word ").repeated(2000));
        passages.setSource(documents.source());
        std::vector<store::Attachment> taken;
        int told = 0;
        const auto take = [&](const std::vector<store::Attachment>& found) {
            taken = found;
            ++told;
        };
        passages.look(withDocuments({"/other"}), {}, 0, "How do the bees make honey?", take);
        QVERIFY(passages.isLooking(3));
        // One at a time.
        passages.look(withDocuments(), {}, 0, "How?", take);
        QCOMPARE(documents.queries.size(), size_t{1});
        QCOMPARE(documents.queries[0].sources, QStringList{"/notes"});
        QCOMPARE(documents.queries[0].text, QString("How do the bees make honey?"));
        documents.answer();
        QCOMPARE(told, 1);
        QVERIFY(!passages.isLooking(3));
        QCOMPARE(taken.size(), size_t{1});
        QCOMPARE(taken[0].text, QString("Bees make honey."));
        QCOMPARE(CitedPassage::of(taken[0].passage).number, 1);
        QCOMPARE(passages.leftOut(3).size(), size_t{1});
        QVERIFY(passages.leftOut(3)[0].reason == PassageChoice::Reason::NoRoom);
    }
    void noNumberMeansTwoPassages() {
        const auto store = store::Store::inMemory();
        QuestionPassages passages(*store, [] { return 4096; });
        PlayedDocuments documents;
        documents.add("a.md", 0, "Bees make honey.");
        documents.add("b.md", 0, "Ants do not.");
        passages.setSource(documents.source());
        store::Conversation conversation = withDocuments();
        conversation.id = 0;
        CitedPassage first = CitedPassage::of(documents.found[0]),
                     second = CitedPassage::of(documents.found[1]);
        first.number = 1;
        second.number = 2;
        store::Message question, answer;
        const auto file = [](const CitedPassage& passage) {
            return store::Attachment{.name = passage.name(), .text = "x", .passage = passage.toJson()};
        };
        store->addTurn(conversation, question, answer, {file(first)});
        store::Message later, reply;
        later.parentId = answer.id;
        store->addTurn(conversation, later, reply, {file(second)});
        std::vector<store::Attachment> taken;
        // The first turn was cut off, so its passage is told again, under a number of its own.
        passages.look(conversation, {question, answer, later, reply}, 2, "How do the bees make honey?",
                      [&](const std::vector<store::Attachment>& found) { taken = found; });
        documents.answer();
        QCOMPARE(taken.size(), size_t{1});
        QCOMPARE(taken[0].name, QString("a.md"));
        QCOMPARE(CitedPassage::of(taken[0].passage).number, 3);
        QCOMPARE(passages.leftOut(conversation.id)[0].passage.number, 2);
    }
    void onlyFilesOfTheDocumentsAreOpened() {
        const auto store = store::Store::inMemory();
        QuestionPassages passages(*store, [] { return 4096; });
        QVERIFY(!passages.isOfSource("/notes/a.md"));
        PlayedDocuments documents;
        passages.setSource(documents.source());
        QVERIFY(passages.isOfSource("/notes/a.md") && passages.isOfSource("/notes"));
        for (const char* path : {"/notesx/a.md", "/notes/../etc/passwd", "/etc/passwd", "", "//notes/a.md"})
            QVERIFY2(!passages.isOfSource(path), path);
    }
    void shortQuestionsAreSearchedWithTheOneBefore() {
        const auto store = store::Store::inMemory();
        QuestionPassages passages(*store, [] { return 4096; });
        PlayedDocuments documents;
        passages.setSource(documents.source());
        store::Message before;
        before.text = "Tell me about bees";
        passages.look(withDocuments(), {before}, 0, "And their honey?", [](const auto&) {});
        QVERIFY(documents.queries[0].text.contains("bees") && documents.queries[0].text.contains("honey"));
    }
};

QTEST_GUILESS_MAIN(TestQuestionPassages)
#include "tst_question_passages.moc"
