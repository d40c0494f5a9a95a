#include "http/refusal.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth::http;

class TestRefusal : public QObject {
    Q_OBJECT

private slots:
    void isReadAsJson() {
        const auto error = nlohmann::json::parse(jsonOf(refusals::bodyTooLarge)).at("error");
        QCOMPARE(error.at("code").get<std::string>(), std::string("body_too_large"));
        QCOMPARE(error.at("type").get<std::string>(), std::string("invalid_request_error"));
        QCOMPARE(error.at("message").get<std::string>(), std::string(refusals::bodyTooLarge.message));
        QVERIFY(error.at("param").is_null());
        QCOMPARE(nlohmann::json::parse(jsonOf(refusals::full)).at("error").at("type").get<std::string>(),
                 std::string("server_error"));
    }
};

QTEST_APPLESS_MAIN(TestRefusal)
#include "tst_refusal.moc"
