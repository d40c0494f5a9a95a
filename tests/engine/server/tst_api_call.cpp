#include "server/api_call.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include "engine/server/served_answer.h"
#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::server;

class TestApiCall : public QObject {
    Q_OBJECT

private slots:
    void namesTheClient() {
        ApiCall call;
        call.request.peer = "127.0.0.1";
        QCOMPARE(call.client(), std::string("127.0.0.1"));
        call.request.headers = {{"User-Agent", "OpenAI/Python 1.2.3"}};
        QCOMPARE(call.client(), std::string("OpenAI/Python"));
        call.request.headers = {{"User-Agent", std::string(1000, 'x')}};
        QVERIFY(call.client().size() < 100);
        QVERIFY(call.elapsedMs() >= 0);
    }
    void takesTheBody() {
        ApiCall call;
        call.request.body = R"({"b": 1, "a": 2})";
        QCOMPARE(takeBody(call).dump(), std::string(R"({"b":1,"a":2})"));
        QVERIFY(call.request.body.empty());
        for (const char* bad : {"", "{", "x"}) {
            call.request.body = bad;
            QVERIFY_THROWS_EXCEPTION(openai::Refusal, (void)takeBody(call));
        }
    }
    void refusesInTheFormOfItsApi() {
        const auto refused = [](ApiForm form) {
            return test::servedAnswer([form](const http::Request& request, auto response) {
                ApiCall call;
                call.request = request;
                call.response = response;
                call.form = form;
                call.refuse({.status = 401, .message = "No.", .field = "", .code = ""});
            });
        };
        QVERIFY(
            refused(ApiForm::OpenAi)
                .ends_with(
                    R"({"error":{"message":"No.","type":"authentication_error","param":null,"code":null}})"));
        QVERIFY(
            refused(ApiForm::Anthropic)
                .ends_with(R"({"type":"error","error":{"type":"authentication_error","message":"No."}})"));
    }
};

QTEST_GUILESS_MAIN(TestApiCall)
#include "tst_api_call.moc"
