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
        passages.look(withDocuments({"/other"}), {}, "How do the bees make honey?", take);
        QVERIFY(passages.isLooking(3));
        // One at a time.
        passages.look(withDocuments(), {}, "How?", take);
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
    void shortQuestionsAreSearchedWithTheOneBefore() {
        const auto store = store::Store::inMemory();
        QuestionPassages passages(*store, [] { return 4096; });
        PlayedDocuments documents;
        passages.setSource(documents.source());
        store::Message before;
        before.text = "Tell me about bees";
        passages.look(withDocuments(), {before}, "And their honey?", [](const auto&) {});
        QVERIFY(documents.queries[0].text.contains("bees") && documents.queries[0].text.contains("honey"));
    }
};

QTEST_GUILESS_MAIN(TestQuestionPassages)
#include "tst_question_passages.moc"
