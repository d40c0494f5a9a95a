#include "documents/passage_finder.h"

#include <QtTest>

#include "store/database.h"
#include "store/document_schema.h"
#include "store/document_table.h"

using namespace hearth::app;
using namespace hearth::app::store;

class TestPassageFinder : public QObject {
    Q_OBJECT

    std::unique_ptr<Database> m_database;

    void add(const QString& source, const QString& path, const QStringList& texts) {
        DocumentTable table(*m_database);
        DocumentRecord document;
        document.sourceId = table.sourceOf(source);
        document.path = path;
        std::vector<PassageRecord> passages;
        for (const QString& text : texts) {
            PassageRecord passage;
            passage.number = static_cast<int>(passages.size());
            passage.text = text;
            passages.push_back(passage);
        }
        table.put(document, passages);
    }

private slots:
    void init() {
        m_database = Database::inMemory();
        migrateDocuments(*m_database);
        add("/a", "x/1.txt", {"The dues of the harbour.", "The harbour.", "Nothing."});
        add("/b.md", "", {"Harbour lights."});
    }

    void placesOfWhatIsFound() {
        const auto found = findPassages(*m_database, {"harbour lights", {}, 10});
        QCOMPARE(found.size(), size_t{3});
        QCOMPARE(found[0].path, QStringLiteral("/b.md"));
        QCOMPARE(found[1].source, QStringLiteral("/a"));
        QCOMPARE(found[1].path, QStringLiteral("/a/x/1.txt"));
        QVERIFY(found[0].rank.scores.at(0) > 0);
        QCOMPARE(findPassages(*m_database, {"harbour", {"/b.md"}, 10}).size(), size_t{1});
        QVERIFY(findPassages(*m_database, {"harbour", {"/gone"}, 10}).empty());
        QCOMPARE(findPassages(*m_database, {"harbour", {}, 2}).size(), size_t{2});
    }

    void anotherWayOfFindingCountsToo() {
        // It knows that 3 fits, which has none of the words, and one that has gone.
        const PassageRanker other = [](Database&, const QString&, const std::vector<qint64>& sources, int) {
            return sources.empty() ? std::vector<PassageHit>{{3, 0.9}, {2, 0.8}, {99, 0.7}}
                                   : std::vector<PassageHit>();
        };
        const auto found = findPassages(*m_database, {"harbour", {}, 10}, {other});
        QCOMPARE(found.size(), size_t{4});
        QCOMPARE(found[0].passage.text, QStringLiteral("The harbour."));
        QCOMPARE(found[0].rank.ranks.at(1), 2);
        QVERIFY(std::any_of(found.begin(), found.end(),
                            [](const FoundPassage& one) { return one.passage.text == "Nothing."; }));
    }

    void aScorerOrdersTheBest() {
        QStringList asked;
        const auto scorer = [&asked](const QString& query, const std::vector<std::string>& passages) {
            asked = {query};
            std::vector<double> scores;
            for (const std::string& passage : passages) {
                asked += QString::fromStdString(passage);
                scores.push_back(passage == "The harbour." ? 0.9 : 0.1);
            }
            return scores;
        };
        const auto before = findPassages(*m_database, {"harbour lights", {}, 10});
        const auto found = findPassages(*m_database, {"harbour lights", {}, 10}, {}, scorer);
        QCOMPARE(asked.first(), QStringLiteral("harbour lights"));
        QCOMPARE(asked.size(), 4);
        QCOMPARE(found.size(), before.size());
        QCOMPARE(found[0].passage.text, QStringLiteral("The harbour."));
        QCOMPARE(found[0].rank.scores.at(2), 0.9);
        QCOMPARE(found[0].rank.ranks.at(2), 1);
        // Equal ones stay as they were.
        QCOMPARE(found[1].passage.text, before[0].passage.text);
        QCOMPARE(found[1].rank.ranks.at(2), 2);
        // The reranker also gets passages that would not have been used.
        // Passages without a score follow in their old order.
        const auto two = [](const QString&, const std::vector<std::string>&) {
            return std::vector<double>{0.1, 0.2};
        };
        const auto partly = findPassages(*m_database, {"harbour lights", {}, 10}, {}, two);
        QCOMPARE(partly.size(), before.size());
        QCOMPARE(partly[0].passage.text, before[1].passage.text);
        QCOMPARE(partly[1].passage.text, before[0].passage.text);
        QCOMPARE(partly[1].rank.ranks.back(), 2);
        for (size_t i = 2; i < before.size(); ++i) {
            QCOMPARE(partly[i].passage.text, before[i].passage.text);
            QCOMPARE(partly[i].rank.scores.size(), before[i].rank.scores.size());
        }
        const auto first = findPassages(*m_database, {"harbour lights", {}, 1}, {}, scorer);
        QCOMPARE(first.size(), size_t{1});
        QCOMPARE(first[0].passage.text, QStringLiteral("The harbour."));
    }

    void withoutScoresTheOrderStays() {
        const auto before = findPassages(*m_database, {"harbour lights", {}, 2});
        const auto found = findPassages(
            *m_database, {"harbour lights", {}, 2}, {},
            [](const QString&, const std::vector<std::string>&) { return std::vector<double>(); });
        QCOMPARE(found.size(), size_t{2});
        for (size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].passage.id, before[i].passage.id);
            QCOMPARE(found[i].rank.ranks.size(), size_t{2});
        }
        QVERIFY(findPassages(*m_database, {"harbour", {}, 0}, {}, [](const QString&, const auto& passages) {
                    return std::vector<double>(passages.size(), 1.0);
                }).empty());
    }

    void onlyTheBestAreScored() {
        QStringList many;
        for (int i = 0; i < 40; ++i) many += QStringLiteral("Pier %1 of the quay.").arg(i);
        add("/c", "2.txt", many);
        size_t given = 0;
        const auto found = findPassages(*m_database, {"quay", {}, 30}, {},
                                        [&given](const QString&, const std::vector<std::string>& passages) {
                                            given = passages.size();
                                            std::vector<double> scores(given);
                                            for (size_t i = 0; i < given; ++i) scores[i] = double(i);
                                            return scores;
                                        });
        QCOMPARE(given, size_t{mostReranked});
        QCOMPARE(found.size(), size_t{30});
        QCOMPARE(found[0].rank.ranks.at(0), mostReranked);
        QCOMPARE(found[24].rank.ranks.at(0), 25);
        QCOMPARE(found[24].rank.ranks.size(), size_t{2});
    }

    void placesInWords() {
        PassageRecord passage;
        passage.firstLine = 12;
        QCOMPARE(passagePlace(passage), QStringLiteral("line 12"));
        passage.firstLine = 0;
        QCOMPARE(passagePlace(passage), QString());
        passage.page = 3;
        QCOMPARE(passagePlace(passage), QStringLiteral("page 3"));
    }
};

QTEST_APPLESS_MAIN(TestPassageFinder)
#include "tst_passage_finder.moc"
