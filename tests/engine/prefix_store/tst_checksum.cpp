#include "prefix_store/checksum.h"

#include <QtTest>
#include <set>
#include <vector>

using hearth::Checksum;

class TestChecksum : public QObject {
    Q_OBJECT
private slots:
    void noticesEveryChangedBit() {
        std::vector<std::byte> bytes(67);
        std::set<uint64_t> sums;
        for (size_t bit = 0; bit <= bytes.size() * 8; ++bit) {
            auto changed = bytes;
            if (bit < bytes.size() * 8) changed[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
            Checksum sum;
            sum.add(changed);
            sums.insert(sum.value());
        }
        QCOMPARE(sums.size(), bytes.size() * 8 + 1);
    }

    void noticesMissingZeros() {
        std::set<uint64_t> sums;
        for (size_t length = 0; length < 40; ++length) {
            Checksum sum;
            sum.add(std::vector<std::byte>(length));
            sums.insert(sum.value());
        }
        QCOMPARE(sums.size(), size_t{40});
    }

    void orderMatters() {
        Checksum a, b;
        a.add(1);
        a.add(2);
        b.add(2);
        b.add(1);
        QVERIFY(a.value() != b.value());
    }
};

QTEST_GUILESS_MAIN(TestChecksum)
#include "tst_checksum.moc"
