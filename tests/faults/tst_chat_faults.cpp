// Chats, settings and upgrades while the disk fails: nothing that was acknowledged is lost, and what went
// wrong is told.
#include <QTemporaryDir>
#include <QtTest>

#include "app/chat/chat_fixture.h"
#include "faults/fault_flow.h"
#include "store/backup.h"
#include "store/schema.h"
#include "support/failing_calls.h"
#include "window/steady_application.h"
#include "window/store_start.h"

using namespace hearth;
using namespace hearth::app;
using test::FaultFlow;
using test::FlowEnd;

namespace {

/// A start of the window's parts on the chats of a folder, and all that it tells.
class Start {
public:
    explicit Start(const QString& folder) {
        StoreStart start = startStore(
            folder, [] { return false; }, 0);
        // As main() does.
        try {
            m_parts = std::make_unique<test::ChatFixture>(std::move(start.store));
        } catch (const store::StoreError& error) {
            start = storeInMemory(error.message());
            m_parts = std::make_unique<test::ChatFixture>(std::move(start.store));
        }
        if (!start.problem.isEmpty()) m_told += start.problem;
        m_kept = start.problem.isEmpty();
        QObject::connect(qobject_cast<SteadyApplication*>(qApp), &SteadyApplication::storeFailed,
                         &m_parts->toasts, [this](const QString& sentence) { m_told += sentence; });
        QObject::connect(qobject_cast<SteadyApplication*>(qApp), &SteadyApplication::memoryWasFull,
                         &m_parts->toasts, [this] { m_told += SteadyApplication::sentence(); });
        QObject::connect(&m_parts->toasts, &ToastQueue::changed, &m_parts->toasts, [this] {
            if (m_parts->toasts.isVisible()) m_told += m_parts->toasts.message();
        });
        QObject::connect(
            &m_parts->chat, &ChatController::failed, &m_parts->chat,
            [this](const QString& title, const QString& body) { m_told += title + u' ' + body; });
        m_parts->load();
    }

    test::ChatFixture& parts() { return *m_parts; }
    bool isKept() const { return m_kept; }
    QStringList told() const { return m_told; }

    /// Sends a message and waits for the reply. False: it was not sent, or not all of it was kept.
    bool talk(const QString& text) {
        const qsizetype before = m_told.size();
        if (!m_parts->chat.send(text)) {
            if (m_told.size() == before) m_told += m_parts->chat.draft->text();
            return false;
        }
        m_parts->waitForReply();
        return m_told.size() == before && m_kept;
    }

private:
    QStringList m_told;
    bool m_kept = false;
    std::unique_ptr<test::ChatFixture> m_parts;
};

/// The chat of a folder, opened. Whether it could be.
bool openChat(Start& start) {
    try {
        const auto chats = start.parts().store->conversations().list(1);
        if (chats.empty()) return false;
        start.parts().chat.open(chats.front().id);
        return start.parts().chat.conversationId() != 0;
    } catch (const store::StoreError&) {
        return false;  // the list of chats has told it
    }
}

/// The texts of all messages in a folder.
QStringList textsIn(const QString& folder) {
    const auto store = store::Store::open(folder.toStdString());
    QStringList texts;
    store::Statement rows = store->database().prepare("SELECT text FROM message WHERE deleted_at IS NULL");
    while (rows.step()) texts += rows.text(0);
    return texts;
}

QString soundnessOf(const QString& folder) {
    const auto store = store::Store::open(folder.toStdString());
    store::Statement check = store->database().prepare("PRAGMA integrity_check");
    return check.step() && check.text(0) == QStringLiteral("ok") ? QString() : check.text(0);
}

}  // namespace

class TestChatFaults : public QObject {
    Q_OBJECT

    QStringList m_acknowledged;  ///< texts that have to be there

