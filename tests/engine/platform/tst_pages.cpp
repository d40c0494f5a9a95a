#include "hearth/platform/pages.h"

#include <QtTest>
#include <cstdint>

using namespace hearth::platform;

class TestPages : public QObject {
    Q_OBJECT
private slots:
    void pagesAreZeroAndCanBeGivenBack() {
        constexpr size_t bytes = size_t{8} << 20U, page = 4096;
        auto* const pages = static_cast<char*>(mapPages(bytes));
        QVERIFY(pages != nullptr);
        preferHugePages(pages, bytes);
        QCOMPARE(pages[bytes - 1], '\0');
        pages[0] = pages[bytes - 1] = 'x';
        discardPages(pages + bytes - page, page);
        QCOMPARE(pages[bytes - 1], '\0');
        QCOMPARE(pages[0], 'x');
        unmapPages(pages, bytes);
    }
    void tooMuchIsRefused() { QVERIFY(mapPages(SIZE_MAX / 2) == nullptr); }
};

QTEST_APPLESS_MAIN(TestPages)
#include "tst_pages.moc"
