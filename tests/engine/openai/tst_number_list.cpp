#include "openai/number_list.h"

#include <QByteArray>
#include <QtTest>
#include <array>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

using namespace hearth;

class TestNumberList : public QObject {
    Q_OBJECT
private slots:
    void numbersReadAsTheyWere() {
        std::mt19937 random(7);
        std::vector<float> values{0.0F, -0.0F, 1.0F, 0.1F, 1e-30F, std::numeric_limits<float>::max()};
        std::uniform_real_distribution<float> spread(-1, 1);
        for (int i = 0; i < 1000; ++i) values.push_back(spread(random));
        const auto read = nlohmann::json::parse(openai::numberList(values));
        QCOMPARE(read.get<std::vector<float>>(), values);
        QCOMPARE(openai::numberText(0.1F), std::string("0.1"));
        QCOMPARE(openai::numberList({}), std::string("[]"));
        QCOMPARE(openai::numberText(std::numeric_limits<float>::quiet_NaN()), std::string("null"));
    }
    void bytesAreThoseOfTheFloats() {
        const std::array<float, 5> values{1.0F, -2.5F, 0.0F, 1e-20F, 3.14159F};
        for (size_t count = 0; count <= values.size(); ++count) {
            const QByteArray bytes(reinterpret_cast<const char*>(values.data()),
                                   static_cast<qsizetype>(count * sizeof(float)));
            QCOMPARE(QByteArray::fromStdString(openai::numberBytes(std::span(values).first(count))),
                     bytes.toBase64());
        }
    }
};

QTEST_APPLESS_MAIN(TestNumberList)
#include "tst_number_list.moc"
