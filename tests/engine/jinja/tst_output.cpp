#include "jinja/output.h"

#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::jinja;

class TestOutput : public QObject {
    Q_OBJECT

private slots:
    void keepsWhereBytesCameFrom() {
        Runtime runtime({}, {});
        Output out(runtime);
        out.append("ab", true);
        out.append(Text("cdef", false), 1, 3);
        const Text text = out.take();
        QCOMPARE(text.bytes(), std::string("abde"));
        QVERIFY(text.trustedAt(1) && !text.trustedAt(2));
    }

    void lengthIsCheckedBeforeItGrows() {
        Runtime runtime({.outputBytes = 100}, {});
        Output out(runtime);
        out.append(std::string(100, 'x'), true);
        QVERIFY_THROWS_EXCEPTION(Error, out.append("y", true));
        QCOMPARE(out.size(), size_t{100});
    }

    void manyOriginsTakeMemory() {
        Runtime runtime({.outputBytes = 10'000}, {});
        Output out(runtime);
        QVERIFY_THROWS_EXCEPTION(Error, [&] {
            for (int i = 0; i < 9000; ++i) out.append("x", i % 2 == 0);
        }());
    }
};

QTEST_GUILESS_MAIN(TestOutput)
#include "tst_output.moc"
