#include "chat/conversation_list_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "notices/toast_queue.h"

using namespace hearth::app;

class TestConversationListModel : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    ToastQueue m_toasts;

    qint64 add(const QString& title, qint64 time) {
        store::Conversation conversation;
        conversation.title = title;
        conversation.createdAt = time;
        m_store->conversations().insert(conversation);
        return conversation.id;
    }
    static QStringList titles(const ConversationListModel& model) {
        QStringList out;
        for (int row = 0; row < model.count(); ++row)
            out += model.data(model.index(row), ConversationListModel::TitleRole).toString();
        return out;
    }

private slots:
    void allGoToTheTrashAndComeBackTogether() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel model(*store, toasts);
        std::vector<qint64> ids;
        for (const char* title : {"a", "b", "c", "d"}) {
            store::Conversation conversation;
            conversation.title = title;
            store::Message question, answer;
            store->addTurn(conversation, question, answer);
            ids.push_back(conversation.id);
        }
        store->conversations().setFolder(ids[0], "F");
        // One was deleted before, and stays where it is.
        store->conversations().moveToTrash(ids[3], 5);
        model.reload();
        model.setCurrent(ids[1]);
        QCOMPARE(model.total(), 3);
        QSignalSpy removed(&model, &ConversationListModel::removed);
        model.removeAll();
        QCOMPARE(model.total(), 0);
        QCOMPARE(model.count(), 0);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed[0][0].toLongLong(), ids[1]);
        QCOMPARE(toasts.message(), QString("3 chats moved to the trash"));
        toasts.act();
        QCOMPARE(model.total(), 3);
        QCOMPARE(store->conversations().find(ids[3])->deletedAt, 5);
    }

    void init() { m_store = store::Store::inMemory(); }

    void sections() {
        const QDateTime now(QDate(2026, 3, 10), QTime(0, 30));
        const auto section = [&](const QDateTime& at) {
            return ConversationListModel::sectionOf(false, at, now);
        };
        QCOMPARE(section(now.addSecs(-60)), QStringLiteral("Today"));
        QCOMPARE(section(now.addSecs(-3600)), QStringLiteral("Yesterday"));
        QCOMPARE(section(now.addDays(-2)), QStringLiteral("Last 7 days"));
        QCOMPARE(section(now.addDays(-7)), QStringLiteral("Last 7 days"));
        QCOMPARE(section(now.addDays(-8)), QStringLiteral("Older"));
        QCOMPARE(section(now.addYears(10)), QStringLiteral("Today"));  // a clock that was wrong
        QCOMPARE(ConversationListModel::sectionOf(true, now, now), QStringLiteral("Pinned"));
    }

    void aRowUnderAnotherHeadingIsMadeAnew() {
        const qint64 only = add("only", 100);
        ConversationListModel model(*m_store, m_toasts);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        const auto section = [&] {
            return model.data(model.index(0), ConversationListModel::SectionRole).toString();
        };
        model.setPinned(only, true);
        QCOMPARE(section(), QStringLiteral("Pinned"));
        QCOMPARE(inserted.count(), 1);
        model.rename(only, "renamed");
        QCOMPARE(inserted.count(), 1);
        model.setPinned(only, false);
        QCOMPARE(section(), QStringLiteral("Older"));
        QCOMPARE(inserted.count(), 2);
    }

    void followsEveryChangeInPlace() {
        const qint64 a = add("a", 100), b = add("b", 200), c = add("c", 300);
        ConversationListModel model(*m_store, m_toasts);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(titles(model), QStringList({"c", "b", "a"}));
        model.setPinned(a, true);
        QCOMPARE(titles(model), QStringList({"a", "c", "b"}));
        m_store->conversations().touch(b, 400);
        model.refresh(b);
        QCOMPARE(titles(model), QStringList({"a", "b", "c"}));
        model.setPinned(a, false);
        QCOMPARE(titles(model), QStringList({"b", "c", "a"}));
        model.rename(c, "  the   new\nname ");
        QCOMPARE(titles(model), QStringList({"b", "the new name", "a"}));
        model.rename(c, "   ");
        QCOMPARE(titles(model).at(1), QStringLiteral("the new name"));
        const qint64 d = add("d", 250);
        model.refresh(d);
        QCOMPARE(titles(model), QStringList({"b", "the new name", "d", "a"}));
        // The same as a fresh list.
        ConversationListModel fresh(*m_store, m_toasts);
        QCOMPARE(titles(model), titles(fresh));
    }

    void removalCanBeUndone() {
        const qint64 a = add("a", 100);
        add("b", 200);
        ConversationListModel model(*m_store, m_toasts);
        QSignalSpy opened(&model, &ConversationListModel::openRequested);
        model.remove(a);
        QCOMPARE(titles(model), QStringList({"b"}));
        QVERIFY(m_toasts.isVisible());
        m_toasts.act();
        QCOMPARE(titles(model), QStringList({"b", "a"}));
        QCOMPARE(opened.count(), 1);
    }

    void readsByThePage() {
        for (int i = 0; i < 450; ++i) add(QString::number(i), 1000 + i);
        ConversationListModel model(*m_store, m_toasts);
        QCOMPARE(model.count(), 200);
        QVERIFY(model.canFetchMore({}));
        model.fetchMore({});
        model.fetchMore({});
        QCOMPARE(model.count(), 450);
        QVERIFY(!model.canFetchMore({}));
        QCOMPARE(titles(model).last(), QStringLiteral("0"));
    }

    void marksWhatIsOpenAndBusy() {
        const qint64 a = add("a", 100), b = add("b", 200);
        ConversationListModel model(*m_store, m_toasts);
        model.setCurrent(a);
        model.busy->set(b, true);
        QCOMPARE(model.currentRow(), 1);
        QVERIFY(model.data(model.index(1), ConversationListModel::CurrentRole).toBool());
        QVERIFY(model.data(model.index(0), ConversationListModel::BusyRole).toBool());
        model.busy->set(b, false);
        QVERIFY(!model.data(model.index(0), ConversationListModel::BusyRole).toBool());
        QSignalSpy opened(&model, &ConversationListModel::openRequested);
        model.openNext(-1);
        QCOMPARE(opened[0][0].toLongLong(), b);
        model.create();
        QCOMPARE(opened[1][0].toLongLong(), 0);
    }
};

QTEST_GUILESS_MAIN(TestConversationListModel)
#include "tst_conversation_list_model.moc"
