#include "store/draft_table.h"

#include "finish_erasing.h"
#include "store/store.h"
#include "support/small_picture.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth::app::store;
using hearth::test::smallPicture;

class TestDraftTable : public QObject {
    Q_OBJECT

private slots:
    void keepsOneADraftAConversation() {
        const auto store = Store::inMemory();
        store->drafts().put(0, QStringLiteral("new chat"));
        store->drafts().put(7, QStringLiteral("seven"));
        store->drafts().put(7, QStringLiteral("seven again"));
        QCOMPARE(store->drafts().find(0), QStringLiteral("new chat"));
        QCOMPARE(store->drafts().find(7), QStringLiteral("seven again"));
        store->drafts().put(7, {});
        QVERIFY(store->drafts().find(7).isEmpty());
    }

    void goesWithItsConversation() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        store->drafts().put(conversation.id, QStringLiteral("x"));
        store->conversations().moveToTrash(conversation.id, 1);
        QCOMPARE(store->drafts().find(conversation.id), QStringLiteral("x"));
        store->emptyTrash(2);
        hearth::app::test::finishErasing(*store);
        QVERIFY(store->drafts().find(conversation.id).isEmpty());
    }

    void keepsPicturesInTheirOrder() {
        const auto store = Store::inMemory();
        const auto first = smallPicture(1), second = smallPicture(2);
        const auto hashes = [&] {
            store->pictures().clearCache();
            QStringList found;
            for (const NamedPicture& picture : store->drafts().pictures(7))
                found += picture.name + u' ' + pictureHash(*picture.file);
            return found;
        };
        const QString a = "a " + pictureHash(*first), b = "b " + pictureHash(*second);
        store->drafts().put(7, QStringLiteral("seven"));
        store->drafts().setPictures(7, {{first, "a"}, {second, "b"}, {first, "a"}});
        QCOMPARE(hashes(), (QStringList{a, b, a}));
        store->drafts().setPictures(7, {{second, "b"}, {first, "a"}});
        QCOMPARE(hashes(), (QStringList{b, a}));
        QVERIFY(store->drafts().pictures(0).empty());
        QCOMPARE(store->drafts().find(7), QStringLiteral("seven"));
        store->drafts().setPictures(7, {{second, "b"}});
        QVERIFY(!store->pictures().has(pictureHash(*first)));
        store->drafts().setPictures(7, {});
        QVERIFY(hashes().isEmpty());
        QVERIFY(!store->pictures().has(pictureHash(*second)));
    }

    void keepsTheDetailOfPictures() {
        const auto store = Store::inMemory();
        using hearth::PictureDetail;
        store->drafts().setPictures(7, {{smallPicture(1), "a", PictureDetail::Low}, {smallPicture(1), "a"}});
        auto kept = store->drafts().pictures(7);
        QCOMPARE(kept.at(0).detail, PictureDetail::Low);
        QCOMPARE(kept.at(1).detail, PictureDetail::Auto);
        kept[0].detail = PictureDetail::High;
        store->drafts().setPictures(7, kept);
        QCOMPARE(store->drafts().pictures(7).at(0).detail, PictureDetail::High);
    }

    void movedPicturesLeaveTheOtherDraft() {
        const auto store = Store::inMemory();
        store->drafts().setPictures(0, {{smallPicture(1), "a"}, {smallPicture(2), "b"}});
        store->drafts().setPictures(8, {{smallPicture(3), "c"}});
        store->drafts().movePictures(0, 7);
        QVERIFY(store->drafts().pictures(0).empty());
        QCOMPARE(store->drafts().pictures(7).size(), size_t{2});
        QCOMPARE(store->drafts().pictures(7)[1].name, QString("b"));
        QCOMPARE(store->drafts().pictures(8).size(), size_t{1});
    }

    void picturesGoWithTheConversation() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        store->drafts().setPictures(conversation.id, {{smallPicture(1), "a"}});
        store->conversations().moveToTrash(conversation.id, 1);
        store->emptyTrash(2);
        QCOMPARE(store->drafts().pictures(conversation.id).size(), size_t{1});
        hearth::app::test::finishErasing(*store);
        QVERIFY(store->drafts().pictures(conversation.id).empty());
        QVERIFY(!store->pictures().has(pictureHash(*smallPicture(1))));
    }
};

QTEST_GUILESS_MAIN(TestDraftTable)
#include "tst_draft_table.moc"
