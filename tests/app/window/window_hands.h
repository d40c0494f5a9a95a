#pragma once

#include <QQuickItem>
#include <QQuickWindow>
#include <QtTest>
#include <functional>
#include <utility>

#include "window/main_window.h"
#include "window/orderly_end.h"
#include "window_fixture.h"

namespace hearth::test {

using app::ConversationListModel;
using app::MainWindow;
using app::OrderlyEnd;

/// A window that can be looked at and touched.
struct Hands {
    WindowFixture f;
    OrderlyEnd end;
    MainWindow main{f.parts, end, f.data.path()};

    QQuickWindow& window() { return *main.window(); }
    bool load() {
        f.parts.models.engine.load(QStringLiteral("model.gguf"));
        return QTest::qWaitFor([this] { return f.parts.models.engine.isReady(); }, 30000);
    }

    /// The first item in sight, from above, of which this holds.
    static QQuickItem* find(QQuickItem* from, const std::function<bool(QQuickItem*)>& isIt) {
        if (from == nullptr || !from->isVisible() || from->opacity() == 0) return nullptr;
        if (isIt(from)) return from;
        const QList<QQuickItem*> children = from->childItems();
        for (auto child = children.rbegin(); child != children.rend(); ++child)
            if (QQuickItem* found = find(*child, isIt)) return found;
        return nullptr;
    }
    QQuickItem* withText(const QString& text) {
        return find(window().contentItem(),
                    [&](QQuickItem* item) { return item->property("text").toString() == text; });
    }
    QQuickItem* containing(const QString& text) {
        return find(window().contentItem(),
                    [&](QQuickItem* item) { return item->property("text").toString().contains(text); });
    }
    QQuickItem* ofType(const char* name) {
        return find(window().contentItem(), [&](QQuickItem* item) {
            return QByteArray(item->metaObject()->className()).startsWith(name);
        });
    }
    static QPoint middleOf(QQuickItem* item) {
        return item->mapToScene({item->width() / 2, item->height() / 2}).toPoint();
    }
    void click(QQuickItem* item, Qt::MouseButton button = Qt::LeftButton) {
        QVERIFY(item != nullptr);
        QTest::mouseMove(&window(), middleOf(item));
        QTest::mouseClick(&window(), button, {}, middleOf(item));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&window(), key, modifiers);
    }

    void type(const char* text) {
        for (; *text != 0; ++text) QTest::keyClick(&window(), *text);
    }

    /// A chat for each title, which a person gave it: none is written for it later.
    bool talkIn(const QStringList& titles) {
        if (!load()) return false;
        ConversationListModel& chats = f.parts.chats.conversations;
        for (const QString& title : titles) {
            f.parts.chats.chat.open(0);
            f.talk(title);
            if (f.parts.chats.chat.conversationId() <= 0 ||
                !QTest::qWaitFor([this] { return !f.parts.chats.chat.canStop(); }))
                return false;
            chats.rename(f.parts.chats.chat.conversationId(), title);
        }
        return QTest::qWaitFor([&] { return chats.count() == titles.size(); });
    }
    QQuickItem* rowOf(const QString& title) {
        return find(window().contentItem(), [&](QQuickItem* item) {
            return QByteArray(item->metaObject()->className()).startsWith("ConversationRow") &&
                   item->property("title").toString() == title;
        });
    }
    /// Opens the menu of a chat with the right button, when its row rests. False where it does not come up.
    bool openMenuOf(const QString& title) {
        const auto middle = [&] {
            QQuickItem* row = rowOf(title);
            return row == nullptr ? QPoint() : middleOf(row);
        };
        QPoint before;
        if (!QTest::qWaitFor(
                [&] { return !middle().isNull() && std::exchange(before, middle()) == middle(); }))
            return false;
        QTest::mouseMove(&window(), before);
        QTest::mouseClick(&window(), Qt::RightButton, {}, before);
        return QTest::qWaitFor([this] { return withText("Duplicate") != nullptr; });
    }
    /// The text of the entry of a menu that is lit, if one is.
    QString litEntry() {
        QQuickItem* lit = find(window().contentItem(), [](QQuickItem* item) {
            return QByteArray(item->metaObject()->className()).startsWith("AppMenuItem") &&
                   item->property("highlighted").toBool();
        });
        return lit == nullptr ? QString() : lit->property("text").toString();
    }

    QUrl write(const QString& name, const QByteArray& bytes) {
        QFile file(f.data.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        return QUrl::fromLocalFile(file.fileName());
    }
    /// For a look at it: HEARTH_SHOTS names a folder.
    void shoot(const QString& name) {
        const QString folder = qEnvironmentVariable("HEARTH_SHOTS");
        if (folder.isEmpty()) return;
        QTest::qWait(400);
        window().grabWindow().save(folder + u'/' + name +
                                   (f.parts.settings.app.look->isDark() ? "-dark.png" : "-light.png"));
    }
    void shootBoth(const QString& name) {
        if (qEnvironmentVariableIsEmpty("HEARTH_SHOTS")) return;
        for (const char* theme : {"dark", "light"}) {
            f.parts.settings.app.look->setTheme(QString::fromLatin1(theme));
            shoot(name);
        }
    }
};

}  // namespace hearth::test
