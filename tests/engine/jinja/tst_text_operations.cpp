#include "jinja/text_operations.h"

#include "snippet_test.h"

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestTextOperations : public test::SnippetTest {
    Q_OBJECT

public:
    TestTextOperations() : SnippetTest("text_operations", 50) {}

private slots:
    void lengthsAreCheckedBeforeAnythingIsBuilt() {
        Runtime runtime({.outputBytes = 1000}, {});
        const Text text = Text::trusted(std::string(100, 'x')), fill = Text::trusted("ab");
        QVERIFY_THROWS_EXCEPTION(
            Error, padText(runtime, text, int64_t{1} << 40U, Text::trusted(" "), Alignment::Left));
        QVERIFY_THROWS_EXCEPTION(
            Error, replaceText(runtime, text, Text::trusted("x"), Text::trusted(std::string(50, 'y')), -1));
        QVERIFY_THROWS_EXCEPTION(
            Error, replaceText(runtime, text, Text::trusted(""), Text::trusted(std::string(50, 'y')), -1));
        QVERIFY_THROWS_EXCEPTION(Error, splitText(runtime, text, "", kUnlimited));
    }

    void whereTextCameFromIsKept() {
        Runtime runtime({}, {});
        Text text = Text::trusted("<<");
        text.append("mine", false);
        text.append(Text::trusted(">>"));
        const Text swapped = replaceText(runtime, text, Text::trusted("i"), Text::trusted("I"), -1);
        QCOMPARE(swapped.bytes(), std::string("<<mIne>>"));
        QVERIFY(!swapped.trustedAt(2) && swapped.trustedAt(3) && !swapped.trustedAt(4));
        const Text turned = sliceText(runtime, text, 7, -1, -1);
        QCOMPARE(turned.bytes(), std::string(">>enim<<"));
        QVERIFY(turned.trustedAt(0) && !turned.trustedAt(2) && turned.trustedAt(7));
        const Text bare = stripText(runtime, text, nullptr, true, true);
        QCOMPARE(bare.bytes(), text.bytes());
        const Text marks = Text::trusted("<>");
        const Text inner = stripText(runtime, text, &marks, true, true);
        QCOMPARE(inner.bytes(), std::string("mine"));
        QVERIFY(!inner.trustedAt(0));
        QVERIFY(!changeCase(runtime, text, CaseChange::Upper).trustedAt(3));
        const Text escaped = escapeHtml(runtime, text);
        QCOMPARE(escaped.bytes(), std::string("&lt;&lt;mine&gt;&gt;"));
        QVERIFY(escaped.trustedAt(0) && !escaped.trustedAt(8));
    }
};

QTEST_GUILESS_MAIN(TestTextOperations)
#include "tst_text_operations.moc"
