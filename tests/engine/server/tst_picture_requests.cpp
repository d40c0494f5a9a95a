// Pictures in the requests of every API, up to what the engine is given.
#include <memory>

#include "engine/runtime/hosted.h"
#include "engine/server/tiny_server.h"
#include "openai/picture_parts.h"
#include "picture/picture_errors.h"
#include "support/picture_urls.h"
#include "support/scripted_engine.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using Json = nlohmann::json;

class TestPictureRequests : public QObject {
    Q_OBJECT

    std::unique_ptr<test::TinyServer> m_tiny;  ///< whose model does not see
    std::unique_ptr<Engine> m_vocabulary;
    std::shared_ptr<test::EngineScript> m_script;  ///< of a model that does
    std::unique_ptr<ModelHost> m_host;
    std::unique_ptr<server::ModelRegistry> m_shelf;
    std::unique_ptr<server::ApiServer> m_server;

    static constexpr size_t rowsOfPicture = 256;

    std::string ask(const std::string& path, const Json& body) const {
        return ask("POST", path, body.dump());
    }
    std::string ask(const std::string& method, const std::string& path, const std::string& text) const {
        test::RawClient client(m_server->port());
        client.send(method + " " + path +
                    " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " +
                    std::to_string(text.size()) + "\r\n\r\n" + text);
        return client.readAll(std::chrono::seconds(60));
    }
    Json post(const std::string& path, const Json& body) const {
        return test::TinyServer::bodyOf(ask(path, body));
    }
    /// The messages of the request that the engine had last.
    std::vector<ChatMessage> given() const {
        const auto& limited = m_script->titleRequests;  // that limit their tokens
        const auto& requests = limited.empty() ? m_script->requests : limited;
        return requests.empty() ? std::vector<ChatMessage>() : requests.back().messages;
    }
    static bool isThePicture(const MessagePicture& picture) {
        const PictureFile file(test::readBytes(test::pictureFile("png-2-8.png")));
        return picture.file->hash() == file.hash() && picture.file->size() == file.size();
    }

