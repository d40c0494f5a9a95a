#include "hearth/platform/library.h"

#include <QtTest>

using namespace hearth::platform;

class TestLibrary : public QObject {
    Q_OBJECT
private slots:
    void functionsAreFound() {
        for (const LibraryUse use : {LibraryUse::WhileOpen, LibraryUse::ForGood}) {
            const Library math("libm.so.6", use);
            QVERIFY(math.isOpen() && math.problem().empty());
            double (*cosine)(double) = nullptr;
            math.find(cosine, "cos");
            QVERIFY(cosine != nullptr);
            QCOMPARE(cosine(0), 1.0);
            math.find(cosine, "hearthNoSuchFunction");
            QVERIFY(cosine == nullptr);
        }
    }
    void whatIsNotThereHasAReason() {
        const Library none("/nowhere/library.so", LibraryUse::ForGood);
        QVERIFY(!none.isOpen() && !none.problem().empty());
        void (*function)() = nullptr;
        none.find(function, "any");
        QVERIFY(function == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestLibrary)
#include "tst_library.moc"
