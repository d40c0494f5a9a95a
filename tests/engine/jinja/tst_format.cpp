#include "snippet_test.h"

using namespace hearth;
using hearth::test::renderSnippet;

class TestFormat : public test::SnippetTest {
    Q_OBJECT

public:
    TestFormat() : SnippetTest("format", 34) {}

private slots:
    void whereTextCameFromIsKept() {
        QCOMPARE(renderSnippet("{{ '<%s|%5d>' % (s, 3) }}", true), std::string("<⟦Hello, World⟧|    3>"));
        QCOMPARE(renderSnippet("{{ '<{}|{x}>'.format(s, x=u[0]) }}", true),
                 std::string("<⟦Hello, World⟧|⟦Z⟧>"));
    }

    void widthsAreBounded() {
        QVERIFY(renderSnippet("{{ '%1000000000000d' % 1 }}").starts_with("error: "));
        QVERIFY(renderSnippet("{{ '{:1000000000000}'.format(1) }}").starts_with("error: "));
        QVERIFY(renderSnippet("{{ '%.1000000000000f' % 1.5 }}").starts_with("error: "));
    }

    void nothingIsReachedThroughAttributes() {
        QVERIFY(renderSnippet("{{ '{0.__class__}'.format(s) }}").starts_with("error: "));
        QVERIFY(renderSnippet("{{ '{'.format() }}").starts_with("error: "));
    }
};

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
