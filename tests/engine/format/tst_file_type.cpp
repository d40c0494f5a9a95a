#include "hearth/file_type.h"

#include <QtTest>

using namespace hearth;

class TestFileType : public QObject {
    Q_OBJECT

private slots:
    void namesAreThoseOfTheSpecification() {
        QCOMPARE(fileTypeName(0), std::string_view("F32"));
        QCOMPARE(fileTypeName(15), std::string_view("Q4_K_M"));
        QCOMPARE(fileTypeName(32), std::string_view("BF16"));
        QVERIFY(fileTypeName(4).empty() && fileTypeName(9999).empty());
    }
    // A file has one name, whichever of its blocks are the most.
    void theFileSaysWhatItIsCalled() {
        GgufTensor small, large;
        small.type = BlockType::Q4_K, small.sizeBytes = 100;
        large.type = BlockType::Q5_0, large.sizeBytes = 900;
        const std::vector<GgufTensor> tensors{small, large};
        QCOMPARE(quantizationName(15, tensors), std::string("Q4_K_M"));
        QCOMPARE(quantizationName(std::nullopt, tensors), std::string("Q5_0"));
        QCOMPARE(quantizationName(9999, tensors), std::string("Q5_0"));
        QCOMPARE(quantizationName(std::nullopt, {}), std::string());
    }
};

QTEST_GUILESS_MAIN(TestFileType)
#include "tst_file_type.moc"
