#include "store/search_index.h"

#include <QElapsedTimer>
#include <QtTest>

#include "finish_erasing.h"
#include "store/store.h"

using namespace hearth::app::store;

class TestSearchIndex : public QObject {
    Q_OBJECT

    std::unique_ptr<Store> m_store;

    qint64 add(const QString& text, qint64* conversationId = nullptr) {
        Conversation conversation;
        conversation.title = QStringLiteral("T");
        Message message, reply;
        message.text = text;
        m_store->addTurn(conversation, message, reply);
        if (conversationId) *conversationId = conversation.id;
        return message.id;
    }
    std::vector<qint64> idsOf(const QString& query) {
        std::vector<qint64> ids;
        for (const SearchHit& hit : m_store->search().find(query, 100)) ids.push_back(hit.messageId);
        return ids;
    }

private slots:
    void init() { m_store = Store::inMemory(); }

    void findsWords_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("query");
        QTest::addColumn<bool>("found");
        QTest::newRow("word") << "the quick brown fox"
                              << "brown" << true;
        QTest::newRow("case") << "Brown"
                              << "bROWN" << true;
        QTest::newRow("accent") << "crème brûlée"
                                << "creme brulee" << true;
        QTest::newRow("all words") << "the quick brown fox"
                                   << "fox quick" << true;
        QTest::newRow("one is missing") << "the quick brown fox"
                                        << "fox slow" << false;
        QTest::newRow("beginning of the last") << "the quick brown fox"
                                               << "quick bro" << true;
        QTest::newRow("not the middle") << "the quick brown fox"
                                        << "row" << false;
        QTest::newRow("beginnings of all words") << "the answer is 2500"
                                                 << "answ 250" << true;
        QTest::newRow("quoted words are whole") << "the quick brown fox"
                                                << "\"qui\" fox" << false;
        QTest::newRow("quoted words follow each other") << "the quick brown fox"
                                                        << "\"quick fox\"" << false;
        QTest::newRow("quoted") << "the quick brown fox"
                                << "fox \"quick brown\"" << true;
        QTest::newRow("hindi") << "यह हिन्दी है"
                               << "हिन्" << true;
        QTest::newRow("one kanji") << "敬語の使い方を説明して"
                                   << "語" << true;
        QTest::newRow("two kanji") << "敬語の使い方を説明して"
                                   << "説明" << true;
        QTest::newRow("kana inside") << "敬語の使い方を説明して"
                                     << "使い方" << true;
        QTest::newRow("wrong order") << "敬語の使い方を説明して"
                                     << "明説" << false;
        QTest::newRow("chinese and latin") << "我用restic备份文件"
                                           << "restic 备份" << true;
        QTest::newRow("glued") << "我用restic备份文件"
                               << "restic备份" << true;
        QTest::newRow("hangul has spaces") << "서울 날씨"
                                           << "날씨" << true;
        QTest::newRow("thai") << "สวัสดีครับ"
                              << "ครับ" << true;
        QTest::newRow("outside the basic plane") << "𠮷野家"
                                                 << "野家" << true;
        QTest::newRow("cyrillic") << "Добрый день"
                                  << "добрый" << true;
        QTest::newRow("code") << "call std::move(x)"
                              << "std move" << true;
    }
    void findsWords() {
        QFETCH(QString, text);
        QFETCH(QString, query);
        QFETCH(bool, found);
        const qint64 id = add(text);
        QCOMPARE(idsOf(query), found ? std::vector{id} : std::vector<qint64>());
    }

    void nothingTypedIsSyntax() {
        add(QStringLiteral("plain text"));
        for (const char* query : {"\"", "AND", "a OR", "NEAR(", "body:x", "x*", "-", "^", "(((",
                                  "'; DROP TABLE message", "\\", "{}", "plain\" OR \"text", "*", "+", "\t\n"})
            m_store->search().find(QString::fromUtf8(query), 10);  // throws on a syntax error
        QVERIFY(m_store->search().find(QStringLiteral("   "), 10).empty());
        QCOMPARE(idsOf(QStringLiteral("\"plain\"")).size(), 1U);
    }

    void marksTheMatchInTheTextAsItIs() {
        add(QStringLiteral("敬語の使い方を説明して"));
        const SearchHit hit = m_store->search().find(QStringLiteral("使い方"), 1).at(0);
        QString plain = hit.snippet;
        plain.remove(QChar(matchStart)).remove(QChar(matchEnd));
        QCOMPARE(plain, QStringLiteral("敬語の使い方を説明して"));
        QVERIFY(hit.snippet.contains(QChar(matchStart) + QStringLiteral("使い方") + QChar(matchEnd)));
    }

    void aTextCannotSpellTheMarks() {
        add(QStringLiteral("evil \u0002mark\u0003 word"));
        const SearchHit hit = m_store->search().find(QStringLiteral("evil"), 1).at(0);
        QCOMPARE(hit.snippet.count(QChar(matchStart)), 1);
        QVERIFY(hit.snippet.startsWith(QChar(matchStart) + QStringLiteral("evil") + QChar(matchEnd)));
    }

    void followsEveryChange() {
        qint64 conversationId = 0;
        const qint64 id = add(QStringLiteral("first"), &conversationId);
        Message message = *m_store->messages().find(id);
        message.text = QStringLiteral("second");
        m_store->messages().update(message);
        QVERIFY(idsOf(QStringLiteral("first")).empty());
        QCOMPARE(idsOf(QStringLiteral("second")).size(), 1U);
        m_store->conversations().moveToTrash(conversationId, 1);
        QVERIFY(idsOf(QStringLiteral("second")).empty());
        m_store->conversations().restore(conversationId);
        QCOMPARE(idsOf(QStringLiteral("second")).size(), 1U);
        m_store->conversations().moveToTrash(conversationId, 1);
        m_store->emptyTrash(2);
        hearth::app::test::finishErasing(*m_store);
        m_store->search().check();
    }

    void forgetsWhatTheTrashHeldLongEnough() {
        qint64 kept = 0, deleted = 0, recent = 0;
        const qint64 keptId = add(QStringLiteral("same kept"), &kept);
        Message removed;
        removed.conversationId = kept;
        removed.parentId = keptId;
        removed.text = QStringLiteral("same removed");
        m_store->messages().insert(removed);
        const qint64 deletedId = add(QStringLiteral("same deleted"), &deleted);
        const qint64 recentId = add(QStringLiteral("same recent"), &recent);
        m_store->messages().moveToTrash(removed.id, 5);
        m_store->conversations().moveToTrash(deleted, 5);
        m_store->conversations().moveToTrash(recent, 6);
        QCOMPARE(m_store->emptyTrash(6), 1);
        hearth::app::test::finishErasing(*m_store);
        // Compares every entry of the index with its text.
        m_store->search().check();
        QVERIFY(!m_store->messages().find(removed.id) && !m_store->messages().find(deletedId));
        QVERIFY(m_store->messages().find(recentId).has_value());
        QCOMPARE(idsOf(QStringLiteral("same")), (std::vector{keptId}));
        m_store->conversations().restore(recent);
        QCOMPARE(idsOf(QStringLiteral("same")), (std::vector{recentId, keptId}));
    }

    void newestFirstAndLimited() {
        const qint64 a = add(QStringLiteral("same")), b = add(QStringLiteral("same")),
                     c = add(QStringLiteral("same"));
        QCOMPARE(idsOf(QStringLiteral("same")), (std::vector{c, b, a}));
        QCOMPARE(m_store->search().find(QStringLiteral("same"), 2).size(), 2U);
    }
};

QTEST_GUILESS_MAIN(TestSearchIndex)
#include "tst_search_index.moc"
