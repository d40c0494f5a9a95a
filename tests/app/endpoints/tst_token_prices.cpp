#include "endpoints/token_prices.h"

#include <QtTest>

#include "endpoints/endpoint.h"

using namespace hearth::app;

class TestTokenPrices : public QObject {
    Q_OBJECT

private slots:
    // 1,200 tokens at 3 a million and 300 at 15: 0.0036 and 0.0045.
    void tokensCostWhatTheyCost() {
        const TokenPrices prices{3, 15};
        QVERIFY(prices.known());
        QVERIFY(!TokenPrices().known());
        QVERIFY(qAbs(prices.of(1200, 300) - 0.0081) < 1e-12);
    }

    void theServerOfTheModelHasThem() {
        Endpoint cloud;
        cloud.id = "12345678";
        cloud.address = QUrl("https://api.example.org/v1");
        cloud.prices = {3, 15};
        Endpoint cellar = cloud;
        cellar.id = "9abcdef0";
        cellar.prices = {};
        const QJsonArray kept = writeEndpoints({cloud, cellar});
        QCOMPARE(pricesOf(kept, "endpoint:12345678/large"), (TokenPrices{3, 15}));
        QCOMPARE(pricesOf(kept, "endpoint:9abcdef0/large"), TokenPrices());
        QCOMPARE(pricesOf(kept, "endpoint:00000000/large"), TokenPrices());
        QCOMPARE(pricesOf(kept, "/models/small.gguf"), TokenPrices());
    }

    void pricesAreTypedInMoreThanOneWay() {
        QCOMPARE(readPrice("0.15"), std::optional(0.15));
        QCOMPARE(readPrice(" 2,50 "), std::optional(2.5));
        QCOMPARE(readPrice(""), std::optional(0.0));
        for (const char* wrong : {"-1", "cheap", "1e9", "nan", "1.2.3"}) QVERIFY2(!readPrice(wrong), wrong);
    }
};

QTEST_APPLESS_MAIN(TestTokenPrices)
#include "tst_token_prices.moc"