    static Json part(const std::string& api, const std::string& base64 = test::pictureBase64()) {
        const std::string url = "data:image/png;base64," + base64;
        if (api == "/v1/chat/completions") return {{"type", "image_url"}, {"image_url", {{"url", url}}}};
        if (api == "/v1/responses") return {{"type", "input_image"}, {"image_url", url}, {"detail", "auto"}};
        return {{"type", "image"},
                {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", base64}}}};
    }
    static Json onePixel(const std::string& api) {
        return part(api, test::pictureBase64("png-one-pixel.png"));
    }
    static Json text(const std::string& api, const char* words) {
        return {{"type", api == "/v1/responses" ? "input_text" : "text"}, {"text", words}};
    }
    static Json bodyOf(const std::string& api, const Json& content) {
        const Json messages = Json::array({{{"role", "user"}, {"content", content}}});
        if (api == "/v1/responses") return {{"model", "seeing"}, {"input", messages}};
        Json body{{"model", "seeing"}, {"messages", messages}};
        if (api == "/v1/messages") body["max_tokens"] = 10;
        return body;
    }
    /// A call of a tool that shows a picture.
    static Json resultBody(const std::string& api) {
        const Json content = Json::array({text(api, "See: "), part(api)});
        if (api == "/v1/chat/completions")
            return {
                {"messages", Json::array({{{"role", "tool"}, {"tool_call_id", "a"}, {"content", content}}})}};
        if (api == "/v1/responses")
            return {
                {"input",
                 Json::array({{{"type", "function_call_output"}, {"call_id", "a"}, {"output", content}}})}};
        return bodyOf(api,
                      Json::array({{{"type", "tool_result"}, {"tool_use_id", "a"}, {"content", content}}}));
    }
    static void everyApi() {
        QTest::addColumn<QByteArray>("api");
        for (const char* api : {"/v1/chat/completions", "/v1/responses", "/v1/messages"})
            QTest::newRow(api) << QByteArray(api);
    }
    static std::string promptField(const std::string& api) {
        return api == "/v1/responses" ? "input" : "messages";
    }

private slots:
    void initTestCase() {
        m_tiny = std::make_unique<test::TinyServer>();
        EngineOptions options;
        options.model = test::tinyModelsFolder() / "llama-f32.gguf";
        options.threads = 1;
        m_vocabulary = Engine::load(options);
    }
    void cleanupTestCase() { m_tiny.reset(); }
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        m_script->seesPictures = true;
        m_script->titlePieces = m_script->pieces;
        const auto prompts = m_vocabulary->prompts();
        m_script->tokenizer = {prompts, &prompts->tokenizer()};
        m_script->makePrompt = [](GenerationRequest& request) {
            Prompt& prompt = request.prompt.emplace();
            for (const ChatMessage& message : request.messages)
                prompt.tokens.resize(prompt.tokens.size() + 10 + rowsOfPicture * message.pictures.size());
        };
        m_host = test::hosted("seeing", [script = m_script](const std::stop_token& stop) {
            return test::ScriptedEngine::load(script, {}, stop);
        });
        m_shelf = std::make_unique<server::ModelRegistry>();
        m_shelf->setModels({{"seeing", m_host->find("seeing")}});
        server::ApiOptions serving;
        serving.http.port = 0;
        m_server = std::make_unique<server::ApiServer>(std::move(serving), *m_shelf);
    }
    void cleanup() {
        m_server.reset();
        m_shelf.reset();
        m_host.reset();
    }

    void anAddressIsFetchedWhereTheServerMayDoSo_data() { everyApi(); }
    void anAddressIsFetchedWhereTheServerMayDoSo() {
        QFETCH(QByteArray, api);
        const std::string path = api.toStdString();
        const std::string good = "https://example.org/a.png", bad = "https://example.org/none.png";
        const auto asking = [&](const std::string& url) {
            Json picture = part(path);
            if (path == "/v1/messages")
                picture["source"] = {{"type", "url"}, {"url", url}};
            else if (path == "/v1/responses")
                picture["image_url"] = url;
            else
                picture["image_url"] = {{"url", url}};
            return bodyOf(path, Json::array({text(path, "Look: "), picture}));
        };
        QCOMPARE(test::statusOf(ask(path, asking(good))), 400);
        std::atomic<int> fetches = 0;
        server::ApiOptions serving;
        serving.http.port = 0;
        serving.fetchPicture = [&](const std::string& url, const std::stop_token&) {
            ++fetches;
            if (url != good) throw Error(ErrorCode::Io, "There is no such picture.");
            return test::readBytes(test::pictureFile("png-2-8.png"));
        };
        m_server.reset();
        m_server = std::make_unique<server::ApiServer>(std::move(serving), *m_shelf);
        for (int turn = 0; turn < 2; ++turn) {
            QCOMPARE(test::statusOf(ask(path, asking(good))), 200);
            const auto messages = given();
            QVERIFY(messages.size() == 1 && messages[0].pictures.size() == 1);
            QVERIFY(isThePicture(messages[0].pictures[0]));
        }
        QCOMPARE(fetches.load(), 1);
        const std::string answer = ask(path, asking(bad));
        QCOMPARE(test::statusOf(answer), 400);
        QVERIFY(answer.find("There is no such picture.") != std::string::npos);
        QCOMPARE(test::statusOf(ask("POST", path, "{\"image\": \"http")), 400);
        QCOMPARE(test::statusOf(ask(path, bodyOf(path, Json::array({text(path, "image: http:")})))), 200);
    }
    void theEngineHasThePicture_data() { everyApi(); }
    void theEngineHasThePicture() {
        QFETCH(QByteArray, api);
        const std::string path = api.toStdString();
        const Json content = Json::array({text(path, "Look: "), part(path), text(path, "?")});
        QCOMPARE(test::statusOf(ask(path, bodyOf(path, content))), 200);
        const auto messages = given();
        QCOMPARE(messages.size(), size_t(1));
        QCOMPARE(messages[0].role + " " + messages[0].content, std::string("user Look: ?"));
        QCOMPARE(messages[0].pictures.size(), size_t(1));
        QCOMPARE(messages[0].pictures[0].at, size_t(6));
        QVERIFY(isThePicture(messages[0].pictures[0]));
    }
    void resultsOfToolsHavePictures_data() { everyApi(); }
    void resultsOfToolsHavePictures() {
        QFETCH(QByteArray, api);
        const std::string path = api.toStdString();
        QCOMPARE(test::statusOf(ask(path, resultBody(path))), 200);
        QCOMPARE(given().back().role + " " + given().back().content, std::string("tool See: "));
        QVERIFY(isThePicture(given().back().pictures.at(0)));
        // A model that does not see is told of it in words.
        m_script->seesPictures = false;
        QCOMPARE(test::statusOf(ask(path, resultBody(path))), 200);
        QCOMPARE(given().back().content, std::string("See: [image]"));
        QVERIFY(given().back().pictures.empty());
    }
    void aModelThatDoesNotSeeSaysSo_data() { everyApi(); }
    void aModelThatDoesNotSeeSaysSo() {
        QFETCH(QByteArray, api);
        const std::string path = api.toStdString();
        for (const bool streams : {false, true}) {
            Json body = bodyOf(path, Json::array({part(path)}));
            body["model"] = "tiny";
            body["stream"] = streams;
            const std::string answer = m_tiny->ask("POST", path, body.dump());
            QCOMPARE(test::statusOf(answer), 400);
            const Json error = test::TinyServer::bodyOf(answer).at("error");
            QCOMPARE(error.at("type"), Json("invalid_request_error"));
            QCOMPARE(error.at("message"),
                     Json("This model cannot read pictures; choose one that can, or remove them."));
            if (path == "/v1/messages") continue;
            QCOMPARE(error.at("param"), Json(promptField(path)));
            QCOMPARE(error.at("code"), Json("images_not_supported"));
        }
    }
    void aPictureThatCannotBeReadIsNamed_data() { everyApi(); }
    void aPictureThatCannotBeReadIsNamed() {
        QFETCH(QByteArray, api);
        const std::string path = api.toStdString();
        const Json damaged = part(path, test::pictureBase64().substr(0, 40));
        const std::string answer = ask(path, bodyOf(path, Json::array({text(path, "Look"), damaged})));
        QCOMPARE(test::statusOf(answer), 400);
        QVERIFY(answer.find(promptField(path) + "[0].content[1].") != std::string::npos);
        QVERIFY(answer.find(Error(errors::cutPicture, {"PNG"}).what()) != std::string::npos);
        QVERIFY(given().empty());
    }

    void modelsSayWhetherTheySee() {
        const auto modalities = [](const std::string& answer) {
            return test::TinyServer::bodyOf(answer).at("data").at(0).value("input_modalities", Json());
        };
        const auto listed = [&] {
            return test::TinyServer::bodyOf(ask("GET", "/v1/models", "")).at("data").at(0);
        };
        QTRY_VERIFY(listed().contains("input_modalities"));
        QCOMPARE(listed().at("input_modalities"), Json({"text", "image"}));
        QTRY_COMPARE(modalities(m_tiny->ask("GET", "/v1/models")), Json::array({"text"}));
    }
    void tokensOfPicturesCount() {
        Json body = bodyOf("/v1/messages", Json::array({part("/v1/messages"), part("/v1/messages")}));
        body.erase("max_tokens");
        QCOMPARE(post("/v1/messages/count_tokens", body), Json({{"input_tokens", 10 + 2 * rowsOfPicture}}));
        m_script->makePrompt = [](GenerationRequest&) { throw Error(errors::damagedPicture, {"PNG"}); };
        QCOMPARE(test::statusOf(ask("/v1/messages/count_tokens", body)), 400);
    }
    void aConversationKeepsItsPictures() {
        const std::string path = "/v1/responses";
        const Json first = post(path, bodyOf(path, Json::array({text(path, "What?"), part(path)})));
        Json second = bodyOf(path, Json::array({text(path, "And this?"), onePixel(path)}));
        second["previous_response_id"] = first.at("id");
        QCOMPARE(test::statusOf(ask(path, second)), 200);
        const auto messages = given();
        QCOMPARE(messages.size(), size_t(3));
        QVERIFY(isThePicture(messages[0].pictures.at(0)));
        QVERIFY(messages[1].pictures.empty());
        QCOMPARE(messages[2].pictures.at(0).file->size().width, 1U);
    }
    void aReplyIsFoundAgainBesideAPicture() {
        // Its tokens are those that it was made of, whatever the picture was.
        const std::string path = "/v1/chat/completions";
        const Json said =
            post(path, bodyOf(path, Json::array({part(path)}))).at("choices").at(0).at("message");
        Json body = bodyOf(path, Json::array({onePixel(path)}));
        body["messages"].push_back(said);
        body["messages"].push_back({{"role", "user"}, {"content", "So?"}});
        QCOMPARE(test::statusOf(ask(path, body)), 200);
        QCOMPARE(given().at(1).tokens, (std::vector<TokenId>{100, 101, 102, 103}));
        QCOMPARE(given().at(0).pictures.at(0).file->size().width, 1U);
    }
    void aLargePictureIsTaken() {
        // As large as one may be; what follows the end of a PNG file is not a part of it.
        auto bytes = test::readBytes(test::pictureFile("png-2-8.png"));
        bytes.resize(openai::PictureParts::mostBytes);
        const std::string path = "/v1/chat/completions";
        QCOMPARE(test::statusOf(ask(path, bodyOf(path, Json::array({part(path, base64Of(bytes))})))), 200);
        QCOMPARE(given().at(0).pictures.at(0).file->bytes().size(), bytes.size());
    }
};

QTEST_GUILESS_MAIN(TestPictureRequests)
#include "tst_picture_requests.moc"
