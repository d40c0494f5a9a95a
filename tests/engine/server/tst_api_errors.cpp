#include "server/api_errors.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "picture/picture_errors.h"
#include "server/server_errors.h"
#include "session/session_errors.h"

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
        const ApiProblem gone = problemOf(Error(errors::modelGone, {"big"}));
        QCOMPARE(gone.status, 404);
        QCOMPARE(gone.message, std::string("There is no model called \"big\" any more."));
        QCOMPARE(gone.field + " " + gone.code, std::string("model model_not_found"));
    }
    void tooLongPromptsInTheWordsOfTheirApi() {
        const ApiProblem problem = problemOf(Error(errors::contextFull, {5000, 4096}), "prompt");
        QCOMPARE(problem.status, 400);
        const Json openAi = Json::parse(openAiBody(problem)).at("error");
        QCOMPARE(
            openAi.at("message"),
            Json("This model's maximum context length is 4096 tokens. However, your messages resulted in "
                 "5000 tokens. Please reduce the length of the messages."));
        QCOMPARE(openAi.at("type"), Json("invalid_request_error"));
        QCOMPARE(openAi.at("param"), Json("prompt"));
        QCOMPARE(openAi.at("code"), Json("context_length_exceeded"));
        const Json anthropic = Json::parse(anthropicBody(problem)).at("error");
        QCOMPARE(anthropic.at("type"), Json("invalid_request_error"));
        QCOMPARE(anthropic.at("message"), Json("prompt is too long: 5000 tokens > 4096 maximum"));
    }
    void errorsOfPicturesAreTheRequests() {
        const ApiProblem blind = problemOf(Error(errors::cannotSee), "input");
        QCOMPARE(blind.status, 400);
        QCOMPARE(blind.field + " " + blind.code, std::string("input images_not_supported"));
        QCOMPARE(blind.message, std::string(Error(errors::cannotSee).what()));
        const ApiProblem damaged = problemOf(Error(errors::damagedPicture, {"PNG"}));
        QCOMPARE(damaged.status, 400);
        QCOMPARE(damaged.field + " " + damaged.code, std::string("messages image_parse_error"));
        QCOMPARE(problemOf(Error(errors::noMemoryForPicture)).status, 500);
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
