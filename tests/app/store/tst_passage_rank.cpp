#include "store/passage_rank.h"

#include <QtTest>
#include <cmath>
#include <random>

#include "store/database.h"

using namespace hearth::app::store;

class TestPassageRank : public QObject {
    Q_OBJECT

    std::unique_ptr<Database> m_database;
    const QStringList m_words = {"oak", "elm", "ash", "fir", "yew", "box"};

    qint64 countOf(const QString& expression) {
        Statement row = m_database->prepare("SELECT count(*) FROM texts WHERE texts MATCH ?");
        row.bind(0, expression).step();
        return row.integer(0);
    }

private slots:
    void init() {
        m_database = Database::inMemory();
        m_database->execute("CREATE VIRTUAL TABLE texts USING fts5(body, headings)");
        std::mt19937 dice(3);
        // The first words are common, the last are rare; lengths differ much.
        std::discrete_distribution<int> word({30, 12, 5, 2, 1, 0.5});
        for (int row = 0; row < 400; ++row) {
            QStringList body, headings;
            for (int i = static_cast<int>(dice() % 40); i >= 0; --i) body += m_words[word(dice)];
            for (int i = static_cast<int>(dice() % 3); i > 0; --i) headings += m_words[word(dice)];
            m_database->prepare("INSERT INTO texts(body, headings) VALUES(?, ?)")
                .bind(0, body.join(' '))
                .bind(1, headings.join(' '))
                .run();
        }
    }

    /// FTS5's own function, which counts the passages of each phrase itself.
    void ranksAsFts5Does_data() {
        QTest::addColumn<QStringList>("phrases");
        QTest::addColumn<QString>("with");
        QTest::newRow("one") << QStringList{"yew"} << "";
        QTest::newRow("in most rows") << QStringList{"oak"} << "";
        QTest::newRow("all of three") << QStringList{"oak", "fir", "ash"} << " AND ";
        QTest::newRow("any of three") << QStringList{"box", "yew", "elm"} << " OR ";
        QTest::newRow("words in a row") << QStringList{"\"elm ash\"", "fir"} << " OR ";
        QTest::newRow("a word and its beginning") << QStringList{"ash", "as*"} << " OR ";
    }
    void ranksAsFts5Does() {
        QFETCH(QStringList, phrases);
        QFETCH(QString, with);
        std::vector<double> weights;
        for (const QString& phrase : phrases)
            weights.push_back(rarityWeight(static_cast<double>(countOf(phrase)), 400));
        Statement rows = m_database->prepare(
            "SELECT -bm25(texts, 1.0, 0.6), passage_rank(texts, ?2) FROM texts WHERE texts MATCH ?1");
        rows.bind(0, phrases.join(with)).bindBlob(1, rankWeights(weights));
        int count = 0;
        for (; rows.step(); ++count) QVERIFY(std::abs(rows.real(0) - rows.real(1)) < 1e-9);
        QVERIFY(count > 5);
    }

    void weightsAreOfAllPhrases() {
        Statement rows =
            m_database->prepare("SELECT passage_rank(texts, ?1) FROM texts WHERE texts MATCH 'oak OR elm'");
        rows.bindBlob(0, rankWeights(std::vector<double>{1}));
        QVERIFY_THROWS_EXCEPTION(StoreError, rows.step());
    }

    void rareWordsWeighMore() {
        QVERIFY(rarityWeight(1, 1000) > rarityWeight(10, 1000));
        QVERIFY(rarityWeight(1000, 1000) > 0);
        QCOMPARE(rarityWeight(1, 2), 1e-6);
    }
};

QTEST_APPLESS_MAIN(TestPassageRank)
#include "tst_passage_rank.moc"
