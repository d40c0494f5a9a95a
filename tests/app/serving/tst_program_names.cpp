#include "serving/program_names.h"

#include <QtTest>

using namespace hearth::app;

class TestProgramNames : public QObject {
    Q_OBJECT

    static OpenModel::Part part(const char* name, const char* path, const char* host = "") {
        OpenModel::Part part;
        part.name = name;
        part.modelPath = path;
        part.host = host;
        return part;
    }

private slots:
    void areThoseOfFiles_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<std::vector<OpenModel::Part>>("parts");
        using Parts = std::vector<OpenModel::Part>;
        QTest::newRow("none") << QStringList{} << Parts{};
        QTest::newRow("one") << QStringList{"qwen-Q8_0"} << Parts{part("Qwen", "/m/qwen-Q8_0.gguf")};
        QTest::newRow("one of a server")
            << QStringList{""} << Parts{part("Qwen", "endpoint:1/qwen", "rack.lan")};
        QTest::newRow("two") << QStringList{"a", "b"}
                             << Parts{part("A", "/m/a.gguf"), part("B", "/m/b.gguf")};
        QTest::newRow("one of two a server's")
            << QStringList{"a", ""} << Parts{part("A", "/m/a.gguf"), part("B", "endpoint:1/b", "rack.lan")};
        QTest::newRow("two of servers")
            << QStringList{"", ""}
            << Parts{part("A", "endpoint:1/a", "rack.lan"), part("A", "endpoint:2/a", "other.lan")};
        QTest::newRow("files of one name")
            << QStringList{"A", "B"} << Parts{part("A", "/m/x.gguf"), part("B", "/n/x.gguf")};
        QTest::newRow("of one name everywhere")
            << QStringList{"A", "A-2"} << Parts{part("A", "/m/x.gguf"), part("A", "/n/x.gguf")};
        QTest::newRow("the name that both have")
            << QStringList{"A", "b"} << Parts{part("A", "/m/auto.gguf"), part("B", "/m/b.gguf")};
        QTest::newRow("three") << QStringList{"A", "A-2", "b"}
                               << Parts{part("A", "/m/x.gguf"), part("A", "/n/x.gguf"),
                                        part("B", "/m/b.gguf")};
        QTest::newRow("that name alone") << QStringList{"auto"} << Parts{part("A", "/m/auto.gguf")};
    }
    void areThoseOfFiles() {
        QFETCH(QStringList, names);
        QFETCH(std::vector<OpenModel::Part>, parts);
        QCOMPARE(programNames(parts), names);
    }
};

QTEST_GUILESS_MAIN(TestProgramNames)
#include "tst_program_names.moc"
