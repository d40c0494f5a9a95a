#include <nlohmann/json.hpp>

#include "engine/server/tiny_server.h"
#include "hearth/base64.h"
#include "support/reference_pack.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

#include "support/hostile_pictures.h"

using namespace hearth;
using Json = nlohmann::json;

namespace {

constexpr const char* apis[] = {"/v1/chat/completions", "/v1/responses", "/v1/messages"};

Json pictureOf(const std::string& api, const std::string& base64) {
    const std::string url = "data:image/png;base64," + base64;
    if (api == "/v1/chat/completions") return {{"type", "image_url"}, {"image_url", {{"url", url}}}};
    if (api == "/v1/responses") return {{"type", "input_image"}, {"image_url", url}};
    return {{"type", "image"},
            {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", base64}}}};
}

Json bodyOf(const std::string& api, const Json& content) {
    Json body{{"model", "tiny"}, {api == "/v1/responses" ? "max_output_tokens" : "max_tokens", 16}};
    body[api == "/v1/responses" ? "input" : "messages"] =
        Json::array({{{"role", "user"}, {"content", content}}});
    return body;
}

}  // namespace

/// Pictures that strangers made to do harm, in requests to a model that sees: each is answered, or refused
/// with a sentence that names its field. A share of them and one API for each, all with HEARTH_ALL_PICTURES
/// in the environment.
class TestHostilePictureRequests : public QObject {
    Q_OBJECT
private slots:
    void eachIsAnsweredOrRefused() {
        HEARTH_REQUIRE(golden, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const test::TinyServer server((golden / "vision/qwen2.5-vl-a/hf").string());
        const test::HostilePictures pictures(test::HostilePictures::shortShare());
        int answered = 0, refused = 0;
        size_t next = 0;
        for (const QFileInfo& file : pictures.files()) {
            const std::string base64 = base64Of(test::readBytes(file.filePath().toStdString()));
            for (const std::string api : apis) {
                if (!test::wantsAllPictures() && api != apis[next % std::size(apis)]) continue;
                const std::string answer =
                    server.ask("POST", api, bodyOf(api, Json::array({pictureOf(api, base64)})).dump());
                const std::string told = file.fileName().toStdString() + ": " + answer;
                if (test::statusOf(answer) == 200) {
                    ++answered;
                    continue;
                }
                QVERIFY2(test::statusOf(answer) == 400, told.c_str());
                const Json error = test::TinyServer::bodyOf(answer).value("error", Json::object());
                const std::string said = error.value("message", std::string());
                QVERIFY2(said.ends_with('.') && said.find('\n') == std::string::npos && said.size() < 300,
                         told.c_str());
                ++refused;
                if (api == "/v1/messages") continue;  // whose errors have no place for a field
                const Json param = error.value("param", Json());
                QVERIFY2(param.is_string(), told.c_str());
                QVERIFY2(param.get<std::string>().starts_with(api == "/v1/responses" ? "input" : "messages"),
                         told.c_str());
            }
            ++next;
        }
        qInfo("%d answered, %d refused", answered, refused);
        QVERIFY(answered >= 5 && refused >= 5);
        // Nothing of them is left behind.
        const Json words = Json::array({{{"type", "text"}, {"text", "Hello"}}});
        QCOMPARE(test::statusOf(server.ask("POST", apis[0], bodyOf(apis[0], words).dump())), 200);
    }
};

QTEST_GUILESS_MAIN(TestHostilePictureRequests)
#include "tst_hostile_picture_requests.moc"
