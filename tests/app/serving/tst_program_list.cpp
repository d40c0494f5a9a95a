#include "serving/program_list.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestProgramList : public QObject {
    Q_OBJECT

    static ClientFigures figures(uint64_t requests, int secondsAgo) {
        ClientFigures client;
        client.requests = requests;
        client.promptTokens = 2000;
        client.cachedTokens = 1500;
        client.generatedTokens = 1234;
        client.last = std::chrono::system_clock::time_point(std::chrono::seconds(1000000 - secondsAgo));
        return client;
    }

private slots:
    void theLastToAskIsFirst() {
        ProgramList list;
        list.show({{"aider", figures(1, 50)}, {"llm", figures(3, 10)}});
        QCOMPARE(list.rowCount(), 2);
        QCOMPARE(list.data(list.index(0), ProgramList::NameRole).toString(), QString("llm"));
        QCOMPARE(list.data(list.index(0), ProgramList::FiguresRole).toString(),
                 QString("3 requests, 2,000 tokens read, 75 % of them cached, 1,234 written"));
        QVERIFY(!list.data(list.index(5), ProgramList::NameRole).isValid());
    }
    void rowsStayWhereNothingMoved() {
        ProgramList list;
        list.show({{"aider", figures(1, 50)}, {"llm", figures(3, 10)}});
        QSignalSpy reset(&list, &QAbstractItemModel::modelReset),
            changed(&list, &QAbstractItemModel::dataChanged);
        list.show({{"aider", figures(1, 50)}, {"llm", figures(4, 5)}});
        QCOMPARE(reset.count(), 0);
        QCOMPARE(changed.count(), 1);
        list.show({{"aider", figures(2, 1)}, {"llm", figures(4, 5)}});
        QCOMPARE(list.data(list.index(0), ProgramList::NameRole).toString(), QString("aider"));
    }
};

QTEST_GUILESS_MAIN(TestProgramList)
#include "tst_program_list.moc"
