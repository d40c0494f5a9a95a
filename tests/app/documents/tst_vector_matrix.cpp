#include "documents/vector_matrix.h"

#include <QtTest>
#include <cmath>
#include <random>

using namespace hearth::app;
using store::PassageHit;

class TestVectorMatrix : public QObject {
    Q_OBJECT

    std::mt19937 m_random{11};

    std::vector<float> randomVector(int dimensions) {
        std::normal_distribution<float> normal;
        std::vector<float> values(static_cast<size_t>(dimensions));
        double squares = 0;
        for (float& value : values) {
            value = normal(m_random);
            squares += static_cast<double>(value) * static_cast<double>(value);
        }
        for (float& value : values) value /= static_cast<float>(std::sqrt(squares));
        return values;
    }
    static double productOf(const std::vector<float>& a, const std::vector<float>& b) {
        double sum = 0;
        for (size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
        return sum;
    }

private slots:
    void codesAreTheNearest() {
        const CodedVector coded = codedVector(std::vector<float>{0.5F, -1.0F, 0.0F, 0.25F});
        QCOMPARE(coded.codes, (std::vector<qint8>{64, -127, 0, 32}));
        QVERIFY(std::abs(coded.scale - 1.0F / 127) < 1e-7F);
        QCOMPARE(codedVector(std::vector<float>{0, 0}).scale, 0.0F);
        const CodedVector broken = codedVector(std::vector<float>{1, NAN});
        QCOMPARE(broken.scale, 0.0F);
        QCOMPARE(broken.codes, (std::vector<qint8>{0, 0}));
    }

    void theNearestAreThoseOfFloats_data() {
        QTest::addColumn<int>("dimensions");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("threads");
        QTest::newRow("384") << 384 << 9000 << 1;
        QTest::newRow("384, threads") << 384 << 50000 << 3;
        QTest::newRow("no multiple") << 37 << 5000 << 1;
        QTest::newRow("few") << 5 << 300 << 2;
        QTest::newRow("many") << 4096 << 500 << 1;
    }
    void theNearestAreThoseOfFloats() {
        QFETCH(int, dimensions);
        QFETCH(int, rows);
        QFETCH(int, threads);
        VectorMatrix matrix(dimensions);
        std::vector<std::vector<float>> all;
        for (int row = 0; row < rows; ++row) {
            all.push_back(randomVector(dimensions));
            const CodedVector coded = codedVector(all.back());
            matrix.add(row + 1, 1, coded.scale, coded.codes.data());
        }
        QVERIFY(matrix.sizeBytes() >= qint64{rows} * dimensions);
        const std::vector<float> query = randomVector(dimensions);
        const std::vector<PassageHit> hits = matrix.nearest(query, 20, {}, threads);
        QCOMPARE(hits.size(), size_t{20});
        std::vector<double> exact;
        for (const auto& row : all) exact.push_back(productOf(row, query));
        for (size_t i = 0; i < hits.size(); ++i) {
            QVERIFY(std::abs(hits[i].score - exact[static_cast<size_t>(hits[i].passageId - 1)]) < 0.01);
            QVERIFY(i == 0 || hits[i - 1].score >= hits[i].score);
        }
        std::ranges::sort(exact, std::greater<>());
        // No better one is missed by more than what codes lose.
        QVERIFY(hits[0].score > exact[0] - 0.01);
        QVERIFY(hits[19].score > exact[19] - 0.01);
    }

    void rowsGoAndSourcesAreChosen() {
        VectorMatrix matrix(2);
        constexpr int rows = 10000;  // of several blocks
        for (int row = 0; row < rows; ++row) {
            const auto angle = static_cast<float>(row) * 0.0001F;
            const CodedVector coded = codedVector(std::vector<float>{std::cos(angle), std::sin(angle)});
            matrix.add(row + 1, row % 2 + 1, coded.scale, coded.codes.data());
        }
        const std::vector<float> query{1, 0};
        QCOMPARE(matrix.nearest(query, 1)[0].passageId, qint64{1});
        QCOMPARE(matrix.nearest(query, 1, {2})[0].passageId, qint64{2});
        QVERIFY(matrix.nearest(query, 5, {3}).empty());
        std::vector<qint64> gone;
        for (int row = 0; row < rows - 3; ++row) gone.push_back(rows - 3 - row);
        gone.push_back(123456);
        matrix.remove(gone);
        QCOMPARE(matrix.count(), qsizetype{3});
        std::vector<qint64> left;
        for (const PassageHit& hit : matrix.nearest(query, 10)) left.push_back(hit.passageId);
        std::ranges::sort(left);
        QCOMPARE(left, (std::vector<qint64>{rows - 2, rows - 1, rows}));
        const qint8 codes[2] = {127, 0};
        matrix.add(7, 1, 1, codes);
        QCOMPARE(matrix.nearest(query, 1)[0].passageId, qint64{7});
        matrix.remove({7, rows - 2, rows - 1, rows});
        QVERIFY(matrix.nearest(query, 10).empty());
        QVERIFY(matrix.sizeBytes() >= 0);
    }

    void queriesThatDoNotFitFindNothing() {
        VectorMatrix matrix(2);
        const qint8 codes[2] = {127, 0};
        matrix.add(1, 1, 1, codes);
        QVERIFY(matrix.nearest(std::vector<float>{1, 0, 0}, 3).empty());
        QVERIFY(matrix.nearest(std::vector<float>{1, 0}, 0).empty());
        // Zeros go with everything as well as with nothing.
        QCOMPARE(matrix.nearest(std::vector<float>{0, 0}, 3)[0].score, 0.0);
        QCOMPARE(matrix.nearest(std::vector<float>{NAN, 0}, 3)[0].score, 0.0);
    }
};

QTEST_APPLESS_MAIN(TestVectorMatrix)
#include "tst_vector_matrix.moc"
