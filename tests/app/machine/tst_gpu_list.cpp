#include "machine/gpu_list.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestGpuList : public QObject {
    Q_OBJECT

private slots:
    void showsWhatThereIsWhenAsked() {
        std::vector<ListedGpu> cards{{.number = 0, .name = "Quick", .totalBytes = 24, .freeBytes = 20},
                                     {.number = 1, .name = "Silent", .totalBytes = 8}};
        GpuList list([&] { return cards; });
        QSignalSpy changed(&list, &GpuList::changed);
        QCOMPARE(list.count(), 0);
        list.refresh();
        QTRY_COMPARE(list.count(), 2);
        const auto at = [&](int row, int role) { return list.data(list.index(row), role); };
        QCOMPARE(at(0, GpuList::NameRole).toString(), QStringLiteral("Quick"));
        QCOMPARE(at(0, GpuList::FreeBytesRole).toDouble(), 20.0);
        QCOMPARE(at(1, GpuList::NumberRole).toInt(), 1);
        QCOMPARE(at(1, GpuList::TotalBytesRole).toDouble(), 8.0);
        QCOMPARE(at(1, GpuList::FreeBytesRole).toDouble(), -1.0);
        QCOMPARE(changed.count(), 1);

        cards.pop_back();
        list.refresh();
        QTRY_COMPARE(list.count(), 1);
        QCOMPARE(changed.count(), 2);
    }

    void withoutAListerThereAreNone() {
        GpuList list({});
        list.refresh();
        QCoreApplication::processEvents();
        QCOMPARE(list.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestGpuList)
#include "tst_gpu_list.moc"
