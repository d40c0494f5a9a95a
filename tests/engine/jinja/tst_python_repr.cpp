#include "jinja/python_repr.h"

#include <cmath>
#include <limits>
#include "snippet_test.h"

using namespace hearth;
using namespace hearth::jinja;
using hearth::test::renderSnippet;

class TestPythonRepr : public test::SnippetTest {
    Q_OBJECT

public:
    TestPythonRepr() : SnippetTest("python_repr", 25) {}

private slots:
    void floats() {
        QCOMPARE(floatRepr(0.1), std::string("0.1"));
        QCOMPARE(floatRepr(100000.0), std::string("100000.0"));
        QCOMPARE(floatRepr(1e16), std::string("1e+16"));
        QCOMPARE(floatRepr(1e-5), std::string("1e-05"));
        QCOMPARE(floatRepr(1.7976931348623157e308), std::string("1.7976931348623157e+308"));
        QCOMPARE(floatRepr(-0.0), std::string("-0.0"));
        QCOMPARE(floatRepr(std::numeric_limits<double>::infinity()), std::string("inf"));
    }

    void theShortestDigitsThatReadBack() {
        for (const double number : {0.1 + 0.2, 1e22, 1e15, 123456789012345680.0, 2.0 / 3, 5e-324, 1e-4})
            QCOMPARE(std::strtod(floatRepr(number).c_str(), nullptr), number);
        QCOMPARE(floatRepr(1e15), std::string("1000000000000000.0"));
        QCOMPARE(floatRepr(1e-4), std::string("0.0001"));
        QCOMPARE(floatRepr(2.0 / 3), std::string("0.6666666666666666"));
        QCOMPARE(floatRepr(std::nan("")), std::string("nan"));
    }

    void quotesAreOursAndTextIsNot() {
        QCOMPARE(renderSnippet("{{ [s, 'a'] }}", true), std::string("['⟦Hello, World⟧', 'a']"));
    }
};

QTEST_GUILESS_MAIN(TestPythonRepr)
#include "tst_python_repr.moc"
