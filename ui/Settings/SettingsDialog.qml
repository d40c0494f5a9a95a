// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Settings of the program, in pages.
DialogShell {
    id: dialog

    readonly property LicenceDialog licence: licenceLoader.item as LicenceDialog
    property int page: 0

    function showLicence(index: int) {
        licenceLoader.active = true
        licence.index = index
        licence.open()
    }

    signal importRequested()
    signal backupRequested()
    signal exportAllRequested()
    signal folderRequested(bool moving)
    signal modelsRequested()
    signal modelsWanted(string purpose)
    signal toolFolderRequested()
    signal documentsRequested(bool folder)
    signal restartRequested()

    readonly property var pages: [
        { name: qsTr("General"), icon: "settings", view: general }, { name: qsTr("Appearance"), icon: "contrast", view: appearance },
        { name: qsTr("Models folder"), icon: "folder", view: folder }, { name: qsTr("Engine"), icon: "chip", view: engine },
        { name: qsTr("Machine"), icon: "gpu", view: machine },
        { name: qsTr("Cache"), icon: "bolt", view: cache }, { name: qsTr("Other programs"), icon: "open", view: programs },
        { name: qsTr("Tools"), icon: "sliders", view: tools }, { name: qsTr("Documents"), icon: "file", view: documents },
        { name: qsTr("Privacy"), icon: "lock", view: privacy }, { name: qsTr("Shortcuts"), icon: "keyboard", view: shortcuts },
        { name: qsTr("About"), icon: "info", view: about }]

    readonly property int toolsPage: pages.findIndex(page => page.view === tools)
    readonly property int documentsPage: pages.findIndex(page => page.view === documents)

    title: qsTr("Settings")
    Component {
        id: general
        GeneralPage {
            settings: Settings.app
            conversations: Chats.conversations
            onImportRequested: { dialog.close(); dialog.importRequested() }
            onExportAllRequested: { dialog.close(); dialog.exportAllRequested() }
        }
    }
    Component { id: appearance; AppearancePage { settings: Settings.app; toasts: Desktop.toasts; onRestartRequested: dialog.restartRequested() } }
    Component {
        id: folder
        ModelsFolderPage {
            folder: Models.folder
            onChooseRequested: dialog.folderRequested(false)
            onMoveRequested: dialog.folderRequested(true)
            onModelsRequested: { dialog.close(); dialog.modelsRequested() }
        }
    }
    Component {
        id: engine
        EnginePage {
            settings: Settings.app
            engine: Models.engine
            machine: Machine.checker
            cards: Machine.cards
            start: Session.start
            onCopyRequested: text => Desktop.copyText(text)
            onMoveRequested: dialog.folderRequested(true)
        }
    }
    Component { id: machine; MachinePage { watch: Machine.watch; engine: Models.engine; sandbox: Machine.sandbox; vectors: Documents.vectors; reranker: Documents.reranker } }
    Component { id: cache; CachePage { settings: Settings.app; overview: Inspector.cache } }
    Component { id: programs; ProgramsPage { programs: Session.programs; onCopyRequested: text => Desktop.copyText(text) } }
    Component { id: tools; ToolsPage { settings: Tools.settings; tools: Tools.list; servers: Tools.servers; onFolderRequested: dialog.toolFolderRequested() } }
    Component { id: documents; DocumentsPage { library: Documents.library; vectors: Documents.vectors; reranker: Documents.reranker; search: Documents.search; earlier: Chats.chat.earlierAnswers; onAddRequested: folder => dialog.documentsRequested(folder); onModelsWanted: purpose => { dialog.close(); dialog.modelsWanted(purpose) } } }
    Component { id: privacy; PrivacyPage { settings: Settings.app; tools: Tools.settings; backup: Chats.backup; onBackupRequested: dialog.backupRequested() } }
    Component { id: shortcuts; ShortcutsPage { keys: Settings.keys } }
    Component {
        id: about
        AboutPage {
            about: Session.about
            version: Session.version
            onCopyRequested: text => Desktop.copyText(text)
            onLicenceRequested: index => dialog.showLicence(index)
        }
    }
    Loader {
        id: licenceLoader
        active: false
        sourceComponent: LicenceDialog { about: Session.about }
    }
    ListView {
        id: list
        x: 8
        y: 13
        width: dialog.width < 720 ? 148 : 192
        height: parent.height - 26
        spacing: 2
        activeFocusOnTab: true
        // A number: another language makes other names and no other list, so the page stays.
        model: dialog.pages.length
        currentIndex: dialog.page
        onCurrentIndexChanged: dialog.page = currentIndex
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Pages of the settings")
        delegate: T.ItemDelegate {
            id: row
            required property int index
            readonly property var entry: dialog.pages[index]
            readonly property bool on: index === dialog.page
            width: list.width
            height: 32
            text: entry.name
            hoverEnabled: true
            focusPolicy: Qt.NoFocus
            onClicked: dialog.page = index
            Accessible.role: Accessible.ListItem
            Accessible.name: text
            Accessible.selectable: true
            Accessible.selected: on
            Accessible.onPressAction: dialog.page = index
            background: Rectangle {
                radius: Theme.radius
                color: row.on ? Theme.selected : row.hovered ? Theme.hover : "transparent"
                FocusRing {
                    distance: -4
                    visible: row.on && list.activeFocus
                }
            }
            contentItem: Item {
                Icon { x: 8; name: row.entry.icon; tint: row.on ? Theme.text : Theme.text2; anchors.verticalCenter: parent.verticalCenter }
                AppText { x: 32; text: row.text; font: row.on ? Theme.action : Theme.body; anchors.verticalCenter: parent.verticalCenter }
            }
        }
    }
    Hairline {
        x: list.x + list.width + 7
        width: 1
        height: parent.height
    }
    ScrollArea {
        id: flick
        anchors { fill: parent; leftMargin: list.width + 16 }
        readonly property int gap: width > 600 ? 32 : 24
        contentHeight: loader.height + 48
        boundsBehavior: Flickable.StopAtBounds
        Loader {
            id: loader
            x: flick.gap
            y: 24
            width: flick.width - 2 * flick.gap
            sourceComponent: dialog.pages[dialog.page].view
        }
    }
}