    QString lost(const QString& folder) const {
        if (const QString wrong = soundnessOf(folder); !wrong.isEmpty()) return wrong;
        const QStringList there = textsIn(folder);
        for (const QString& text : m_acknowledged)
            if (!there.contains(text)) return QStringLiteral("\"%1\" is lost").arg(text);
        Start start(folder);
        if (!start.isKept() || !start.talk(QStringLiteral("afterwards")))
            return QStringLiteral("afterwards it does not work: ") + start.told().join(u' ');
        return {};
    }
    /// Records acknowledged texts: the message once it was sent, the reply if no problem was reported.
    bool talk(Start& start, const QString& text) {
        const bool kept = start.talk(text);
        if (kept) m_acknowledged += {text, QStringLiteral("Hello, world.")};
        return kept;
    }
    void prepareChat(const QString& folder) {
        m_acknowledged.clear();
        Start start(folder);
        QVERIFY(talk(start, QStringLiteral("before one")) && talk(start, QStringLiteral("before two")));
    }

private slots:
    void firstChat() {
        FaultFlow flow;
        flow.prepare = [this](const QString&) { m_acknowledged.clear(); };
        flow.run = [this](const QString& folder) {
            Start start(folder);
            const bool done = talk(start, QStringLiteral("the first question"));
            return FlowEnd{done, start.told()};
        };
        flow.check = [this](const QString& folder) { return lost(folder); };
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void turns() {
        FaultFlow flow;
        flow.prepare = [this](const QString& folder) { prepareChat(folder); };
        flow.run = [this](const QString& folder) {
            Start start(folder);
            if (!openChat(start)) return FlowEnd{false, start.told()};
            bool done = talk(start, QStringLiteral("the third question"));
            done = talk(start, QStringLiteral("the fourth question")) && done;
            return FlowEnd{done, start.told()};
        };
        flow.check = [this](const QString& folder) { return lost(folder); };
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void edit() {
        FaultFlow flow;
        flow.prepare = [this](const QString& folder) { prepareChat(folder); };
        flow.run = [this](const QString& folder) {
            Start start(folder);
            test::ChatFixture& parts = start.parts();
            if (!openChat(start) || parts.rows().count() == 0) return FlowEnd{false, start.told()};
            parts.chat.versions->edit(parts.row(0, MessageBlockModel::MessageIdRole).toLongLong(),
                                      QStringLiteral("put otherwise"));
            parts.waitForReply();
            const bool done = start.told().isEmpty();
            if (done) m_acknowledged += QStringLiteral("put otherwise");
            return FlowEnd{done, start.told()};
        };
        flow.check = [this](const QString& folder) { return lost(folder); };
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void settings() {
        FaultFlow flow;
        flow.prepare = [this](const QString& folder) { prepareChat(folder); };
        flow.run = [](const QString& folder) {
            Start start(folder);
            start.parts().settings.look->setTheme(QStringLiteral("dark"));
            start.parts().sampling.setValue("topK", 7);
            start.parts().settings.flush();
            return FlowEnd{start.isKept(), start.told()};
        };
        flow.check = [this](const QString& folder) { return lost(folder); };
        // They are written once more with the next change, and when the program ends.
        flow.mayFailSilently = true;
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void migration() {
        FaultFlow flow;
        flow.prepare = [this](const QString& folder) {
            m_acknowledged = {QStringLiteral("an old question")};
            const auto database = store::Database::open((folder + "/hearth.db").toStdString());
            store::migrateTo(*database, 3);
            database->execute(
                "INSERT INTO conversation(id, title, created_at, updated_at) VALUES (1, 'old', 1, 1);"
                "INSERT INTO message(id, conversation_id, role, text, created_at)"
                " VALUES (1, 1, 1, 'an old question', 1)");
        };
        flow.run = [](const QString& folder) {
            const StoreStart start = startStore(
                folder, [] { return false; }, 0);
            return FlowEnd{start.problem.isEmpty(),
                           start.problem.isEmpty() ? QStringList() : QStringList{start.problem}};
        };
        flow.check = [this](const QString& folder) { return lost(folder); };
        const QString problem = test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    /// The clock jumps ahead by ten years and back by twenty while people talk.
    void clockJumps() {
        QTemporaryDir folder;
        prepareChat(folder.path());
        for (const int64_t years : {10, -20, 0}) {
            test::FailingCalls calls(folder.path().toStdString());
            test::FailingCalls::moveClock(years * 365 * 86400);
            Start start(folder.path());
            QVERIFY(openChat(start));
            const QString text = QStringLiteral("%1 years from now").arg(years);
            QVERIFY2(talk(start, text), qPrintable(start.told().join(u' ')));
            QCOMPARE(start.parts().shown().at(start.parts().shown().size() - 2), text);
        }
        const QString problem = lost(folder.path());
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
};

int main(int argc, char* argv[]) {
    SteadyApplication application(argc, argv);
    TestChatFaults test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_chat_faults.moc"
