#include "hub/hub_answers.h"

#include <QtTest>

#include "support/deep_json.h"

using namespace hearth;
using namespace hearth::app;

class TestHubAnswers : public QObject {
    Q_OBJECT

private slots:
    void readsAList() {
        const QByteArray json =
            "[{\"id\":\"Qwen/Qwen3-8B-GGUF\",\"downloads\":210000,\"likes\":5,\"gated\":false,"
            "\"tags\":[\"gguf\",\"license:apache-2.0\"],\"gguf\":{\"total\":8190735360,\"architecture\":"
            "\"qwen3\","
            "\"context_length\":40960}},"
            "{\"modelId\":\"m/gated\",\"gated\":\"manual\",\"cardData\":{\"license\":[\"mit\",\"x\"]}},"
            "{\"id\":\"../../etc\"},{\"id\":7},3,null,"
            "{\"id\":\"m/"
            "other\",\"downloads\":-4,\"gguf\":{\"total\":1e300},\"cardData\":{\"license\":\"other\","
            "\"license_name\":\"my licence\"}}]";
        const auto models = readModelList(json);
        QVERIFY(models.has_value());
        QCOMPARE(models->size(), size_t(3));
        QCOMPARE(models->at(0).author, QString("Qwen"));
        QCOMPARE(models->at(0).licence, QString("apache-2.0"));
        QCOMPARE(models->at(0).parameters, quint64(8190735360));
        QCOMPARE(models->at(0).contextLength, 40960);
        QVERIFY(!models->at(0).gated && models->at(1).gated);
        QCOMPARE(models->at(1).licence, QString("mit"));
        QCOMPARE(models->at(2).licence, QString("my licence"));
        QCOMPARE(models->at(2).downloads, 0);
        QCOMPARE(models->at(2).parameters, quint64(0));
    }

    void readsAPageAndItsFiles() {
        const QByteArray sha(64, 'a');
        const auto page = readModelInfo("{\"id\":\"o/n\",\"sha\":\"" + QByteArray(40, 'c') +
                                        "\",\"cardData\":{\"base_model\":[\"b/m\"]}}");
        QVERIFY(page.has_value());
        QCOMPARE(page->commit, QString(40, u'c'));
        QCOMPARE(page->baseModel, QString("b/m"));
        QVERIFY(readModelInfo("{\"id\":\"o/n\",\"sha\":\"main\"}")->commit.isEmpty());
        const auto files = readTree(
            "[{\"type\":\"file\",\"path\":\"a.gguf\",\"size\":134,\"lfs\":{\"oid\":\"" + sha +
            "\",\"size\":1000}},{\"type\":\"file\",\"path\":\"README.md\",\"size\":5},"
            "{\"type\":\"directory\",\"path\":\"d\"},{\"type\":\"file\",\"path\":\"../x.gguf\",\"size\":5},"
            "{\"type\":\"file\",\"path\":\"neg.gguf\",\"size\":-5},"
            "{\"type\":\"file\",\"path\":\"b.gguf\",\"size\":9,\"lfs\":{\"oid\":\"zz\",\"size\":9}}]");
        QVERIFY(files.has_value());
        QCOMPARE(files->size(), size_t(3));
        QCOMPARE(files->at(0), (HubFile{"a.gguf", 1000, sha}));
        QVERIFY(files->at(2).sha256.isEmpty());
    }

    void nonsenseIsNoAnswer() {
        for (const QByteArray& bad : {QByteArray(), QByteArray("<html>"), QByteArray("{}"),
                                      QByteArray("[[[["), QByteArray(200000, '['), QByteArray("\xff\xfe")}) {
            QVERIFY(!readModelList(bad));
            QVERIFY(!readTree(bad));
            QVERIFY(!readModelInfo(bad));
        }
    }

    /// Qt's own limit: at 1,024 levels it stops reading.
    void depthIsBounded() {
        for (const QByteArray& deep : {test::deepJson(), test::deepJson(1100)}) {
            QVERIFY(!readModelList(deep) && !readTree(deep));
            QVERIFY(!readModelList("[{\"id\":\"o/n\",\"x\":" + deep + "}]"));
            QVERIFY(!readModelInfo("{\"id\":\"o/n\",\"cardData\":" + deep + "}"));
        }
    }

    void pages() {
        QCOMPARE(nextPage("<https://h.co/a?cursor=1>; rel=\"next\""), QByteArray("https://h.co/a?cursor=1"));
        QCOMPARE(nextPage("<https://h.co/a>; rel=\"prev\", <https://h.co/b>; rel=\"next\""),
                 QByteArray("https://h.co/b"));
        QVERIFY(nextPage("").isEmpty() && nextPage(">;<rel=next").isEmpty());
    }

    void everyStatusHasASentence() {
        QVERIFY(hubProblem(401, "GatedRepo", {}, "o/n", false).contains("HF_TOKEN"));
        QVERIFY(hubProblem(403, "GatedRepo", {}, "o/n", true).contains("accept them"));
        QVERIFY(hubProblem(401, {}, {}, "o/n", false).contains("does not know o/n"));
        QVERIFY(hubProblem(401, {}, {}, "o/n", true).contains("token"));
        QVERIFY(hubProblem(404, "EntryNotFound", {}, "o/n", false).contains("no longer"));
        QVERIFY(hubProblem(429, {}, "17", "o/n", false).contains("17 s"));
        QVERIFY(hubProblem(429, {}, "soon", "o/n", false).contains("minutes"));
        QVERIFY(hubProblem(503, {}, {}, "o/n", false).contains("503"));
        QVERIFY(hubProblem(418, {}, {}, "o/n", false).contains("418"));
    }
};

QTEST_GUILESS_MAIN(TestHubAnswers)
#include "tst_hub_answers.moc"
