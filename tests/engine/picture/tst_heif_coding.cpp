#include "picture/heif_coding.h"

#include <QtTest>
#include <vector>

using namespace hearth;

namespace {

/// Writes numbers bit by bit, as parameter sets have them.
class BitsWritten {
public:
    BitsWritten& put(uint64_t value, int count) {
        for (int i = count - 1; i >= 0; --i) m_bits.push_back((value >> i & 1U) != 0);
        return *this;
    }
    BitsWritten& putGolomb(uint64_t value) {
        const int bits = std::bit_width(value + 1);
        return put(0, bits - 1).put(value + 1, bits);
    }
    std::vector<std::byte> bytes() const {
        std::vector<std::byte> bytes(m_bits.size() / 8 + 1);
        for (size_t i = 0; i < m_bits.size(); ++i)
            if (m_bits[i]) bytes[i / 8] |= std::byte{0x80} >> int(i % 8);
        return bytes;
    }

private:
    std::vector<bool> m_bits;
};

using Bytes = std::vector<std::byte>;

void append(Bytes& to, const Bytes& more) {
    to.insert(to.end(), more.begin(), more.end());
}

/// A sequence parameter set whose level has no zeros that would need guards.
Bytes sequence(uint64_t width, uint64_t height, int moreLayers = 0) {
    BitsWritten bits;
    bits.put(33 << 1, 8).put(1, 8).put(0, 4).put(unsigned(moreLayers), 3).put(1, 1);
    for (int i = 0; i < 12; ++i) bits.put(0x11, 8);
    for (int i = 0; i < moreLayers; ++i) bits.put(3, 2);
    if (moreLayers > 0) bits.put(0, 2 * (8 - moreLayers));
    for (int i = 0; i < moreLayers * 12; ++i) bits.put(0x11, 8);
    return bits.putGolomb(0).putGolomb(1).putGolomb(width).putGolomb(height).bytes();
}

Bytes withLength(const Bytes& unit, int lengthBytes) {
    Bytes bytes;
    for (int i = lengthBytes - 1; i >= 0; --i) bytes.push_back(std::byte(unit.size() >> (8 * i)));
    append(bytes, unit);
    return bytes;
}

Bytes hevcConfig(const std::vector<Bytes>& units) {
    Bytes bytes(23, std::byte{0});
    bytes[21] = std::byte{3};
    bytes[22] = std::byte{1};
    append(bytes, {std::byte{33}, std::byte{0}, std::byte(units.size())});
    for (const Bytes& unit : units) append(bytes, withLength(unit, 2));
    return bytes;
}

const Bytes slice{std::byte{19 << 1}, std::byte{1}, std::byte{0x80}, std::byte{1}};

Bytes obu(int type, const Bytes& body) {
    Bytes bytes{std::byte(type << 3 | 2), std::byte(body.size())};
    append(bytes, body);
    return bytes;
}

Bytes av1Sequence(bool isReduced, int bits, uint64_t width, uint64_t height) {
    BitsWritten out;
    out.put(0, 3).put(1, 1).put(isReduced, 1);
    if (isReduced)
        out.put(0, 5);
    else
        out.put(0, 1).put(0, 1).put(0, 5).put(0, 12).put(9, 5).put(0, 1);
    return obu(1, out.put(unsigned(bits) - 1, 4)
                      .put(unsigned(bits) - 1, 4)
                      .put(width - 1, bits)
                      .put(height - 1, bits)
                      .bytes());
}

const Bytes av1Config{std::byte{0x81}, std::byte{0}, std::byte{0}, std::byte{0}};
const Bytes frame = obu(6, {std::byte{0x10}, std::byte{0}});

}  // namespace

class TestHeifCoding : public QObject {
    Q_OBJECT
private slots:
    void hevcIsAsLargeAsItsLargestParametersSay() {
        const auto one = hevcLoad(hevcConfig({sequence(640, 480)}), withLength(slice, 4));
        QVERIFY(one.has_value());
        QCOMPARE(one->pixels, uint64_t{640 * 480});
        QCOMPARE(one->passes, uint64_t{1});
        const auto layers = hevcLoad(hevcConfig({sequence(640, 480, 2)}), withLength(slice, 4));
        QVERIFY(layers.has_value());
        QCOMPARE(layers->pixels, uint64_t{640 * 480});
        // Others stand among the data, where decoders go by them as well.
        Bytes data = withLength(sequence(9000, 8000), 4);
        append(data, withLength(slice, 4));
        append(data, withLength(slice, 4));
        const auto larger = hevcLoad(hevcConfig({sequence(64, 64)}), data);
        QVERIFY(larger.has_value());
        QCOMPARE(larger->pixels, uint64_t{9000 * 8000});
        QCOMPARE(larger->work(), uint64_t{2 * 9000 * 8000});
    }

