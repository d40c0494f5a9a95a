#include "emulator/machine.h"

#include <QtTest>
#include <cmath>
#include <random>

#include "backend/cuda/device.h"
#include "emulator/device_emulated.h"
#include "emulator/half_float.h"
#include "emulator/sound_kernels.h"

using namespace hearth;
using namespace hearth::emulator;

/// The emulated warp and block operations give what the PTX manual says, in every order of threads.
class TestMachine : public QObject {
    Q_OBJECT

private:
    cuda::StreamHandle m_stream = nullptr;

    template <class T>
    cuda::DeviceMemory upload(const std::vector<T>& values) {
        cuda::DeviceMemory memory(values.size() * sizeof(T));
        cuda::copyToDevice(memory.data(), values.data(), memory.size(), m_stream);
        return memory;
    }
    template <class T>
    std::vector<T> download(const cuda::DeviceMemory& memory) {
        std::vector<T> values(memory.size() / sizeof(T));
        cuda::copyToHost(values.data(), memory.data(), memory.size(), m_stream);
        cuda::synchronize(m_stream);
        return values;
    }

private slots:
    void initTestCase() {
        configureDevice({});
        m_stream = cuda::createStream();
    }
    void cleanupTestCase() { cuda::destroyStream(m_stream); }

    void orders_data() {
        QTest::addColumn<int>("order");
        QTest::addColumn<quint64>("seed");
        QTest::newRow("forward") << 0 << quint64{1};
        QTest::newRow("reverse") << 1 << quint64{1};
        for (quint64 seed = 1; seed <= 3; ++seed)
            QTest::addRow("seed %d", static_cast<int>(seed)) << 2 << seed;
    }
    void orders() {
        QFETCH(int, order);
        QFETCH(quint64, seed);
        g_machine.configure({static_cast<Order>(order), static_cast<CopyArrival>(order), seed});
        std::vector<float> in(1024);
        for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 17);
        const auto input = upload(in);
        const cuda::DeviceMemory sums(4 * sizeof(float)), copies(512 * sizeof(float));
        sound::launchReduce(input.as<float>(), sums.as<float>(), 4, m_stream);
        sound::launchStaged(input.as<float>(), copies.as<float>(), m_stream);
        const auto gotSums = download<float>(sums);
        for (size_t b = 0; b < 4; ++b) {
            float expected = 0;
            for (size_t i = 0; i < 256; ++i) expected += in[b * 256 + i];
            QCOMPARE(gotSums[b], expected);
        }
        const auto gotCopies = download<float>(copies);
        for (size_t i = 0; i < 512; ++i)
            QCOMPARE(gotCopies[i], in[i / 128 * 128 + (31 - i % 128 / 4) * 4 + i % 4]);
    }

    void integerMma() {
        std::mt19937 random(7);
        std::vector<int8_t> a(16 * 32), b(8 * 32);
        for (auto& v : a) v = static_cast<int8_t>(random());
        for (auto& v : b) v = static_cast<int8_t>(random());
        const auto da = upload(a), db = upload(b);
        const cuda::DeviceMemory d(3 * 128 * sizeof(int));
        sound::launchMmaS8(da.as<int8_t>(), db.as<int8_t>(), d.as<int>(), m_stream);
        const auto got = download<int>(d);
        for (size_t r = 0; r < 16; ++r) {
            for (size_t c = 0; c < 8; ++c) {
                int expected = 1;
                for (size_t k = 0; k < 32; ++k) expected += a[r * 32 + k] * b[c * 32 + k];
                for (size_t way = 0; way < 3; ++way) QCOMPARE(got[way * 128 + r * 8 + c], expected);
            }
        }
    }

    void floatMma() {
        std::mt19937 random(8);
        std::normal_distribution<float> normal;
        for (const bool bfloat : {false, true}) {
            std::vector<uint16_t> a(256), b(128);
            for (auto& v : a) v = bfloat ? floatToBf16(normal(random)) : floatToHalf(normal(random));
            for (auto& v : b) v = bfloat ? floatToBf16(normal(random)) : floatToHalf(normal(random));
            const auto da = upload(a), db = upload(b);
            const cuda::DeviceMemory d(128 * sizeof(float));
            sound::launchMmaF16(da.as<uint16_t>(), db.as<uint16_t>(), d.as<float>(), bfloat, m_stream);
            const auto got = download<float>(d);
            const auto widen = [bfloat](uint16_t v) { return bfloat ? bf16ToFloat(v) : halfToFloat(v); };
            for (size_t r = 0; r < 16; ++r) {
                for (size_t c = 0; c < 8; ++c) {
                    double expected = 1;
                    for (size_t k = 0; k < 16; ++k)
                        expected += double{widen(a[r * 16 + k])} * widen(b[c * 16 + k]);
                    QVERIFY(std::abs(got[r * 8 + c] - expected) < 1e-5);
                }
            }
        }
    }

    void halfFloats() {
        for (uint32_t bits = 0; bits < 65536; ++bits) {
            const auto half = static_cast<uint16_t>(bits);
            const float value = halfToFloat(half);
            if (std::isnan(value)) continue;
            QCOMPARE(floatToHalf(value), half);
        }
        QCOMPARE(floatToHalf(65519.0F), uint16_t{0x7bff});
        QCOMPARE(floatToHalf(65520.0F), uint16_t{0x7c00});
        QCOMPARE(floatToHalf(0x1p-25F), uint16_t{0});  // a tie goes to even
        QCOMPARE(floatToHalf(0x1.8p-24F), uint16_t{2});
        QCOMPARE(floatToHalf(1.0F + 0x1p-11F), uint16_t{0x3c00});
        QCOMPARE(floatToBf16(1.0F + 0x1p-8F), uint16_t{0x3f80});
        QCOMPARE(floatToBf16(1.0F + 0x1.8p-7F), uint16_t{0x3f82});
    }

    void refusesWrongLaunches() {
        const cuda::DeviceMemory memory(256);
        QVERIFY_EXCEPTION_THROWN(sound::launchReduce(memory.as<float>(), memory.as<float>(), 0, m_stream),
                                 Fault);
    }
};

QTEST_GUILESS_MAIN(TestMachine)
#include "tst_machine.moc"
