#include "serving/program_access.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTcpServer>
#include <QtTest>
#include <filesystem>

#include "inference/inference_thread.h"

using namespace hearth;
using namespace hearth::app;

class TestProgramAccess : public QObject {
    Q_OBJECT

    /// Remembers nothing beyond the test.
    KeyRing m_keys;
    InferenceThread m_inference{[](const EngineOptions& options, const auto& progress, std::stop_token stop) {
        return Engine::load(options, progress, stop);
    }};
    QNetworkAccessManager m_network;

    void load() {
        EngineOptions options;
        options.model = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/tiny/llama-f32.gguf";
        options.threads = 1;
        options.contextLength = 8192;
        QSignalSpy loaded(&m_inference, &InferenceThread::loaded);
        m_inference.load(options);
        QVERIFY(loaded.wait());
    }
    LocalServer::Model tiny() const { return {"tiny", m_inference.models(m_inference.current()).front()}; }
    QByteArray body(int tokens) const {
        return QByteArray(
                   R"({"messages":[{"role":"user","content":"the river"}],"temperature":0,"ignore_eos":true,)") +
               QByteArray("\"max_tokens\":") + QByteArray::number(tokens) + "}";
    }
    std::unique_ptr<QNetworkReply> ask(const ProgramAccess& access, int tokens = 4, const QString& key = {}) {
        QNetworkRequest request(QUrl(access.address() + "/chat/completions"));
        request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
        if (!key.isEmpty()) request.setRawHeader("Authorization", "Bearer " + key.toUtf8());
        return std::unique_ptr<QNetworkReply>(m_network.post(request, body(tokens)));
    }
    static int statusOf(QNetworkReply& reply) {
        if (!reply.isFinished()) QSignalSpy(&reply, &QNetworkReply::finished).wait(60000);
        return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    }
    static int freePort() {
        QTcpServer probe;
        probe.listen(QHostAddress::LocalHost);
        return probe.serverPort();
    }

private slots:
    void initTestCase() { load(); }

    void isClosedUntilItIsSwitchedOn() {
        ProgramAccess access(m_keys, LocalServer::listen);
        access.restore(false, freePort(), false);
        QVERIFY(!access.isOpen());
        QVERIFY(access.address().isEmpty());
        QSignalSpy kept(&access, &ProgramAccess::choiceChanged);
        access.setOn(true);
        QCOMPARE(kept.count(), 1);
        QVERIFY(access.isOpen());
        access.setModels({tiny()}, {});
        QCOMPARE(statusOf(*ask(access)), 200);
        // A call is recorded once its answer is out.
        QTRY_VERIFY((access.refresh(), access.programs()->count() == 1 && access.requests()->count() == 1));
        access.setOn(false);
        QVERIFY(!access.isOpen());
        QVERIFY(access.problem().isEmpty());
    }
    void asksForTheKeyOfTheKeyring() {
        ProgramAccess access(m_keys, LocalServer::listen);
        access.restore(true, freePort(), true);
        QTRY_VERIFY(access.isOpen());
        access.setModels({tiny()}, {});
        const QString key = access.key();
        QVERIFY(key.size() > 30);
        QCOMPARE(statusOf(*ask(access)), 401);
        QCOMPARE(statusOf(*ask(access, 4, key)), 200);
        access.makeKey();
        QVERIFY(access.key() != key);
        QCOMPARE(statusOf(*ask(access, 4, key)), 401);
        // It is there again after a restart.
        ProgramAccess next(m_keys, LocalServer::listen);
        next.restore(true, freePort(), true);
        QTRY_COMPARE(next.key(), access.key());
    }
    void saysThatAPortIsTakenAndTakesAnother() {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        ProgramAccess access(m_keys, LocalServer::listen);
        access.restore(true, other.serverPort(), false);
        QVERIFY(!access.isOpen());
        QVERIFY(!access.problem().isEmpty());
        access.useAnotherPort();
        QVERIFY(access.isOpen());
        QVERIFY(access.port() != other.serverPort());
    }
    /// The window's own chat goes on beside a program, and the model can be changed in the middle.
    void endsWhatRunsWhenTheModelGoes() {
        ProgramAccess access(m_keys, LocalServer::listen);
        access.restore(true, freePort(), false);
        access.setModels({tiny()}, {});
        const auto reply = ask(access, 8000);
        QTest::qWait(50);
        QSignalSpy finished(&m_inference, &InferenceThread::finished);
        GenerationRequest own;
        own.messages = {{"user", "the river", {}, {}}};
        own.sampling.maxTokens = 4;
        m_inference.generate(own);
        QVERIFY(finished.wait(60000));
        load();
        QCOMPARE(statusOf(*reply), 503);
        QCOMPARE(statusOf(*ask(access)), 404);
        access.setModels({tiny()}, {});
        QCOMPARE(statusOf(*ask(access)), 200);
        access.setModels({}, {});
        QCOMPARE(statusOf(*ask(access)), 404);
    }
    void twoModelsAreOneForPrograms() {
        ProgramAccess access(m_keys, LocalServer::listen);
        QSignalSpy changed(&access, &ProgramAccess::changed);
        QCOMPARE(access.model(), QString());
        access.setModels({tiny()}, {});
        QCOMPARE(access.model(), QString("tiny"));
        const std::vector<LocalServer::Model> both = {
            tiny(), {"another", m_inference.models(m_inference.current()).front()}};
        access.setModels(both, RoutingRule());
        QCOMPARE(access.model(), QString("auto"));
        QCOMPARE(changed.count(), 2);
        access.setModels(both, RoutingRule());
        QCOMPARE(changed.count(), 2);
        access.setModels(both, RoutingRule{.firstTokens = 0});
        QCOMPARE(changed.count(), 3);
        // They are those of a server that is opened later.
        access.restore(true, freePort(), false);
        const auto reply = ask(access);
        QCOMPARE(statusOf(*reply), 200);
        const QByteArray answer = reply->readAll();
        QVERIFY2(answer.contains("\"answered_by\":\"small\""), answer.constData());
    }
};

QTEST_GUILESS_MAIN(TestProgramAccess)
#include "tst_program_access.moc"