    void hevcThatIsDamagedIsNone() {
        const Bytes good = hevcConfig({sequence(640, 480)});
        QVERIFY(!hevcLoad(good, {}));
        QVERIFY(!hevcLoad({}, withLength(slice, 4)));
        QVERIFY(!hevcLoad(hevcConfig({}), withLength(slice, 4)));
        QVERIFY(!hevcLoad(hevcConfig({sequence(0, 480)}), withLength(slice, 4)));
        QVERIFY(!hevcLoad(hevcConfig({sequence(640, 70000)}), withLength(slice, 4)));
        QVERIFY(!hevcLoad(hevcConfig({Bytes(20, std::byte{33 << 1})}), withLength(slice, 4)));
        for (size_t length = 0; length < good.size(); ++length)
            QVERIFY(!hevcLoad(std::span(good).first(length), withLength(slice, 4)));
        Bytes beyond = withLength(slice, 4);
        beyond[3] = std::byte{5};
        QVERIFY(!hevcLoad(good, beyond));
        // Lengths of 2 bytes.
        Bytes shortLengths = good;
        shortLengths[21] = std::byte{1};
        QVERIFY(!hevcLoad(shortLengths, withLength(slice, 4)));
    }

    void guardsBetweenZerosAreNoData() {
        // 2^16 - 1 as a number of variable length has 16 zeros in front of it, so bytes of zeros may meet.
        Bytes unit = sequence(65535, 65535), guarded;
        int zeros = 0;
        for (const std::byte byte : unit) {
            if (zeros >= 2 && byte <= std::byte{3}) {
                guarded.push_back(std::byte{3});
                zeros = 0;
            }
            zeros = byte == std::byte{0} ? zeros + 1 : 0;
            guarded.push_back(byte);
        }
        const auto load = hevcLoad(hevcConfig({guarded}), withLength(slice, 4));
        QVERIFY(load.has_value());
        QCOMPARE(load->pixels, uint64_t{65535} * 65535);
    }

    void av1IsAsLargeAsItsFramesMayBe() {
        Bytes data = av1Sequence(true, 10, 640, 480);
        append(data, frame);
        const auto still = av1Load(av1Config, data);
        QVERIFY(still.has_value());
        QCOMPARE(still->pixels, uint64_t{640 * 480});
        QCOMPARE(still->passes, uint64_t{1});
        // Frames of other pictures have sizes of their own, of as many bits.
        data = av1Sequence(false, 10, 640, 480);
        for (int i = 0; i < 3; ++i) append(data, frame);
        const auto film = av1Load(av1Config, data);
        QVERIFY(film.has_value());
        QCOMPARE(film->pixels, uint64_t{1024 * 1024});
        QCOMPARE(film->work(), uint64_t{3 * 1024 * 1024});
        Bytes config = av1Config;
        append(config, av1Sequence(true, 16, 60000, 50000));
        QCOMPARE(av1Load(config, data)->pixels, uint64_t{60000} * 50000);
    }

    void av1ThatIsDamagedIsNone() {
        Bytes good = av1Sequence(true, 10, 640, 480);
        QVERIFY(!av1Load(av1Config, good));
        append(good, frame);
        QVERIFY(av1Load(av1Config, good));
        QVERIFY(!av1Load({}, good));
        QVERIFY(!av1Load(av1Config, {}));
        QVERIFY(!av1Load(av1Config, frame));
        for (size_t length = 1; length < good.size(); ++length)
            QVERIFY(!av1Load(av1Config, std::span(good).first(length)));
        for (const Bytes& wrong : {Bytes{std::byte{0x80}}, Bytes{std::byte{0x0E}}, Bytes(12, std::byte{0xFF}),
                                   Bytes{std::byte{0x0A}, std::byte{0x80}}, obu(1, {std::byte{8}})}) {
            Bytes data = good;
            append(data, wrong);
            QVERIFY(!av1Load(av1Config, data));
        }
        // With times of frames.
        QVERIFY(!av1Load(av1Config, obu(1, Bytes(20, std::byte{0x04}))));
    }
};

QTEST_GUILESS_MAIN(TestHeifCoding)
#include "tst_heif_coding.moc"
