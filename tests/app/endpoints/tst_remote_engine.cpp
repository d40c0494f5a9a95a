#include "endpoints/remote_engine.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <list>
#include <span>

#include "hearth/error.h"
#include "hearth/picture_decoder.h"
#include "support/fake_chat_server.h"
#include "support/generate.h"
#include "support/reference_pack.h"
#include "support/resident_memory.h"
#include "support/small_picture.h"

#include "endpoints/untold_figures.h"

using namespace hearth;
using namespace hearth::app;

class TestRemoteEngine : public QObject {
    Q_OBJECT

    struct Ear : GenerationListener {
        std::string text;
        int calls = 0;
        std::stop_source* stopAfterFirst = nullptr;
        void replied(const ReplyDelta& delta) override {
            text += delta.shown;
            ++calls;
            if (stopAfterFirst != nullptr) stopAfterFirst->request_stop();
        }
    };
    static Endpoint at(const FakeChatServer& server) { return {"a", "Rack", QUrl(server.address()), {}, {}}; }
    static GenerationRequest hello() {
        GenerationRequest request;
        request.messages = {{"user", "Hello", {}, {}}};
        return request;
    }
    static QString failure(RemoteEngine& engine, const GenerationRequest& request = hello()) {
        Ear ear;
        try {
            test::generate(engine, request, ear);
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

private slots:
    void streamsWithFigures() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            auto answer = FakeChatServer::reply({"Hel", "lo", " \xc3\xa4"},
                                                "{\"prompt_tokens\":20,\"completion_tokens\":3,\"prompt_"
                                                "tokens_details\":{\"cached_tokens\":12}}");
            answer.pauseMs = 10;
            return answer;
        });
        RemoteEngine engine(at(server), "key", "o/m");
        QVERIFY(server.seen().isEmpty());
        Ear ear;
        const GenerationResult result = test::generate(engine, hello(), ear);
        QCOMPARE(result.text, std::string("Hello \xc3\xa4"));
        QCOMPARE(ear.text, result.text);
        QVERIFY(ear.calls >= 3 && result.tokens.empty() && result.reason == FinishReason::EndOfText);
        const GenerationMetrics& metrics = result.metrics;
        QVERIFY(metrics.promptTokens == 20 && metrics.reusedTokens == 12 && metrics.processedTokens == 8 &&
                metrics.generatedTokens == 3);
        QVERIFY(metrics.timeToFirstTokenMs > 5 && metrics.totalMs > metrics.timeToFirstTokenMs &&
                metrics.decodeTokensPerS > 1);
        QCOMPARE(metrics.interTokenMs.size(), size_t(2));
        const QJsonObject body = QJsonDocument::fromJson(server.seen()[0].body).object();
        QCOMPARE(body["model"].toString(), QString("o/m"));
        QCOMPARE(server.seen()[0].authorization, QByteArray("Bearer key"));
    }

    void thoughtsAreMarked() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.pieces = {FakeChatServer::event("{\"reasoning_content\":\"let me\"}"),
                             FakeChatServer::event("{\"reasoning_content\":\" see\"}"),
                             FakeChatServer::event("{\"content\":\"Yes.\"}"),
                             FakeChatServer::event("{}", "\"length\"")};
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        const GenerationResult result = test::generate(engine, hello(), ear);
        QCOMPARE(result.text, std::string("<think>\nlet me see\n</think>\n\nYes."));
        QVERIFY(result.reason == FinishReason::MaxTokens);
        QCOMPARE(result.metrics.generatedTokens, 3);
    }

    void aStopKeepsWhatCame() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            auto answer = FakeChatServer::reply(QList<QByteArray>(500, "word "));
            answer.pauseMs = 20;
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        std::stop_source stop;
        Ear ear;
        ear.stopAfterFirst = &stop;
        const GenerationResult result = test::generate(engine, hello(), ear, stop.get_token());
        QVERIFY(result.reason == FinishReason::Cancelled);
        QVERIFY(!result.text.empty() && result.text.size() < 1000);
        QTRY_COMPARE(server.abandoned(), 1);
        // And the next one is as new.
        Ear again;
        std::stop_source second;
        again.stopAfterFirst = &second;
        QVERIFY(test::generate(engine, hello(), again, second.get_token()).text.starts_with("word"));
    }

    void severalAtATimeUpToABound() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            auto answer = FakeChatServer::reply({"a", request.body.contains("Hello") ? "b" : "c", "d"});
            answer.pauseMs = 60;
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        struct Heard final : GenerationListener {
            void prefillProgress(int, int, int, double) override { begun = ++order; }
            void replied(const ReplyDelta& delta) override { text += delta.shown; }
            void finished(GenerationResult reply) override { result = std::move(reply), ended = ++order; }
            int& order;
            int begun = 0, ended = 0;
            std::string text;
            std::optional<GenerationResult> result;
            explicit Heard(int& counter) : order(counter) {}
        };
        int order = 0;
        std::list<Heard> heard;
        std::vector<RequestId> ids;
        for (int i = 0; i < 6; ++i) {
            heard.emplace_back(order);
            ids.push_back(
                engine.submit(hello(), heard.back(), i == 5 ? Priority::Reading : Priority::Background));
        }
        QVERIFY(server.seen().isEmpty());
        QVERIFY(engine.step());
        // The one that is read and three more; two wait.
        QCOMPARE(heard.back().begun, 1);
        int waiting = 0;
        for (const RequestId id : ids) waiting += engine.status(id)->phase == RequestPhase::Waiting ? 1 : 0;
        QCOMPARE(waiting, 6 - RemoteEngine::mostConnections);
        // A cancelled waiting request never connects; a cancelled call closes its connection.
        engine.cancel(ids[4]);
        while (heard.front().text.empty()) QVERIFY(engine.step());
        engine.cancel(ids[0]);
        engine.setPriority(ids[3], Priority::Chat);
        while (engine.step()) {
        }
        QCOMPARE(server.seen().size(), 5);
        QTRY_COMPARE(server.abandoned(), 1);
        int i = 0;
        for (const Heard& one : heard) {
            QVERIFY(one.result);
            const bool cancelled = i == 0 || i == 4;
            QCOMPARE(one.result->reason, cancelled ? FinishReason::Cancelled : FinishReason::EndOfText);
            if (!cancelled) QCOMPARE(one.text, std::string("abd"));
            QVERIFY(!engine.status(ids[static_cast<size_t>(i++)]));
        }
    }

    void allEndAtOnce() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            auto answer = FakeChatServer::reply(QList<QByteArray>(50, "word "));
            answer.pauseMs = 60;
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        struct Heard final : GenerationListener {
            void finished(GenerationResult reply) override { result = std::move(reply); }
            std::optional<GenerationResult> result;
        };
        // One more than the server is asked for.
        std::list<Heard> heard(RemoteEngine::mostConnections + 1);
        for (Heard& one : heard) engine.submit(hello(), one);
        QVERIFY(engine.step());
        engine.endAll();
        for (const Heard& one : heard) QVERIFY(one.result && one.result->reason == FinishReason::Cancelled);
        QVERIFY(!engine.step());
        engine.endAll();
    }

    void anErrorOfOneLeavesTheOthers() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            auto answer = FakeChatServer::reply({"ok"});
            if (!request.body.contains("Hello")) answer.status = 500, answer.pieces = {"{}"};
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        struct Heard final : GenerationListener {
            void finished(GenerationResult reply) override { text = reply.text; }
            void failed(const Error& error) override { problem = error.what(); }
            std::string text, problem;
        } good, bad;
        GenerationRequest wrong = hello();
        wrong.messages[0].content = "x";
        (void)engine.submit(wrong, bad);
        (void)engine.submit(hello(), good);
        while (engine.step()) {
        }
        QCOMPARE(good.text, std::string("ok"));
        QVERIFY(QString::fromStdString(bad.problem).contains("500"));
    }

    void strictServersGetThePlainRequest() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            if (!request.body.contains("top_k")) return FakeChatServer::reply({"ok"});
            FakeChatServer::Answer answer;
            answer.status = 400;
            answer.pieces = {"{\"error\":{\"message\":\"Unrecognized request argument supplied: top_k\"}}"};
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        QCOMPARE(test::generate(engine, hello(), ear).text, std::string("ok"));
        QCOMPARE(test::generate(engine, hello(), ear).text, std::string("ok"));
        QCOMPARE(server.seen().size(), 3);
    }

    // Two replies to the same question differ, and each can be made again.
    void aSeedIsDrawnAndKept() {
        FakeChatServer server([](const FakeChatServer::Request&) { return FakeChatServer::reply({"ok"}); });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        const auto sent = [&](int request) {
            return QJsonDocument::fromJson(server.seen()[request].body).object()["seed"];
        };
        const auto first = test::generate(engine, hello(), ear).seed,
                   second = test::generate(engine, hello(), ear).seed;
        QVERIFY(first != second && first > 0 && first < (uint64_t{1} << 31U));
        QCOMPARE(sent(0).toDouble(), static_cast<double>(first));
        QCOMPARE(sent(1).toDouble(), static_cast<double>(second));
        GenerationRequest chosen = hello();
        chosen.sampling.seed = 7;
        QCOMPARE(test::generate(engine, chosen, ear).seed, uint64_t{7});
        QCOMPARE(sent(2).toInt(), 7);
    }

    void aServerWithoutSeedsLeavesItUnknown() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            if (!request.body.contains("\"seed\"")) return FakeChatServer::reply({"ok"});
            FakeChatServer::Answer answer;
            answer.status = 422;
            answer.pieces = {
                R"({"detail":[{"loc":["body","seed"],"msg":"Extra inputs are not permitted"}]})"};
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        QCOMPARE(test::generate(engine, hello(), ear).seed, untoldSeed);
        QCOMPARE(test::generate(engine, hello(), ear).seed, untoldSeed);
        QCOMPARE(server.seen().size(), 3);
    }

    // As vLLM 0.32 refuses it.
    void aBoundBeyondTheContextIsLeftToTheServer() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            const int wanted = QJsonDocument::fromJson(request.body).object()["max_tokens"].toInt(-1);
            if (wanted < 0 || wanted < 100)
                return FakeChatServer::reply({"ok"}, R"({"prompt_tokens":40,"completion_tokens":1})");
            FakeChatServer::Answer answer;
            answer.status = 400;
            answer.pieces = {
                R"x({"error":{"message":"max_tokens=4000 cannot be greater than max_model_len=2048. Please request fewer output tokens. (parameter=max_tokens, value=4000)","type":"BadRequestError","param":"max_tokens","code":400}})x"};
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        GenerationRequest much = hello();
        much.sampling.maxTokens = 4000;
        QCOMPARE(test::generate(engine, much, ear).text, std::string("ok"));
        QCOMPARE(server.seen().size(), 2);
        // That says nothing of the next reply.
        much.sampling.maxTokens = 20;
        QCOMPARE(test::generate(engine, much, ear).text, std::string("ok"));
        QVERIFY(server.seen()[2].body.contains("\"max_tokens\":20"));
        // Of a context that is known nobody is asked in vain.
        Endpoint known = at(server);
        known.models.push_back({"m", 2048});
        RemoteEngine aware(known, {}, "m");
        much.sampling.maxTokens = 4000;
        QCOMPARE(test::generate(aware, much, ear).text, std::string("ok"));
        QCOMPARE(server.seen().size(), 4);
    }

    void thoughtsGoBackInTheFieldTheyCameIn() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.pieces = {FakeChatServer::event("{\"reasoning_content\":\"hm\"}"),
                             FakeChatServer::event("{\"content\":\"Yes.\"}", "\"stop\"")};
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        GenerationRequest next = hello();
        next.messages.push_back({"assistant", "<think>\nso\n</think>\n\nYes.", {}, {}});
        next.messages.push_back({"user", "And?", {}, {}});
        test::generate(engine, next, ear);
        test::generate(engine, next, ear);
        QVERIFY(!server.seen()[0].body.contains("think") && !server.seen()[0].body.contains("reasoning"));
        QVERIFY(!server.seen()[1].body.contains("think"));
        QVERIFY(server.seen()[1].body.contains("\"reasoning_content\":\"so\""));
    }

    void twoServersOfOneHostAreToldApart() {
        const auto label = [](const QString& name, const QString& address) {
            return QString::fromStdString(
                RemoteEngine({"a", name, QUrl(address), {}, {}}, {}, "m").info().serverHost);
        };
        QCOMPARE(label("rack", "http://127.0.0.1:8000/v1"), QString("rack"));
        QCOMPARE(label("", "http://127.0.0.1:8000/v1"), QString("127.0.0.1:8000"));
        QCOMPARE(label("127.0.0.1", "http://127.0.0.1:8001/v1"), QString("127.0.0.1:8001"));
    }

    void nothingIsKnownOfItsPromptsBeforeTheyAreAnswered() {
        FakeChatServer server([](const FakeChatServer::Request&) { return FakeChatServer::reply({"ok"}); });
        RemoteEngine engine(at(server), {}, "m");
        struct Heard final : GenerationListener {
            void prefillProgress(int done, int total, int, double) override { sum += done + total, ++calls; }
            int sum = 0, calls = 0;
        } heard;
        test::generate(engine, hello(), heard);
        QVERIFY(heard.calls == 1 && heard.sum == 0);
        QVERIFY(!knowsCache(test::estimate(engine, hello())));
    }

    void serversThatNeverEnd_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QByteArray>("endless");
        QTest::addColumn<QString>("sentence");
        const QString nonsense = "127.0.0.1 sent something that is not a valid answer.";
        QTest::newRow("comments") << 200 << QByteArray(": hi\n") << QByteArray(": wait\n\n") << nonsense;
        QTest::newRow("one line") << 200 << QByteArray("data: ") << QByteArray("x") << nonsense;
        QTest::newRow("one event") << 200 << QByteArray("data: x\n") << QByteArray("data: x\n") << nonsense;
        QTest::newRow("empty events")
            << 200 << QByteArray("data: {}\n\n") << FakeChatServer::event("{}") << nonsense;
        QTest::newRow("pings") << 200 << QByteArray("x") << QByteArray("data: ping\n\n") << nonsense;
        QTest::newRow("words")
            << 200 << QByteArray("data: {}\n\n")
            << FakeChatServer::event("{\"content\":\"" + QByteArray(2000, 'w') + "\"}")
            << "127.0.0.1 did not stop writing, so Hearth ended the reply. What arrived is kept.";
        QTest::newRow("an error") << 500 << QByteArray("oh ") << QByteArray("no ")
                                  << "127.0.0.1 answered with 500. Check the server's log.";
    }
    void serversThatNeverEnd() {
        QFETCH(int, status);
        QFETCH(QByteArray, start);
        QFETCH(QByteArray, endless);
        FakeChatServer server([&](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.status = status;
            answer.pieces = {start};
            answer.endless = endless;
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        const int64_t before = hearth::test::residentBytes();
        QTEST(failure(engine), "sentence");
        QVERIFY(hearth::test::residentBytes() - before < 200 << 20);
        // The server is left.
        QTRY_COMPARE(server.abandoned(), 1);
    }

    void brokenBytesAreShown() {
        FakeChatServer server([&](const FakeChatServer::Request& request) {
            FakeChatServer::Answer answer = FakeChatServer::reply({"caf\xe9 ", "and more"});
            if (request.body.contains("again")) answer.pieces[1] = "data: {\"choices\": [{\n\n";
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        QCOMPARE(test::generate(engine, hello(), ear).text, std::string("caf\xef\xbf\xbd and more"));
        GenerationRequest again = hello();
        again.messages[0].content = "again";
        QCOMPARE(failure(engine, again), QString("127.0.0.1 sent something that is not a valid answer."));
    }

    void aChatThatIsTooLongIsAnErrorOfItsOwn_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("OpenAI") << QByteArray(
            "{\"error\":{\"message\":\"too long\",\"code\":\"context_length_exceeded\"}}");
        QTest::newRow("llama.cpp") << QByteArray(
            "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available size\",\"type\":"
            "\"exceed_context_size_error\",\"n_prompt_tokens\":9000,\"n_ctx\":4096}}");
        QTest::newRow("vLLM") << QByteArray(
            "{\"object\":\"error\",\"message\":\"This model's maximum context length is 4096 tokens. "
            "However, "
            "you requested 9000 tokens.\",\"type\":\"BadRequestError\",\"code\":400}");
        QTest::newRow("TGI") << QByteArray(
            "{\"error\":\"Input validation error: `inputs` must have less than 4095 tokens. Given: "
            "9000\",\"error_type\":\"validation\"}");
    }
    void aChatThatIsTooLongIsAnErrorOfItsOwn() {
        QFETCH(QByteArray, body);
        FakeChatServer server([&](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.status = 400;
            answer.pieces = {body};
            return answer;
        });
        RemoteEngine engine(at(server), {}, "m");
        Ear ear;
        try {
            test::generate(engine, hello(), ear);
            QFAIL("it was answered");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::ContextFull);
            QVERIFY2(QString(error.what()).startsWith("The chat is longer than"), error.what());
        }
    }

    void faultsAreSentences() {
        FakeChatServer::Answer next;
        FakeChatServer server([&](const FakeChatServer::Request&) { return next; });
        RemoteEngine engine(at(server), {}, "m");
        const auto status = [&](int code, const QByteArray& body) {
            next = {};
            next.status = code;
            next.pieces = {body};
            return failure(engine);
        };
        QVERIFY(status(401, "{}").contains("key"));
        QVERIFY(status(400, "{\"error\":{\"message\":\"too many tokens\"}}").contains("too many tokens"));
        QVERIFY(status(502, "<html>").contains("502"));
        QVERIFY(status(302, "").contains("302"));
        next = {};
        next.pieces = {FakeChatServer::event("{\"content\":\"a\"}"),
                       "data: {\"error\":{\"message\":\"worker died\"}}\n\n"};
        QVERIFY(failure(engine).contains("worker died"));
        next.pieces = {FakeChatServer::event("{\"content\":\"a\"}")};
        QVERIFY(failure(engine).contains("before the reply was complete"));
        next.breakOff = true;
        const QString broken = failure(engine);
        // The end of the connection is reported in one of two ways.
        QVERIFY2(broken.contains("was lost") || broken.contains("before the reply was complete"),
                 qPrintable(broken));
        RemoteEngine nobody({"a", "n", QUrl("http://127.0.0.1:1/v1"), {}, {}}, {}, "m");
        QVERIFY(failure(nobody).contains("Is the server running?"));
        GenerationRequest raw;
        raw.rawText = "x";
        QVERIFY(failure(engine, raw).contains("this computer only"));
        GenerationRequest held = hello();
        held.grammar = {ReplyGrammar::Kind::Regex, "yes|no"};
        QCOMPARE(failure(engine, held),
                 QString("Rack cannot hold replies to this. Choose a JSON schema under "
                         "Structure, or a model on this computer."));
        QVERIFY(!offersOf(engine.info()).expressions && !offersOf(engine.info()).penaltyWindow);
        QVERIFY(engine.prompts() == nullptr && engine.cache() == nullptr && engine.probe() == nullptr);
        QVERIFY(test::estimate(engine, hello()).promptTokens > 0);
        // Pictures are sent, and count.
        QVERIFY(engine.info().seesPictures);
        GenerationRequest shown = hello();
        shown.messages.back().pictures = {{0, test::smallPicture(1)}};
        QCOMPARE(test::estimate(engine, shown).promptTokens,
                 test::estimate(engine, hello()).promptTokens + 64);
    }

    /// Servers read none of HEIC: they get the same picture in another format, with every message.
    void picturesAreSentInFormatsThatServersRead() {
        FakeChatServer server([](const FakeChatServer::Request&) { return FakeChatServer::reply({"ok"}); });
        RemoteEngine engine(at(server), {}, "m");
        const auto folder = test::tinyModelsFolder().parent_path() / "pictures";
        const auto file = std::make_shared<const PictureFile>(test::readBytes(folder / "heic-turned-1.heic"));
        GenerationRequest request = hello();
        request.messages.back().pictures = {{0, test::smallPicture(1)}, {5, file}};
        Ear ear;
        for (int i = 0; i < 2; ++i) QCOMPARE(test::generate(engine, request, ear).text, std::string("ok"));
        QCOMPARE(server.seen().size(), 2);
        const auto messages = [&server](int i) {
            return QJsonDocument::fromJson(server.seen()[i].body).object()["messages"].toArray();
        };
        QCOMPARE(messages(0), messages(1));
        const QJsonArray parts = messages(0).at(0)["content"].toArray();
        const auto urlOf = [&parts](int i) { return parts[i]["image_url"]["url"].toString(); };
        QCOMPARE(parts.size(), 3);
        QVERIFY(urlOf(0).startsWith("data:image/png;base64,") && parts[1]["text"] == "Hello");
        QVERIFY(urlOf(2).startsWith("data:image/png;base64,") ||
                urlOf(2).startsWith("data:image/jpeg;base64,"));
        const QByteArray sent = QByteArray::fromBase64(urlOf(2).section(u',', 1).toLatin1());
        QVERIFY(pictureSize(std::as_bytes(std::span(sent.constData(), size_t(sent.size())))) == file->size());
    }

    /// A picture that cannot be decoded ends its own reply alone, before anything is sent.
    void aDamagedPictureIsTold() {
        FakeChatServer server([](const FakeChatServer::Request&) { return FakeChatServer::reply({"ok"}); });
        RemoteEngine engine(at(server), {}, "m");
        auto bytes = test::readBytes(test::tinyModelsFolder().parent_path() / "pictures" / "bmp-24.bmp");
        bytes.resize(bytes.size() / 2);
        GenerationRequest request = hello();
        request.messages.back().pictures = {{0, std::make_shared<const PictureFile>(std::move(bytes))}};
        QCOMPARE(failure(engine, request),
                 QString("The BMP picture is cut short; download or copy it again."));
        QVERIFY(server.seen().isEmpty());
        QCOMPARE(failure(engine), QString());
    }

    void whatTheServerCountedIsWhatIsGuessed() {
        QByteArray usage = R"({"prompt_tokens":2008,"completion_tokens":1})";
        FakeChatServer server(
            [&](const FakeChatServer::Request&) { return FakeChatServer::reply({"ok"}, usage); });
        RemoteEngine engine(at(server), {}, "m");
        GenerationRequest request;
        request.messages = {{"user", std::string(4000, 'x'), {}, {}}};
        QCOMPARE(test::estimate(engine, request).promptTokens, 1004);
        Ear ear;
        test::generate(engine, request, ear);
        QCOMPARE(test::estimate(engine, request).promptTokens, 2008);
        // A few words say nothing of it.
        usage = R"({"prompt_tokens":50,"completion_tokens":1})";
        test::generate(engine, hello(), ear);
        QCOMPARE(test::estimate(engine, request).promptTokens, 2008);
    }
};

int main(int argc, char* argv[]) {
    if (isPictureDecoder(argc, argv)) return servePictureDecoder();
    const QCoreApplication application(argc, argv);
    TestRemoteEngine test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_remote_engine.moc"
