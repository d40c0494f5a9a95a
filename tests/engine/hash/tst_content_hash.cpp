#include "hash/content_hash.h"

#include <QtTest>
#include <set>
#include <thread>
#include <vector>

using namespace hearth;

class TestContentHash : public QObject {
    Q_OBJECT

    using Bytes = std::vector<std::byte>;
    static Bytes numbered(size_t count) {
        Bytes bytes(count);
        for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 7 + i / 256);
        return bytes;
    }

private slots:
    void everyBitCounts() {
        for (const size_t size : {1U, 7U, 8U, 31U, 32U, 33U, 100U, 4099U}) {
            Bytes bytes = numbered(size);
            const ContentHash before = contentHash(bytes);
            QVERIFY(before == contentHash(bytes));
            QVERIFY(before != contentHash(bytes, 1));
            for (size_t i = 0; i < size; ++i) {
                for (const int bit : {0, 7}) {
                    bytes[i] ^= static_cast<std::byte>(1 << bit);
                    const ContentHash after = contentHash(bytes);
                    QVERIFY(after.low != before.low && after.high != before.high);
                    bytes[i] ^= static_cast<std::byte>(1 << bit);
                }
            }
        }
    }

    void isWrittenInHexFromTheHighEnd() {
        QCOMPARE(hexText({0x0123456789abcdefU, 1}), std::string("00000000000000010123456789abcdef"));
    }

    void lengthAndOrderCount() {
        std::set<uint64_t> seen;
        const Bytes zeros(300);
        for (size_t size = 0; size <= zeros.size(); ++size)
            seen.insert(contentHash(std::span(zeros).first(size)).low);
        QCOMPARE(seen.size(), zeros.size() + 1);
        Bytes bytes = numbered(4096), moved = bytes;
        // Words, and lanes of words, that change places.
        for (const size_t step : {8U, 32U, 1024U}) {
            moved = bytes;
            std::swap_ranges(moved.begin(), moved.begin() + 8, moved.begin() + static_cast<ptrdiff_t>(step));
            QVERIFY(contentHash(moved) != contentHash(bytes));
        }
        const ContentHash a = contentHash(bytes), b = contentHash(moved);
        QVERIFY(joined(a, b) != joined(b, a));
        QVERIFY(joined(a, b) == joined(a, b));
    }

    void aDigestDependsOnWhatAndWhereAndNotOnWhen() {
        const Bytes bytes = numbered(64'000);
        const auto digest = [&](bool backwards, const char* name, uint64_t shift) {
            WeightDigest sum;
            for (size_t i = 0; i < 64; ++i) {
                const size_t piece = backwards ? 63 - i : i;
                sum.add(name, piece * 1000 + shift, std::span(bytes).subspan(piece * 1000, 1000));
            }
            return sum.value();
        };
        QVERIFY(digest(false, "a", 0) == digest(true, "a", 0));
        QVERIFY(digest(false, "a", 0) != digest(false, "b", 0));
        QVERIFY(digest(false, "a", 0) != digest(false, "a", 1));
        WeightDigest together;
        std::vector<std::thread> threads;
        for (size_t part = 0; part < 4; ++part) {
            threads.emplace_back([&, part] {
                for (size_t i = part; i < 64; i += 4)
                    together.add("a", i * 1000, std::span(bytes).subspan(i * 1000, 1000));
            });
        }
        for (std::thread& thread : threads) thread.join();
        QVERIFY(together.value() == digest(false, "a", 0));
    }
};

QTEST_GUILESS_MAIN(TestContentHash)
#include "tst_content_hash.moc"
