#include <QAbstractItemModelTester>
#include <QtTest>

#include "chat/conversation_list_model.h"
#include "notices/toast_queue.h"

using namespace hearth::app;

class TestConversationFolders : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    ToastQueue m_toasts;

    qint64 add(const QString& title, qint64 time, const QString& folder = {}) {
        store::Conversation conversation;
        conversation.title = title;
        conversation.createdAt = time;
        conversation.folder = folder;
        m_store->conversations().insert(conversation);
        return conversation.id;
    }
    /// "[Allotment 2]" for a folder, "+a" for a conversation below one.
    static QStringList shown(const ConversationListModel& model) {
        QStringList out;
        for (int row = 0; row < model.count(); ++row) {
            const auto data = [&](int role) { return model.data(model.index(row), role); };
            const QString title = data(ConversationListModel::TitleRole).toString();
            out += data(ConversationListModel::IsFolderRole).toBool()
                       ? QStringLiteral("[%1 %2]").arg(title).arg(
                             data(ConversationListModel::FolderCountRole).toInt())
                   : data(ConversationListModel::InFolderRole).toBool() ? u'+' + title
                                                                        : title;
        }
        return out;
    }

private slots:
    void init() { m_store = store::Store::inMemory(); }

    void foldersStandBetweenPinnedAndTheRest() {
        const qint64 a = add("a", 100), b = add("b", 200), c = add("c", 300), d = add("d", 400);
        ConversationListModel model(*m_store, m_toasts);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPinned(a, true);
        model.moveToFolder(b, "Work");
        model.moveToFolder(c, "Allotment");
        QCOMPARE(shown(model), QStringList({"a", "[Allotment 1]", "[Work 1]", "d"}));
        QStringList sections;
        for (int row = 0; row < 3; ++row)
            sections += model.index(row).data(ConversationListModel::SectionRole).toString();
        QCOMPARE(sections, QStringList({"Pinned", "Folders", "Folders"}));
        model.toggleFolder("Work");
        QCOMPARE(shown(model), QStringList({"a", "[Allotment 1]", "[Work 1]", "+b", "d"}));
        model.moveToFolder(d, " Work ");
        QCOMPARE(shown(model), QStringList({"a", "[Allotment 1]", "[Work 2]", "+d", "+b"}));
        // A pinned chat stands above, wherever it is kept.
        model.setPinned(d, true);
        QCOMPARE(shown(model), QStringList({"d", "a", "[Allotment 1]", "[Work 1]", "+b"}));
        model.setPinned(d, false);
        model.moveToFolder(c, "");
        QCOMPARE(shown(model), QStringList({"a", "[Work 2]", "+d", "+b", "c"}));
        model.remove(d);
        QCOMPARE(shown(model), QStringList({"a", "[Work 1]", "+b", "c"}));
        m_toasts.act();
        QCOMPARE(shown(model), QStringList({"a", "[Work 2]", "+d", "+b", "c"}));
        model.renameFolder("Work", "Paid work");
        QCOMPARE(shown(model), QStringList({"a", "[Paid work 2]", "+d", "+b", "c"}));
        QCOMPARE(model.folderNames(), QStringList({"Paid work"}));
        model.renameFolder("Paid work", "");
        QCOMPARE(shown(model), QStringList({"a", "d", "c", "b"}));
        ConversationListModel fresh(*m_store, m_toasts);
        QCOMPARE(shown(model), shown(fresh));
    }

    void whatIsOpenIsShown() {
        const qint64 a = add("a", 100, "Work");
        add("b", 200);
        ConversationListModel model(*m_store, m_toasts);
        QCOMPARE(shown(model), QStringList({"[Work 1]", "b"}));
        model.setCurrent(a);
        QCOMPARE(shown(model), QStringList({"[Work 1]", "+a", "b"}));
        QCOMPARE(model.currentRow(), 1);
        QVERIFY(!model.data(model.index(0), ConversationListModel::CurrentRole).toBool());
        // Alt+Up and Alt+Down pass over folders.
        QSignalSpy opened(&model, &ConversationListModel::openRequested);
        model.openNext(1);
        QCOMPARE(opened.count(), 1);
        model.openNext(-1);
        QCOMPARE(opened.count(), 1);
    }

    void aClosedFolderShowsThatItHoldsTheOpenChat() {
        const qint64 a = add("a", 100, "Work"), b = add("b", 200), c = add("c", 300, "Allotment");
        ConversationListModel model(*m_store, m_toasts);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto marked = [&] {
            QStringList titles;
            for (int row = 0; row < model.count(); ++row)
                if (model.data(model.index(row), ConversationListModel::CurrentRole).toBool())
                    titles += model.data(model.index(row), ConversationListModel::TitleRole).toString();
            return titles.join(',');
        };
        model.setCurrent(a);
        QCOMPARE(marked(), QString("a"));
        model.toggleFolder("Work");
        QCOMPARE(shown(model), QStringList({"[Allotment 1]", "[Work 1]", "b"}));
        QCOMPARE(marked(), QString("Work"));
        QCOMPARE(model.currentRow(), 1);
        model.toggleFolder("Allotment");
        QCOMPARE(marked(), QString("Work"));
        // From there the arrows go on.
        QSignalSpy opened(&model, &ConversationListModel::openRequested);
        model.openNext(1);
        QCOMPARE(opened.takeFirst().at(0).toLongLong(), b);
        model.openNext(-1);
        QCOMPARE(opened.takeFirst().at(0).toLongLong(), c);
        QSignalSpy changed(&model, &ConversationListModel::dataChanged);
        model.setCurrent(b);
        QCOMPARE(marked(), QString("b"));
        QCOMPARE(changed.count(), 2);
        // It is taken out of its folder, or pinned, elsewhere.
        model.setCurrent(a);
        model.toggleFolder("Work");
        model.setPinned(a, true);
        QCOMPARE(marked(), QString("a"));
        model.setPinned(a, false);
        QCOMPARE(marked(), QString("Work"));
        model.moveToFolder(a, "Allotment");
        QCOMPARE(marked(), QString("a"));
        model.toggleFolder("Allotment");
        QCOMPARE(marked(), QString("Allotment"));
        model.renameFolder("Allotment", "Garden");
        QCOMPARE(marked(), QString("Garden"));
        model.remove(a);
        QCOMPARE(marked(), QString());
    }

    void aClosedFolderShowsThatAChatInItReplies() {
        const qint64 a = add("a", 100, "Work"), b = add("b", 200);
        ConversationListModel model(*m_store, m_toasts);
        const auto busy = [&model](int row) {
            return model.data(model.index(row), ConversationListModel::BusyRole).toBool();
        };
        model.busy->set(b, true);
        QVERIFY(!busy(0));
        model.busy->set(a, true);
        QCOMPARE(model.busy->count(), 2);
        QVERIFY(busy(0));
        model.toggleFolder("Work");
        QVERIFY(!busy(0));
        QVERIFY(busy(1));
        model.toggleFolder("Work");
        model.moveToFolder(a, "");
        model.moveToFolder(b, "Work");
        QVERIFY(busy(0));
        model.busy->set(b, false);
        QVERIFY(!busy(0));
    }

    void pagesDoNotMeetFolders() {
        for (int i = 0; i < 300; ++i) add(QString::number(i), 1000 + i, i % 10 == 0 ? "Tens" : "");
        ConversationListModel model(*m_store, m_toasts);
        model.toggleFolder("Tens");
        QCOMPARE(model.count(), 1 + 30 + 200);
        model.fetchMore({});
        QCOMPARE(model.count(), 1 + 30 + 270);
        QVERIFY(!model.canFetchMore({}));
        QCOMPARE(shown(model).removeDuplicates(), 0);
    }
};

QTEST_GUILESS_MAIN(TestConversationFolders)
#include "tst_conversation_folders.moc"
