// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Models
import Hearth.Settings
import Hearth.Sidebar

// The dialogs of the window, each made when it is first asked for.
Item {
    id: dialogs

    required property Application app
    property alias search: searchLoader.item
    property alias models: modelsLoader.item
    property alias settings: settingsLoader.item
    property alias shortcuts: shortcutsLoader.item

    signal openRequested()
    signal newChatRequested()
    signal messageChosen(real conversationId, real messageId)

    function showSearch() {
        searchLoader.active = true
        searchLoader.item.open()
    }
    function showModels(tab: int) {
        modelsLoader.active = true
        modelsLoader.item.tab = tab
        modelsLoader.item.open()
    }
    function showSettings(page: int) {
        settingsLoader.active = true
        settingsLoader.item.page = page
        settingsLoader.item.open()
    }
    function showShortcuts() {
        shortcutsLoader.active = true
        shortcutsLoader.item.open()
    }
    function askLink(address: string) {
        if (app.linkHost(address) === "") return
        linkLoader.active = true
        linkLoader.item.address = address
        linkLoader.item.open()
    }

    Loader {
        id: searchLoader
        active: false
        sourceComponent: SearchOverlay {
            search: dialogs.app.search
            onChosen: (conversationId, messageId) => dialogs.messageChosen(conversationId, messageId)
        }
    }
    Loader {
        id: modelsLoader
        active: false
        sourceComponent: ModelsDialog {
            models: dialogs.app.models
            engine: dialogs.app.engine
            onOpenRequested: dialogs.openRequested()
            onNewChatRequested: dialogs.newChatRequested()
        }
    }
    Loader {
        id: settingsLoader
        active: false
        sourceComponent: SettingsDialog {
            app: dialogs.app
        }
    }
    Loader {
        id: shortcutsLoader
        active: false
        sourceComponent: ShortcutsDialog {}
    }
    Loader {
        id: linkLoader
        active: false
        sourceComponent: LinkDialog { app: dialogs.app }
    }
}
