import QtQuick
import Hearth.App
import Hearth.Chat

// The keys of the window. ShortcutList shows them, and changes them.
Item {
    id: keys

    required property Dialogs dialogs
    required property ChatPage chatPage
    readonly property var of: Settings.keys.sequences

    signal newRequested()
    signal openRequested()
    signal sidebarRequested()
    signal panelRequested()
    signal closeRequested()
    signal scaleRequested(int by)

    Shortcut { sequence: keys.of.newChat; onActivated: keys.newRequested() }
    Shortcut { sequence: keys.of.search; onActivated: keys.dialogs.showSearch() }
    Shortcut { sequence: keys.of.find; onActivated: keys.chatPage.startFind() }
    Shortcut { sequence: keys.of.models; onActivated: keys.dialogs.showModels(0) }
    Shortcut { sequence: keys.of.settings; onActivated: keys.dialogs.showSettings(-1) }
    Shortcut { sequence: keys.of.shortcuts; onActivated: keys.dialogs.showShortcuts() }
    Shortcut { sequence: keys.of.sidebar; onActivated: keys.sidebarRequested() }
    Shortcut { sequence: keys.of.panel; onActivated: keys.panelRequested() }
    Shortcut { sequence: keys.of.openFile; onActivated: keys.openRequested() }
    Shortcut { sequence: keys.of.message; onActivated: keys.chatPage.composer.focusInput() }
    Shortcut { sequence: keys.of.edit; onActivated: keys.chatPage.editLast() }
    Shortcut { sequence: keys.of.regenerate; enabled: Chats.chat.canSend; onActivated: keys.chatPage.regenerateLast() }
    Shortcut { sequence: keys.of.continue; enabled: Chats.chat.canSend; onActivated: keys.chatPage.continueLast() }
    Shortcut { sequence: keys.of.compare; enabled: keys.chatPage.canCompare; onActivated: keys.chatPage.compareRequested(0) }
    Shortcut { sequence: keys.of.newest; onActivated: keys.chatPage.list.toEnd() }
    Shortcut { sequence: keys.of.below; onActivated: Chats.conversations.openNext(1) }
    Shortcut { sequence: keys.of.above; onActivated: Chats.conversations.openNext(-1) }
    Shortcut { sequence: "Esc"; enabled: Chats.chat.canStop || Chats.chat.fullContext.summarising; onActivated: Chats.chat.stop() }
    // The plus needs no Shift: Ctrl and the key that has it are meant.
    Shortcut { sequences: keys.of.larger === "Ctrl++" ? ["Ctrl++", "Ctrl+="] : [keys.of.larger]; context: Qt.ApplicationShortcut; onActivated: keys.scaleRequested(1) }
    Shortcut { sequence: keys.of.smaller; context: Qt.ApplicationShortcut; onActivated: keys.scaleRequested(-1) }
    Shortcut { sequence: keys.of.usual; context: Qt.ApplicationShortcut; onActivated: keys.scaleRequested(0) }
    Shortcut {
        sequence: keys.of.undo
        enabled: Desktop.toasts.actionText !== ""
        onActivated: Desktop.toasts.act()
    }
    // Dialogs keep the window's keys to themselves, but to leave is always possible.
    Shortcut { sequence: keys.of.quit; context: Qt.ApplicationShortcut; onActivated: keys.closeRequested() }
}
