// The power goes while chats are written: what was acknowledged is there afterwards, and the file is sound.
// HEARTH_ROUNDS: how often, by default 300.
#include <QRandomGenerator>
#include <QTemporaryDir>

#include "store/store.h"
#include "support/power_cut.h"
#include "support/small_picture.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth::app::store;

class TestPowerCut : public QObject {
    Q_OBJECT

    QRandomGenerator m_random{20261126};
    QHash<qint64, QString> m_acknowledged;  ///< messages and finished replies, by their ids
    QHash<qint64, QString> m_pictures;      ///< hashes of acknowledged pictures, by message
    QJsonObject m_setting;                  ///< the last that was acknowledged
    QJsonObject m_tried;                    ///< the last that was written: it may be there, too
    int m_replies = 0;

    /// A turn as the window writes it; what returns before the power goes is acknowledged.
    void playTurn(Store& store, const PowerCut& disk, Conversation& conversation, qint64& parent) {
        Message message, reply;
        message.parentId = parent;
        message.text = QStringLiteral("question %1").arg(m_random.generate());
        reply.role = Role::Assistant;
        if (m_random.bounded(3) == 0)
            message.pictures = {messagePicture(
                {hearth::test::smallPicture(m_random.bounded(4U), m_random.bounded(2U) * 20'000), {}})};
        store.addTurn(conversation, message, reply);
        if (!disk.isCut()) {
            m_acknowledged[message.id] = message.text;
            if (!message.pictures.empty()) m_pictures[message.id] = message.pictures[0].hash;
        }
        Generation generation;
        const int pieces = m_random.bounded(6);
        for (int piece = 0; piece < pieces; ++piece) {
            reply.text += QString(1 + m_random.bounded(3000), QChar(u'a' + piece));
            generation.tokens.push_back(piece);
            store.journalReply(reply.id, reply.text);
        }
        if (m_random.bounded(4) == 0) {
            const QJsonObject setting{{"value", static_cast<int>(m_random.bounded(1000))}};
            m_tried = setting;
            store.settings().put(QStringLiteral("cut"), setting);
            if (!disk.isCut()) m_setting = setting;
        }
        reply.state = MessageState::Complete;
        store.finishReply(reply, generation);
        if (!disk.isCut()) {
            m_acknowledged[reply.id] = reply.text;
            ++m_replies;
        }
        parent = reply.id;
    }

    void playUntilCut(const QString& folder, const PowerCut& disk) {
        const auto store = Store::open(folder.toStdString());
        Conversation conversation;
        const std::vector<Conversation> known = store->conversations().list(1);
        if (!known.empty() && m_random.bounded(3) > 0) conversation = known.front();
        qint64 parent = 0;
        if (conversation.id != 0)
            if (const auto path =
                    activePath(store->messages().ofConversation(conversation.id), conversation.activeRoot);
                !path.empty())
                parent = path.back().id;
        while (!disk.isCut()) playTurn(*store, disk, conversation, parent);
    }

    void checkWhatIsThere(const QString& folder) {
        const auto store = Store::open(folder.toStdString());
        {
            Statement check = store->database().prepare("PRAGMA integrity_check");
            QVERIFY(check.step());
            QCOMPARE(check.text(0), QStringLiteral("ok"));
        }
        for (auto it = m_acknowledged.cbegin(); it != m_acknowledged.cend(); ++it) {
            const auto message = store->messages().find(it.key());
            QVERIFY2(message, qPrintable(QStringLiteral("message %1 is lost").arg(it.key())));
            QCOMPARE(message->text, it.value());
        }
        for (auto it = m_pictures.cbegin(); it != m_pictures.cend(); ++it) {
            const auto pictures = store->messages().find(it.key())->pictures;
            QVERIFY(pictures.size() == 1 && pictures[0].hash == it.value());
            QVERIFY2(store->pictures().find(it.value()), qPrintable("a picture is lost: " + it.value()));
        }
        const QJsonObject setting = store->settings().find(QStringLiteral("cut"), {}).toObject();
        QVERIFY(setting == m_setting || setting == m_tried);
        m_setting = m_tried = setting;
        store->search().check();
    }

private slots:
    /// The disk is one that forgets: else the test would say nothing.
    void whatIsNotSyncedIsForgotten() {
        QTemporaryDir before, after;
        PowerCut disk;
        {
            const auto database = Database::open(before.filePath("hearth.db").toStdString());
            database->execute("CREATE TABLE t(x)");
            database->execute("INSERT INTO t VALUES (1)");
            database->setDurable(false);
            database->execute("INSERT INTO t VALUES (2)");
            disk.cutNow();
        }
        disk.writeTo(after.path());
        disk.reset();
        const auto database = Database::open(after.filePath("hearth.db").toStdString());
        Statement rows = database->prepare("SELECT group_concat(x) FROM t");
        QVERIFY(rows.step());
        QCOMPARE(rows.text(0), QStringLiteral("1"));
    }

    void nothingAcknowledgedIsLost() {
        const int rounds =
            qEnvironmentVariableIsSet("HEARTH_ROUNDS") ? qEnvironmentVariableIntValue("HEARTH_ROUNDS") : 300;
        auto folder = std::make_unique<QTemporaryDir>();
        for (int round = 0; round < rounds; ++round) {
            // Files grow, and so does what has to be looked at.
            if (round % 25 == 0) {
                folder = std::make_unique<QTemporaryDir>();
                m_acknowledged.clear();
                m_pictures.clear();
                m_setting = m_tried = {};
            }
            PowerCut disk;
            disk.cutAfter(m_random.bounded(round % 25 == 0 ? 1200 : 500), m_random);
            playUntilCut(folder->path(), disk);
            if (QTest::currentTestFailed()) return;
            auto next = std::make_unique<QTemporaryDir>();
            disk.writeTo(next->path());
            folder = std::move(next);
            disk.reset();
            checkWhatIsThere(folder->path());
            if (QTest::currentTestFailed()) {
                qWarning("in round %d", round);
                return;
            }
        }
        qInfo("%d cuts, %d replies acknowledged, none lost", rounds, m_replies);
        QVERIFY(m_replies > rounds / 2);
    }
};

QTEST_GUILESS_MAIN(TestPowerCut)
#include "tst_power_cut.moc"
