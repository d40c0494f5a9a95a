#include "models/hub_search.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>

#include "models/installed_models.h"
#include "support/fake_hub.h"

using namespace hearth::app;

class TestHubSearch : public QObject {
    Q_OBJECT

    static QVariant role(const HubSearch& search, int row, HubSearch::Role role) {
        return search.data(search.index(row), role);
    }
    static std::vector<CuratedModel> curated() {
        QFile file(":/hearth/models/curated.json");
        return file.open(QFile::ReadOnly) ? HubSearch::readCurated(file.readAll())
                                          : std::vector<CuratedModel>();
    }

private slots:
    void theListThatComesAlongIsSound() {
        const auto list = curated();
        QVERIFY(list.size() >= 12);
        QSet<QString> ids;
        for (const CuratedModel& entry : list) {
            QVERIFY2(entry.model.parameters > 20'000'000 && entry.description.size() > 30 &&
                         !entry.model.licence.isEmpty() && !entry.model.author.isEmpty(),
                     qPrintable(entry.model.id));
            ids.insert(entry.model.id);
        }
        QCOMPARE(ids.size(), qsizetype(list.size()));
        const auto of = [&list](ModelPurpose purpose) {
            return std::ranges::count(list, purpose, &CuratedModel::purpose);
        };
        QVERIFY(of(ModelPurpose::Embedding) >= 4);
        QVERIFY(of(ModelPurpose::Reranking) >= 1);
        // Costs as the towers of these families have them.
        const auto tokens = [&list](const char* id) {
            const auto found =
                std::ranges::find(list, id, [](const CuratedModel& entry) { return entry.model.id; });
            return found == list.end() ? -1 : found->pictureTokens;
        };
        QCOMPARE(tokens("ggml-org/gemma-3-4b-it-GGUF"), 256);
        QCOMPARE(tokens("Qwen/Qwen3-VL-4B-Instruct-GGUF"), 32 * 32);
        QCOMPARE(tokens("ggml-org/Qwen2.5-VL-7B-Instruct-GGUF"), 37 * 37);
        QCOMPARE(tokens("Qwen/Qwen3-8B-GGUF"), 0);
        // Each purpose has one heading.
        QVERIFY(std::ranges::is_sorted(list, {}, &CuratedModel::purpose));
        QVERIFY(HubSearch::readCurated("nonsense").empty());
        QVERIFY(HubSearch::readCurated("[{\"repository\":\"../x\",\"title\":\"t\"}]").empty());
    }

    void showsTheListAndAsksNobody() {
        FakeHub hub;
        if (!hub.isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        HubEnvironment environment;
        environment.endpoint = QUrl(hub.endpoint());
        environment.certificates = hub.certificates();
        HubClient client(environment);
        HubSearch search(client, curated(), [] { return quint64(3'000'000'000); });
        QAbstractItemModelTester tester(&search, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int all = search.count();
        QVERIFY(all >= 12);
        search.setRunsHere(true);
        QVERIFY(search.count() > 0 && search.count() < all);
        for (int row = 0; row < search.count(); ++row)
            QCOMPARE(role(search, row, HubSearch::FitsRole).toInt(), int(ModelFit::Fits));
        search.setRunsHere(false);
        search.setSeesOnly(true);
        QVERIFY(search.count() >= 10 && search.count() < all);
        for (int row = 0; row < search.count(); ++row)
            QVERIFY(role(search, row, HubSearch::SeesRole).toBool());
        search.setSeesOnly(false);
        QVERIFY(search.descriptionOf("ggml-org/gemma-3-4b-it-GGUF").contains("256 tokens"));
        QVERIFY(!search.descriptionOf("Qwen/Qwen3-8B-GGUF").contains("picture"));
        QTest::qWait(20);
        QVERIFY(hub.seen().isEmpty());

        hub.addAnswer(
            "/api/models",
            "[{\"id\":\"a/"
            "Tiny-1B-GGUF\",\"downloads\":2100000,\"pipeline_tag\":\"image-text-to-text\"},{\"id\":\"b/"
            "Huge-70B-GGUF\",\"gated\":\"auto\"},"
            "{\"id\":\"c/Unknown-GGUF\"}]");
        search.setQuery("t");
        search.setQuery("tiny");
        QTRY_COMPARE(search.count(), 3);
        QCOMPARE(hub.seen().size(), 1);
        QCOMPARE(role(search, 0, HubSearch::TitleRole).toString(), QString("Tiny 1B"));
        QCOMPARE(role(search, 0, HubSearch::FactsRole).toString(), QString("1 B · 2.1 M"));
        QCOMPARE(role(search, 1, HubSearch::FitsRole).toInt(), int(ModelFit::No));
        QVERIFY(role(search, 1, HubSearch::GatedRole).toBool());
        QCOMPARE(role(search, 2, HubSearch::FitsRole).toInt(), int(ModelFit::Unknown));
        QCOMPARE(search.note(), QString("1 of 3 matches run here"));
        QVERIFY(role(search, 0, HubSearch::SeesRole).toBool() &&
                !role(search, 1, HubSearch::SeesRole).toBool());
        search.setSeesOnly(true);
        QCOMPARE(search.count(), 1);
        search.setSeesOnly(false);
        search.setQuery("");
        QTRY_COMPARE(search.count(), all);
        QCOMPARE(hub.seen().size(), 1);

        search.setQuery("tiny");
        QTRY_COMPARE(search.count(), 3);
        QCOMPARE(role(search, 0, HubSearch::PurposeRole).toString(), QString("chat"));
        search.setRunsHere(true);
        const int row = search.showCurated("embedding");
        QCOMPARE(search.count(), all);
        QVERIFY(search.query().isEmpty() && !search.runsHere());
        QCOMPARE(role(search, row, HubSearch::PurposeRole).toString(), QString("embedding"));
        QCOMPARE(role(search, row - 1, HubSearch::PurposeRole).toString(), QString("chat"));
        QVERIFY(search.showCurated("reranking") > row);
        QCOMPARE(search.showCurated("painting"), -1);

        hub.addAnswer("/api/models", "broken");
        search.setQuery("x");
        QTRY_VERIFY(!search.problem().isEmpty());
        QCOMPARE(search.count(), 0);
        hub.addAnswer("/api/models", "[]");
        search.retry();
        QTRY_VERIFY(search.note().startsWith("Nothing on 127.0.0.1"));
    }

    void words() {
        QCOMPARE(HubSearch::countText(2'100'000), QString("2.1 M"));
        QCOMPARE(HubSearch::countText(88'000), QString("88 k"));
        QCOMPARE(HubSearch::countText(7), QString("7"));
        QVERIFY(HubSearch::roughBytes(8'000'000'000) > 5'000'000'000 &&
                HubSearch::roughBytes(8'000'000'000) < 6'500'000'000);
    }
};

QTEST_GUILESS_MAIN(TestHubSearch)
#include "tst_hub_search.moc"
