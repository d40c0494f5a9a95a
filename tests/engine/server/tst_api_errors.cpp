#include "server/api_errors.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "server/server_errors.h"

using namespace hearth;
using namespace hearth::server;
using Json = nlohmann::json;

class TestApiErrors : public QObject {
    Q_OBJECT

private slots:
    void errorsHaveAStatus() {
        const auto status = [](const Error& error) { return problemOf(error).status; };
        QCOMPARE(status(Error(ErrorCode::BadInput, "x")), 400);
        QCOMPARE(status(Error(ErrorCode::ContextFull, "x")), 400);
        QCOMPARE(status(Error(ErrorCode::Device, "x")), 500);
        QCOMPARE(status(Error(errors::serverStopped)), 503);
        QCOMPARE(status(Error(errors::tooManyRequests)), 429);
        QCOMPARE(status(Error(errors::stillLoading)), 503);
        QCOMPARE(problemOf(Error(ErrorCode::ContextFull, "x")).code, std::string("context_length_exceeded"));
        QCOMPARE(problemOf(openai::Refusal{"No.", "n", "c", 404}).status, 404);
    }
    void bodiesHaveTheShapeOfTheirApi() {
        const ApiProblem problem{
            .status = 404, .message = "No.", .field = "model", .code = "model_not_found"};
        QCOMPARE(Json::parse(openAiBody(problem)),
                 Json::parse(R"({"error":{"message":"No.","type":"not_found_error","param":"model",
                                 "code":"model_not_found"}})"));
        QCOMPARE(Json::parse(anthropicBody(problem)),
                 Json::parse(R"({"type":"error","error":{"type":"not_found_error","message":"No."}})"));
    }
};

QTEST_GUILESS_MAIN(TestApiErrors)
#include "tst_api_errors.moc"
