#include "machine/card_list.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestCardList : public QObject {
    Q_OBJECT

private slots:
    void showsWhatThereIsWhenAsked() {
        std::vector<ListedCard> cards{{.number = 0, .name = "Quick", .totalBytes = 24, .freeBytes = 20},
                                      {.number = 1, .name = "Silent", .totalBytes = 8}};
        CardList list([&] { return cards; });
        QSignalSpy changed(&list, &CardList::changed);
        QCOMPARE(list.count(), 0);
        list.refresh();
        QTRY_COMPARE(list.count(), 2);
        const auto at = [&](int row, int role) { return list.data(list.index(row), role); };
        QCOMPARE(at(0, CardList::NameRole).toString(), QStringLiteral("Quick"));
        QCOMPARE(at(0, CardList::FreeBytesRole).toDouble(), 20.0);
        QCOMPARE(at(1, CardList::NumberRole).toInt(), 1);
        QCOMPARE(at(1, CardList::TotalBytesRole).toDouble(), 8.0);
        QCOMPARE(at(1, CardList::FreeBytesRole).toDouble(), -1.0);
        QCOMPARE(changed.count(), 1);

        cards.pop_back();
        list.refresh();
        QTRY_COMPARE(list.count(), 1);
        QCOMPARE(changed.count(), 2);
    }

    void withoutAListerThereAreNone() {
        CardList list({});
        list.refresh();
        QCoreApplication::processEvents();
        QCOMPARE(list.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestCardList)
#include "tst_card_list.moc"
