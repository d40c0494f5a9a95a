#include "model/pooled_steps.h"

#include <QtTest>
#include <cmath>
#include <cstring>

#include "backend/reference/reference_backend.h"

using namespace hearth;

class TestPooledSteps : public QObject {
    Q_OBJECT

    ReferenceBackend m_backend;

    std::unique_ptr<Weight> weight(uint64_t columns, uint64_t rows, const std::vector<float>& values) {
        return m_backend.upload(
            {"step", BlockType::F32, columns, rows, 1, [&](uint64_t offset, std::span<std::byte> out) {
                 std::memcpy(out.data(), reinterpret_cast<const std::byte*>(values.data()) + offset,
                             out.size());
             }});
    }

private slots:
    void textsGoThroughEveryStep() {
        ModelConfig config;
        config.embedding = 3;
        config.vocabSize = 2;
        config.pooledSteps = {{.width = 2, .curve = Curve::Tanh}, {.width = 1}};
        const auto first = weight(3, 2, {1, 0, 1, 0, 2, 0}), bias = weight(2, 1, {0.5F, 0}),
                   second = weight(2, 1, {3, -1});
        ModelWeights weights;
        weights.pooledSteps = {{first.get(), bias.get()}, {second.get(), nullptr}};
        PassContext pass(m_backend, config, weights, 4, 1);
        PooledSteps steps(pass);
        const std::vector<float> scores = steps.run({0.1F, 0.2F, 0.3F, -1, 0.5F, 0});
        QCOMPARE(scores.size(), size_t{2});
        const auto score = [](float a, float b, float c) {
            return 3 * std::tanh(a + c + 0.5F) - std::tanh(2 * b);
        };
        QVERIFY(std::abs(scores[0] - score(0.1F, 0.2F, 0.3F)) < 1e-6F);
        QVERIFY(std::abs(scores[1] - score(-1, 0.5F, 0)) < 1e-6F);
    }

    void nothingStaysNothing() {
        ModelConfig config;
        config.embedding = 3;
        config.vocabSize = 2;
        const ModelWeights weights;
        PassContext pass(m_backend, config, weights, 4, 1);
        QCOMPARE(PooledSteps(pass).run({1, 2, 3}), (std::vector<float>{1, 2, 3}));
        config.pooledSteps = {{.width = 2}};
        QVERIFY(PooledSteps(pass).run({}).empty());
    }
};

QTEST_APPLESS_MAIN(TestPooledSteps)
#include "tst_pooled_steps.moc"
