#include "backend/check/random_weights.h"

#include <cmath>
#include <set>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestRandomWeights : public QObject {
    Q_OBJECT

private slots:
    void everyTypeReadsAsSaneNumbers() {
        for (const BlockType type : matrixTypes()) {
            std::mt19937 random(1);
            const auto bytes = randomBlocks(type, 2560, random);
            const BlockTypeInfo& info = blockTypeInfo(type);
            QCOMPARE(bytes.size(), 2560 / info.blockElements * info.blockBytes);
            std::vector<float> values(2560);
            dequantizeRow(type, bytes, values);
            double squares = 0;
            std::set<float> different;
            for (const float value : values) {
                QVERIFY2(std::isfinite(value) && std::abs(value) < 1000, info.name.data());
                squares += double{value} * value;
                different.insert(value);
            }
            QVERIFY2(squares / 2560 > 1e-6 && different.size() >= 3, info.name.data());
        }
    }

    void theSameSeedIsTheSameWeight() {
        std::mt19937 a(5), b(5), c(6);
        const auto first = randomBlocks(BlockType::Q4_K, 256, a);
        QVERIFY(first == randomBlocks(BlockType::Q4_K, 256, b));
        QVERIFY(first != randomBlocks(BlockType::Q4_K, 256, c));
    }
};

QTEST_APPLESS_MAIN(TestRandomWeights)
#include "tst_random_weights.moc"
