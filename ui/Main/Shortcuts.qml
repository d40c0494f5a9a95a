import QtQuick
import Hearth.App
import Hearth.Chat

// The keys of the window. ShortcutsDialog lists them.
Item {
    id: keys

    required property Application app
    required property Dialogs dialogs
    required property ChatPage chatPage

    signal newRequested()
    signal openRequested()
    signal sidebarRequested()
    signal panelRequested()
    signal closeRequested()

    Shortcut { sequence: "Ctrl+N"; onActivated: keys.newRequested() }
    Shortcut { sequence: "Ctrl+K"; onActivated: keys.dialogs.showSearch() }
    Shortcut { sequence: "Ctrl+F"; onActivated: keys.chatPage.startFind() }
    Shortcut { sequence: "Ctrl+M"; onActivated: keys.dialogs.showModels(0) }
    Shortcut { sequence: "Ctrl+,"; onActivated: keys.dialogs.showSettings(0) }
    Shortcut { sequence: "Ctrl+/"; onActivated: keys.dialogs.showShortcuts() }
    Shortcut { sequence: "Ctrl+B"; onActivated: keys.sidebarRequested() }
    Shortcut { sequence: "Ctrl+J"; onActivated: keys.panelRequested() }
    Shortcut { sequence: "Ctrl+O"; onActivated: keys.openRequested() }
    Shortcut { sequence: "Ctrl+L"; onActivated: keys.chatPage.composer.focusInput() }
    Shortcut { sequence: "Ctrl+Up"; onActivated: keys.chatPage.editLast() }
    Shortcut { sequence: "Ctrl+R"; enabled: keys.app.chat.canSend; onActivated: keys.chatPage.regenerateLast() }
    Shortcut { sequence: "Ctrl+Down"; onActivated: keys.chatPage.list.toEnd() }
    Shortcut { sequence: "Alt+Down"; onActivated: keys.app.conversations.openNext(1) }
    Shortcut { sequence: "Alt+Up"; onActivated: keys.app.conversations.openNext(-1) }
    Shortcut { sequence: "Esc"; enabled: keys.app.chat.canStop; onActivated: keys.app.chat.stop() }
    Shortcut {
        sequence: "Ctrl+Z"
        enabled: keys.app.toasts.actionText !== ""
        onActivated: keys.app.toasts.act()
    }
    Shortcut { sequence: "Ctrl+Q"; onActivated: keys.closeRequested() }
}
