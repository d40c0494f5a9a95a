#include <QTest>

#include "look/code_language.h"

using namespace hearth::app;

class TestCodeLanguage : public QObject {
    Q_OBJECT

private slots:
    void knowsFiftyLanguages() {
        const QStringList names{
            "bash",       "powershell", "c",        "c++",  "cuda",  "objc",    "glsl",    "python",
            "javascript", "typescript", "jsx",      "rust", "go",    "java",    "groovy",  "kotlin",
            "swift",      "c#",         "ruby",     "php",  "lua",   "perl",    "r",       "julia",
            "haskell",    "elm",        "ocaml",    "f#",   "lisp",  "clojure", "scheme",  "sql",
            "cmake",      "dockerfile", "makefile", "qml",  "json",  "yaml",    "toml",    "ini",
            "html",       "xml",        "css",      "scss", "vb",    "pascal",  "fortran", "elixir",
            "scala",      "dart",       "zig",      "nix",  "latex", "matlab",  "graphql", "proto",
            "terraform",  "asm"};
        QVERIFY(names.size() >= 50);
        for (const QString& name : names) QVERIFY2(findCodeLanguage(name), qPrintable(name));
        QVERIFY(findCodeLanguage(" Python "));
        QVERIFY(!findCodeLanguage("no-such-language"));
        QVERIFY(!findCodeLanguage(""));
    }

    // One sentence a case: the code, then "part:text" of what is coloured.
    void colours_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("shell") << "bash"
                               << "export REPO=sftp:nas:/backup  # once"
                               << QStringList{"K:export", "S:sftp:nas:/backup", "C:# once"};
        QTest::newRow("shell command") << "sh"
                                       << "restic forget --keep-daily 7 | grep -v for"
                                       << QStringList{"F:restic", "N:7", "F:grep", "K:for"};
        QTest::newRow("shell length") << "bash"
                                      << "echo $#" << QStringList{"F:echo"};
        QTest::newRow("c++") << "cpp"
                             << "return std::max(1.5f, call(\"a\\\"b\")); // done"
                             << QStringList{"K:return", "F:max",        "N:1.5f",
                                            "F:call",   "S:\"a\\\"b\"", "C:// done"};
        QTest::newRow("python") << "python"
                                << "def f(x): return 'a#b' # c"
                                << QStringList{"K:def", "F:f", "K:return", "S:'a#b'", "C:# c"};
        QTest::newRow("sql") << "sql"
                             << "SELECT name FROM t WHERE id = 0x1F -- all"
                             << QStringList{"K:SELECT", "K:FROM", "K:WHERE", "N:0x1F", "C:-- all"};
        QTest::newRow("inside a line")
            << "c"
            << "int a; /* b */ int c;" << QStringList{"K:int", "C:/* b */", "K:int"};
        QTest::newRow("word with digits") << "c"
                                          << "x86 = a1;" << QStringList{};
        QTest::newRow("open string") << "c"
                                     << "char* s = \"never ends" << QStringList{"K:char", "S:\"never ends"};
        QTest::newRow("backslash at the end") << "c"
                                              << "\"\\" << QStringList{"S:\"\\"};
    }
    void colours() {
        QFETCH(QString, language);
        QFETCH(QString, code);
        QFETCH(QStringList, parts);
        int state = 0;
        QStringList found;
        for (const CodeSpan& span : codeSpans(*findCodeLanguage(language), code, state))
            found << QString("KSNFC"[static_cast<int>(span.part)]) + ":" + code.mid(span.start, span.length);
        QCOMPARE(found, parts);
        QCOMPARE(state, 0);
    }

    void carriesOpenPartsOverLines() {
        const CodeLanguage& c = *findCodeLanguage("c");
        int state = 0;
        codeSpans(c, u"int a; /* starts", state);
        QCOMPARE(state, 1);
        QCOMPARE(codeSpans(c, u"goes on", state), (std::vector<CodeSpan>{{0, 7, CodePart::Comment}}));
        QCOMPARE(state, 1);
        const auto last = codeSpans(c, u"ends */ int", state);
        QCOMPARE(state, 0);
        QCOMPARE(last.size(), size_t(2));
        QCOMPARE(last[1].part, CodePart::Keyword);

        const CodeLanguage& python = *findCodeLanguage("python");
        codeSpans(python, u"x = '''one", state);
        QCOMPARE(state, 3);
        codeSpans(python, u"two \"\"\" three''' + 1", state);
        QCOMPARE(state, 0);
    }

    // Spans lie inside the line, in order, without overlap, for any text; and the time is linear.
    void survivesAnyLine() {
        quint32 seed = 1;
        const QString letters = QStringLiteral("ab1 \"'`\\/*#-<>!=;(){}[]\n\t\u00e9\u4e00$|");
        for (int round = 0; round < 2000; ++round) {
            QString line;
            for (int i = 0; i < 60; ++i) {
                seed = seed * 1664525 + 1013904223;
                line += letters[static_cast<int>(seed >> 8) % letters.size()];
            }
            for (const char* name : {"bash", "cpp", "python", "lua", "sql", "html"}) {
                int state = round % 3;
                int end = 0;
                for (const CodeSpan& span : codeSpans(*findCodeLanguage(name), line, state)) {
                    QVERIFY(span.start >= end && span.length > 0);
                    end = span.start + span.length;
                }
                QVERIFY(end <= line.size());
                QVERIFY(state >= 0);
            }
        }
        int state = 0;
        QElapsedTimer timer;
        timer.start();
        codeSpans(*findCodeLanguage("python"), QString(1 << 20, u'('), state);
        QVERIFY(timer.elapsed() < 2000);
    }
};

QTEST_GUILESS_MAIN(TestCodeLanguage)
#include "tst_code_language.moc"
