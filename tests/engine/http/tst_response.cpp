#include "http/response.h"

#include <QtTest>

#include "engine/http/raw_client.h"
#include "http/exchange.h"

using namespace hearth::http;
using namespace hearth::test;

class TestResponse : public QObject {
    Q_OBJECT

private slots:
    void writesIntoItsExchange() {
        const auto exchange = std::make_shared<Exchange>(Exchange::Form{.unsentBytes = 1000}, [] {});
        {
            Response response(exchange);
            response.begin(200, "text/plain", {{"X-A", "b"}});
            QVERIFY(response.write("a"));
            response.end();
            QVERIFY(!response.gone());
        }
        const std::string answer = exchange->take().bytes;
        QVERIFY(answer.find("X-A: b\r\n") != std::string::npos);
        QCOMPARE(unchunked(answer), std::string("a"));
    }

    void answersWhenItIsDropped() {
        const auto exchange = std::make_shared<Exchange>(Exchange::Form{}, [] {});
        { const Response response(exchange); }
        QCOMPARE(statusOf(exchange->take().bytes), 500);
    }

    void mayHoldItself() {
        const auto exchange = std::make_shared<Exchange>(Exchange::Form{.unsentBytes = 1000}, [] {});
        std::weak_ptr<Response> watched;
        {
            const auto response = std::make_shared<Response>(exchange);
            watched = response;
            response->onGone([response] { response->end(); });
            response->send(200, "text/plain", "x");
        }
        QVERIFY(watched.expired());
    }
};

QTEST_APPLESS_MAIN(TestResponse)
#include "tst_response.moc"
