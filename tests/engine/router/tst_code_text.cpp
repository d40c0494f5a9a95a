#include <QtTest>

#include "hearth/routing.h"

using namespace hearth;

class TestCodeText : public QObject {
    Q_OBJECT

private slots:
    void tellsCodeFromText_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("code");
        const auto row = [](const char* name, const char* text, bool code) {
            QTest::newRow(name) << QByteArray(text) << code;
        };
        row("nothing", "", false);
        row("a question", "What is the capital of France?", false);
        row("a fence", "Why does this fail?\n```\nx\n```", true);
        row("Python", "def f(x):\n    return x + 1\n", true);
        row("C", "int main() {\n    puts(\"x\");\n}", true);
        row("JavaScript", "const x = f(1);\nconsole.log(x);", true);
        row("SQL", "SELECT * FROM t;\nUPDATE t SET x = 1;", true);
        row("Windows' lines", "int x = 1;\r\nint y = 2;\r\n", true);
        row("a trace", "Traceback (most recent call last):\nimport x as y;", true);
        row("one line alone", "int x = 1;", false);
        row("words that begin code", "import duties rise\nlet us go\nreturn tomorrow\nclass begins\nfor ever",
            false);
        row("a list", "- one\n- two\n- three", false);
        row("a poem with one semicolon", "The woods are lovely;\nI have promises to keep.", false);
        row("line ends alone", "\n\n\n\n", false);
    }
    void tellsCodeFromText() {
        QFETCH(QByteArray, text);
        QTEST(holdsCode(text.toStdString()), "code");
    }
    void takesTimeByLength() {
        // A megabyte without a line end, and one of line ends.
        QVERIFY(!holdsCode(std::string(1 << 20, 'x')));
        QVERIFY(!holdsCode(std::string(1 << 20, '\n')));
    }
};

QTEST_GUILESS_MAIN(TestCodeText)
#include "tst_code_text.moc"
