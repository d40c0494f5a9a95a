#include "hearth/platform/forked_child.h"

#include <QtTest>
#include <array>

#include "hearth/platform/process.h"

using namespace hearth::platform;

class TestForkedChild : public QObject {
    Q_OBJECT

private slots:
    void itAnswersUntilRequestsEnd() {
        ignoreBrokenPipes();
        ForkedChild child;
        QVERIFY(child.start([](const FileHandle& requests, const FileHandle& answers) {
            std::array<char, 1> letter;
            while (requests.read(letter) == 1) {
                ++letter[0];
                if (!answers.write(std::string_view(letter.data(), 1))) return;
            }
        }));
        for (const char asked : {'a', 'x'}) {
            QVERIFY(child.requests().write(std::string_view(&asked, 1)));
            std::array<char, 1> answer;
            QCOMPARE(child.answers().read(answer), ptrdiff_t(1));
            QCOMPARE(answer[0], char(asked + 1));
        }
    }

    void oneThatHasEndedEndsTheAnswers() {
        ignoreBrokenPipes();
        ForkedChild child;
        QVERIFY(child.start([](const FileHandle&, const FileHandle&) {}));
        std::array<char, 1> answer;
        QCOMPARE(child.answers().read(answer), ptrdiff_t(0));
    }

    void workRunsInAFork() {
        const int here = processId();
        QVERIFY(runForked([here] { return processId() != here; }));
        QVERIFY(!runForked([] { return false; }));
        QVERIFY(!runForked([]() -> bool { endNow(3); }));
    }
};

QTEST_APPLESS_MAIN(TestForkedChild)
#include "tst_forked_child.moc"
