#include <QtTest>

#include "format/gguf/split_name.h"

using namespace hearth::format;

class SplitNameTest : public QObject {
    Q_OBJECT

private slots:
    void partsAreRecognised() {
        const auto name = parseSplitName("a-b-00002-of-00005.gguf");
        QVERIFY(name);
        QCOMPARE(name->prefix, std::string("a-b"));
        QCOMPARE(name->number, 2U);
        QCOMPARE(name->count, 5U);
        QCOMPARE(splitFileName(*name, 1), std::string("a-b-00001-of-00005.gguf"));
        QCOMPARE(splitFileName(*name, 5), std::string("a-b-00005-of-00005.gguf"));
    }

    void otherNamesAreNot() {
        for (const char* name : {"", ".gguf", "a.gguf", "-00001-of-00002.gguf", "a-00000-of-00002.gguf",
                                 "a-00003-of-00002.gguf", "a-0001-of-00002.gguf", "a-00001-of-00002.bin",
                                 "a_00001-of-00002.gguf", "a-0000x-of-00002.gguf", "a-00001-to-00002.gguf"})
            QVERIFY2(!parseSplitName(name), name);
    }
};

QTEST_APPLESS_MAIN(SplitNameTest)
#include "tst_split_name.moc"
