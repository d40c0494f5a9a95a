#include "hearth/finish_reason.h"

#include <QtTest>

using namespace hearth;

class TestFinishReason : public QObject {
    Q_OBJECT

private slots:
    void numbersAndNamesAreThoseOfStoredReplies() {
        // Databases and files hold these: a change here would change what they say.
        const std::vector<std::pair<int, std::string_view>> stored{
            {0, "stop"}, {1, "stop_string"}, {2, "length"}, {3, "context_full"}, {4, "cancelled"}};
        for (const auto& [number, name] : stored) {
            const auto reason = finishReasonOf(number);
            QVERIFY(reason && static_cast<int>(*reason) == number);
            QCOMPARE(finishReasonName(*reason), name);
            QCOMPARE(finishReasonOf(name), reason);
        }
        QCOMPARE(finishReasonOf(2), std::optional(FinishReason::MaxTokens));
    }

    void othersAreNone() {
        QVERIFY(!finishReasonOf(-1) && !finishReasonOf(5) && !finishReasonOf(1LL << 40));
        QVERIFY(!finishReasonOf("") && !finishReasonOf("end of text") && !finishReasonOf("Stop"));
    }
};

QTEST_APPLESS_MAIN(TestFinishReason)
#include "tst_finish_reason.moc"
