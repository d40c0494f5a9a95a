#include "chat/find_in_chat.h"

#include <QtTest>

#include "chat/message_block_model.h"

using namespace hearth::app;

class TestFindInChat : public QObject {
    Q_OBJECT

    static MessageBlockModel::Message message(qint64 id, const char* author, const QString& text) {
        MessageBlockModel::Message made;
        made.id = id;
        made.author = QString::fromLatin1(author);
        made.text = text;
        return made;
    }

private slots:
    void findsInEveryKindOfBlock() {
        MessageBlockModel blocks;
        blocks.setMessages(
            {message(1, "user", "Where is the HARBOUR?"),
             message(2, "assistant",
                     "# Harbour\n\nthe **har**bour\n\n```\nharbour()\n```\n\n|a|\n|---|\n|harbour|\n\nno")});
        FindInChat find(blocks);
        find.setQuery("harbour");
        QCOMPARE(find.count(), 5);
        QCOMPARE(find.current(), 5);
        QSet<int> rows;
        for (int i = 0; i < 5; ++i) {
            rows.insert(find.row());
            find.step(-1);
        }
        QCOMPARE(rows.size(), 5);
        QCOMPARE(find.current(), 5);
        find.step(1);
        QCOMPARE(find.current(), 1);
        QCOMPARE(find.row(), 0);
        // Tags and attributes of the rich text are no text.
        find.setQuery("<b>");
        QCOMPARE(find.count(), 0);
        QCOMPARE(find.row(), -1);
        find.step(1);
        QCOMPARE(find.row(), -1);
    }

    void staysWhileTypingAndFollowsTheMessages() {
        MessageBlockModel blocks;
        blocks.setMessages(
            {message(1, "user", "sea"), message(2, "user", "seal"), message(3, "user", "search")});
        FindInChat find(blocks);
        find.setQuery("se");
        QCOMPARE(find.current(), 3);
        find.step(-1);
        find.setQuery("sea");
        QCOMPARE(find.current(), 2);
        blocks.append(message(4, "user", "the sea again"));
        QTRY_COMPARE(find.count(), 4);
        QCOMPARE(find.current(), 2);
        blocks.setMessages({});
        QCOMPARE(find.count(), 0);
        find.setQuery("");
        QCOMPARE(find.current(), 0);
    }
};

QTEST_GUILESS_MAIN(TestFindInChat)
#include "tst_find_in_chat.moc"
