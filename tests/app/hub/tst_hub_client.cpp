#include "hub/hub_client.h"

#include <QtTest>

#include "support/fake_hub.h"

using namespace hearth::app;

class TestHubClient : public QObject {
    Q_OBJECT

    std::unique_ptr<FakeHub> m_hub;

    HubEnvironment environment(const QByteArray& token = {}) const {
        HubEnvironment hub;
        hub.endpoint = QUrl(m_hub->endpoint());
        hub.certificates = m_hub->certificates();
        hub.token = token;
        return hub;
    }

    template <class Value>
    struct Heard {
        std::optional<Value> value;
        QString problem;
        int times = 0;
        HubClient::Answer<Value> answer() {
            return [this](std::optional<Value> got, const QString& why) {
                value = std::move(got);
                problem = why;
                ++times;
            };
        }
    };

private slots:
    void initTestCase() {
        m_hub = std::make_unique<FakeHub>();
        if (!m_hub->isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        m_hub->addFile("o/n", "m-Q4_K_M.gguf", QByteArray(5000, 'm'));
        m_hub->addAnswer("/api/models", "[{\"id\":\"o/n\",\"downloads\":7}]");
        m_hub->addAnswer("/api/models/o/n",
                         "{\"id\":\"o/n\",\"sha\":\"" + FakeHub::commit().toLatin1() + "\"}");
    }

    void asksNothingByItself() {
        m_hub->forget();
        HubClient client(environment());
        QTest::qWait(20);
        QVERIFY(m_hub->seen().isEmpty());
    }

    void searches() {
        m_hub->forget();
        HubClient client(environment());
        Heard<std::vector<HubModel>> heard;
        client.search("qwen & more", HubClient::Order::Likes, "mit", heard.answer());
        QCOMPARE(heard.times, 0);
        QTRY_COMPARE(heard.times, 1);
        QVERIFY2(heard.value && heard.value->size() == 1, qPrintable(heard.problem));
        const QByteArray path = m_hub->seen().first().path;
        QVERIFY2(path.contains("search=qwen%20%26%20more&") && path.contains("sort=likes") &&
                     path.contains("filter=gguf") && path.contains("filter=license%3Amit"),
                 path);
    }

    void aNewSearchEndsTheOld() {
        HubClient client(environment());
        Heard<std::vector<HubModel>> first, second;
        client.search("a", HubClient::Order::Downloads, {}, first.answer());
        client.search("b", HubClient::Order::Downloads, {}, second.answer());
        QTRY_COMPARE(second.times, 1);
        QTest::qWait(20);
        QCOMPARE(first.times, 0);
    }

    void readsAPagePinnedToItsCommit() {
        HubClient client(environment());
        Heard<HubRepository> heard;
        client.repository("o/n", heard.answer());
        QTRY_COMPARE(heard.times, 1);
        QVERIFY2(heard.value.has_value(), qPrintable(heard.problem));
        QCOMPARE(heard.value->commit, FakeHub::commit());
        QCOMPARE(heard.value->files.size(), size_t(1));
        QCOMPARE(heard.value->files[0].sha256, FakeHub::digestOf(QByteArray(5000, 'm')));
        QVERIFY(m_hub->seen().last().path.contains("/tree/" + FakeHub::commit().toLatin1()));
        Heard<HubRepository> missing, nonsense;
        client.repository("o/missing", missing.answer());
        QTRY_COMPARE(missing.times, 1);
        QVERIFY2(missing.problem.contains("o/missing"), qPrintable(missing.problem));
        client.repository("../x", nonsense.answer());
        QVERIFY(!nonsense.problem.isEmpty());
    }

    void readsTheStartOfAFile() {
        HubClient client(environment("hf_secret"));
        m_hub->forget();
        Heard<QByteArray> heard;
        client.bytes("o/n", FakeHub::commit(), "m-Q4_K_M.gguf", 100, 50, heard.answer());
        QTRY_COMPARE(heard.times, 1);
        QVERIFY2(heard.value.has_value(), qPrintable(heard.problem));
        QCOMPARE(heard.value->size(), 50);
        for (const auto& seen : m_hub->seen())
            QCOMPARE(seen.authorization, seen.atStore ? QByteArray() : QByteArray("Bearer hf_secret"));
        // A store that knows no ranges.
        m_hub->setFaults([] { return FakeHub::IgnoreRange; });
        Heard<QByteArray> whole;
        client.bytes("o/n", FakeHub::commit(), "m-Q4_K_M.gguf", 100, 50, whole.answer());
        QTRY_COMPARE(whole.times, 1);
        QCOMPARE(whole.value->size(), 50);
        m_hub->setFaults({});
    }

    void faultsAreSentences() {
        HubEnvironment strange = environment();
        strange.certificates.clear();
        HubClient untrusted(strange);
        Heard<std::vector<HubModel>> heard;
        untrusted.search("a", HubClient::Order::Downloads, {}, heard.answer());
        QTRY_COMPARE(heard.times, 1);
        QVERIFY2(heard.problem.contains("could not be verified"), qPrintable(heard.problem));
        strange = environment();
        strange.offline = true;
        HubClient offline(strange);
        Heard<std::vector<HubModel>> none;
        m_hub->forget();
        offline.search("a", HubClient::Order::Downloads, {}, none.answer());
        QTRY_COMPARE(none.times, 1);
        QVERIFY(none.problem.contains("HF_HUB_OFFLINE") && m_hub->seen().isEmpty());
        HubEnvironment nobody = environment();
        nobody.endpoint = QUrl("https://127.0.0.1:1");
        HubClient unreachable(nobody);
        Heard<std::vector<HubModel>> refused;
        unreachable.search("a", HubClient::Order::Downloads, {}, refused.answer());
        QTRY_COMPARE(refused.times, 1);
        QVERIFY(refused.problem.contains("cannot be reached"));
        m_hub->addAnswer("/api/models", "<html>captive portal</html>");
        HubClient client(environment());
        Heard<std::vector<HubModel>> portal;
        client.search("a", HubClient::Order::Downloads, {}, portal.answer());
        QTRY_COMPARE(portal.times, 1);
        QVERIFY(portal.problem.contains("cannot be read"));
    }
};

QTEST_GUILESS_MAIN(TestHubClient)
#include "tst_hub_client.moc"
