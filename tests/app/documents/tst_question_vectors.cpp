#include "documents/question_vectors.h"

#include <QtTest>

#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::EmbedderScript;

class TestQuestionVectors : public QObject {
    Q_OBJECT

    std::shared_ptr<EmbedderScript> m_script = std::make_shared<EmbedderScript>();
    ModelHost m_host{ModelHost::Options()};
    std::shared_ptr<SharedEmbedder> m_embedder;
    QString m_identity;
    std::vector<std::vector<float>> m_vectors;
    int m_told = 0;

    QuestionVectors::Done take() {
        return [this](const QString& identity, const std::vector<std::vector<float>>& vectors) {
            m_identity = identity;
            m_vectors = vectors;
            ++m_told;
        };
    }

private slots:
    void init() {
        m_script = std::make_shared<EmbedderScript>();
        m_embedder = std::make_shared<SharedEmbedder>(m_host, hearth::test::scriptedEmbedders(m_script));
        m_told = 0;
    }
    void vectorsComeInTheOrderOfTheTexts() {
        QuestionVectors vectors(m_embedder);
        QVERIFY(!vectors.hasModel());
        m_embedder->setModel("model");
        QVERIFY(vectors.hasModel());
        vectors.make({"a boat", "a loaf", "a ship"}, 10'000, take());
        QCOMPARE(m_told, 0);
        QTRY_COMPARE(m_told, 1);
        QCOMPARE(m_vectors.size(), size_t{3});
        QVERIFY(!m_identity.isEmpty());
        QVERIFY(m_vectors[0] == m_vectors[2] && m_vectors[0] != m_vectors[1]);
        QCOMPARE(m_script->questions.load(), 3);
    }
    void whatTakesTooLongIsLeftOut() {
        m_script->textTime = std::chrono::milliseconds(30);
        m_embedder->setModel("model");
        QuestionVectors vectors(m_embedder);
        vectors.make({"one", "two", "three"}, 1, take());
        QTRY_COMPARE(m_told, 1);
        QCOMPARE(m_vectors.size(), size_t{1});
    }
    void withoutAModelThereAreNone() {
        QuestionVectors vectors(m_embedder);
        vectors.make({"a boat"}, 100, take());
        QTRY_COMPARE(m_told, 1);
        QVERIFY(m_vectors.empty());
        m_script->failure = "It is damaged.";
        m_embedder->setModel("model");
        vectors.make({"a boat"}, 100, take());
        QTRY_COMPARE(m_told, 2);
        QVERIFY(m_vectors.empty());
    }
    void nobodyIsToldWhoHasGone() {
        m_script->textTime = std::chrono::milliseconds(30);
        m_embedder->setModel("model");
        {
            QuestionVectors vectors(m_embedder);
            vectors.make({"a boat"}, 100, take());
        }
        QTest::qWait(1);
        QCOMPARE(m_told, 0);
    }
};

QTEST_GUILESS_MAIN(TestQuestionVectors)
#include "tst_question_vectors.moc"
