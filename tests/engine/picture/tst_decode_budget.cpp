#include "picture/decode_budget.h"

#include <QtTest>

#include "picture/picture_errors.h"

using namespace hearth;

namespace {

bool isTooLarge(PictureSize size, double bytesBeside) {
    try {
        checkPictureSize(size, bytesBeside);
    } catch (const Error& error) {
        return error.is(errors::largePicture);
    }
    return false;
}

}  // namespace

class TestDecodeBudget : public QObject {
    Q_OBJECT
private slots:
    void picturesHaveALimit() {
        QVERIFY(!isTooLarge({10'000, 10'000}, 0));
        QVERIFY(isTooLarge({10'001, 10'000}, 0));
        QVERIFY(isTooLarge({UINT32_MAX, UINT32_MAX}, 0));
        QVERIFY(!isTooLarge({8'000, 8'000}, 4));
        QVERIFY(isTooLarge({9'000, 9'000}, 4));
    }
    void timeIsCounted() {
        const DecodeBudget budget(1000);
        QVERIFY(!budget.isSpent());
        budget.check();
    }
    void timeEnds() {
        // A budget is of processor time: it takes five seconds of it to spend one.
        const DecodeBudget budget(0);
        volatile uint64_t work = 0;
        while (!budget.isSpent())
            for (int i = 0; i < 1'000'000; ++i) work = work + 1;
        bool told = false;
        try {
            budget.check();
        } catch (const Error& error) {
            told = error.is(errors::slowPicture);
        }
        QVERIFY(told);
    }
};

QTEST_GUILESS_MAIN(TestDecodeBudget)
#include "tst_decode_budget.moc"
