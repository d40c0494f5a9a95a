#include "store/earlier_turns.h"

#include <QtTest>

#include "store/store.h"
#include "support/small_picture.h"

using namespace hearth::app::store;

class TestEarlierTurns : public QObject {
    Q_OBJECT

    std::unique_ptr<Store> m_store;
    const TurnSettings m_settings{
        .model = "Tiny", .weightsHash = "ab", .systemPrompt = "Be kind.", .documents = {}};

    struct Made {
        Conversation conversation;
        Message question, answer;
        Generation generation;
        std::vector<Attachment> files;

        Made() {
            conversation.systemPrompt = "Be kind.";
            question.text = "How old are bees?";
            answer.role = Role::Assistant;
            answer.model = "Tiny";
            generation.recipe = {{"weightsHash", "ab"}};
            generation.finishReason = hearth::FinishReason::EndOfText;
        }
    };
    qint64 put(Made made, MessageState state = MessageState::Complete) {
        m_store->addTurn(made.conversation, made.question, made.answer, made.files);
        made.answer.state = state;
        made.answer.text = "Six weeks.";
        m_store->finishReply(made.answer, made.generation);
        return made.answer.id;
    }
    size_t found(const TurnSettings& settings) {
        return EarlierTurns(m_store->database()).find(settings, 10).size();
    }

private slots:
    void init() { m_store = Store::inMemory(); }

    void theLastComesFirst() {
        const qint64 first = put({}), second = put({});
        const auto turns = EarlierTurns(m_store->database()).find(m_settings, 10);
        QCOMPARE(turns.size(), size_t{2});
        QCOMPARE(turns[0].answerId, second);
        QCOMPARE(turns[1].answerId, first);
        QCOMPARE(turns[0].question, QString("How old are bees?"));
        QVERIFY(turns[0].answeredAt > 0 && turns[0].questionId > 0);
        QCOMPARE(EarlierTurns(m_store->database()).find(m_settings, 1).size(), size_t{1});
    }
    void settingsHaveToBeTheSame() {
        put({});
        Made documents;
        documents.conversation.documents = {{"on", true}};
        put(documents);
        QCOMPARE(found(m_settings), size_t{1});
        TurnSettings other = m_settings;
        other.documents = {{"on", true}};
        QCOMPARE(found(other), size_t{1});
        for (QString TurnSettings::*text :
             {&TurnSettings::model, &TurnSettings::weightsHash, &TurnSettings::systemPrompt}) {
            other = m_settings;
            other.*text = "other";
            QCOMPARE(found(other), size_t{0});
        }
    }
    void onlyWholeAnswersToQuestionsAlone() {
        put({}, MessageState::Stopped);
        Made file;
        file.files = {Attachment{.name = "a.txt", .text = "x"}};
        put(file);
        Made picture;
        picture.question.pictures = {messagePicture({hearth::test::smallPicture(1), {}})};
        put(picture);
        Made cut;
        cut.generation.finishReason = hearth::FinishReason::MaxTokens;
        put(cut);
        Made shaped;
        shaped.conversation.structure = {{"kind", "json"}};
        put(shaped);
        Made earlier;
        earlier.generation.metrics = {{"earlier", QJsonObject{{"distance", 0.1}}}};
        put(earlier);
        Made trashed;
        Conversation& conversation = trashed.conversation;
        m_store->addTurn(conversation, trashed.question, trashed.answer);
        QCOMPARE(found(m_settings), size_t{0});
        // Passages of documents go along with questions.
        Made passage;
        passage.files = {Attachment{.name = "a.md", .text = "x", .passage = {{"number", 1}}}};
        put(passage);
        QCOMPARE(found(m_settings), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestEarlierTurns)
#include "tst_earlier_turns.moc"
