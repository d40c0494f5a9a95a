#include "backend/cpu/memory.h"

#include <algorithm>
#include <vector>

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;

class TestMemory : public QObject {
    Q_OBJECT

private slots:
    void isZeroAndAligned() {
        for (const size_t bytes : {1UL, 64UL, 5000UL, 2UL << 20U, (3UL << 20U) + 17}) {
            const Memory memory(bytes);
            QCOMPARE(memory.size(), bytes);
            QCOMPARE(reinterpret_cast<uintptr_t>(memory.data()) % 64, uintptr_t(0));
            QVERIFY(std::all_of(memory.data(), memory.data() + bytes,
                                [](std::byte b) { return b == std::byte{0}; }));
        }
        QCOMPARE(Memory(0).data(), nullptr);
    }
    void movesAndGrows() {
        Memory a(100);
        a.data()[0] = std::byte{7};
        Memory b(std::move(a));
        QCOMPARE(b.data()[0], std::byte{7});
        b.reserve(50);
        QCOMPARE(b.data()[0], std::byte{7});  // large enough already
        b.reserve(4UL << 20U);
        QCOMPARE(b.size(), 4UL << 20U);
    }
    void saysHowMuchWasAskedFor() {
        try {
            const Memory memory(SIZE_MAX / 2 + 1);
            QFAIL("got it");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::OutOfMemory);
            QVERIFY(QString(error.what()).contains("MiB"));
        }
    }
    void arenaPiecesAreApart() {
        Arena arena;
        std::vector<Arena::Piece> pieces;
        for (const size_t bytes :
             {1UL, 100UL, 1UL << 20U, 40UL << 20U, 8UL << 20U, 30UL << 20U, 7UL << 20U}) {
            pieces.push_back(arena.take(bytes));
            QCOMPARE(reinterpret_cast<uintptr_t>(pieces.back().data) % 64, uintptr_t(0));
            std::fill_n(pieces.back().data, bytes, static_cast<std::byte>(pieces.size()));
        }
        for (size_t i = 0; i < pieces.size(); ++i) QCOMPARE(pieces[i].data[0], static_cast<std::byte>(i + 1));
        QCOMPARE(pieces[0].chunk, pieces[1].chunk);  // small ones share
        QVERIFY(pieces[3].chunk != pieces[0].chunk);
    }
    void rowsOfSlices() {
        CpuBuffer buffer(3, 10);
        QCOMPARE(rowOf({&buffer, 4, 2}, 2), buffer.memory.as<float>() + 24);
    }
};

QTEST_APPLESS_MAIN(TestMemory)
#include "tst_memory.moc"
