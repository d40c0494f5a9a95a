// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components
import Hearth.Chat
import Hearth.Models
import Hearth.Sidebar

// The window.
T.ApplicationWindow {
    id: window

    // A window that stays open after all does not start again when it is closed later.
    readonly property bool leaving: Models.cache.closing
    readonly property bool narrow: width < Theme.narrowBelow
    property bool sidebarOverlay: false
    property bool panelOverlay: false
    readonly property bool sidebarDocked: !narrow && Settings.app.window.sidebarVisible
    readonly property bool panelDocked: !narrow && Settings.app.window.panelVisible
    readonly property alias dialogs: dialogs
    readonly property alias chatPage: chatPage
    readonly property alias picker: picker

    function toggleSidebar() { narrow ? sidebarOverlay = !sidebarOverlay : Settings.app.window.sidebarVisible = !Settings.app.window.sidebarVisible }
    function togglePanel() { narrow ? panelOverlay = !panelOverlay : Settings.app.window.panelVisible = !Settings.app.window.panelVisible }
    function showPanel(tab: int) {
        Settings.app.window.panelTab = tab
        narrow ? panelOverlay = true : Settings.app.window.panelVisible = true
    }
    function newChat() {
        Chats.conversations.create()
        sidebarOverlay = false
        chatPage.composer.focusInput()
    }

    width: Settings.app.window.windowGeometry.width > 0 ? Settings.app.window.windowGeometry.width : 1280 // qmllint disable
    height: Settings.app.window.windowGeometry.height > 0 ? Settings.app.window.windowGeometry.height : 800 // qmllint disable
    // qmllint disable unqualified
    minimumWidth: 640
    minimumHeight: 480
    visible: true
    title: Chats.chat.title !== "" ? qsTr("%1 – Hearth").arg(Chats.chat.title) : qsTr("Hearth")
    color: Theme.window
    font: Theme.body
    onLeavingChanged: if (!leaving) scale.cancelRestart()
    onNarrowChanged: { sidebarOverlay = false; panelOverlay = false }
    visibility: Settings.app.window.windowMaximized ? Window.Maximized : Window.AutomaticVisibility
    onClosing: close => close.accepted = manners.mayClose()
    Component.onCompleted: { manners.fitScreen(); chatPage.composer.focusInput() }
    WindowManners { id: manners; anchors.fill: parent; z: 1; view: window; onLossFeared: dialogs.askLoss() }

    SideColumn {
        id: sidebarColumn
        width: window.sidebarDocked ? Settings.app.window.sidebarWidth : 0
        height: parent.height
        minimum: 220
        maximum: 360
        columnWidth: Settings.app.window.sidebarWidth
        visible: width > 0
        onResized: width => Settings.app.window.sidebarWidth = width
        Loader {
            anchors.fill: parent
            active: window.sidebarDocked
            sourceComponent: sidebar
        }
    }
    TopBar {
        id: topBar
        anchors { left: sidebarColumn.right; right: parent.right }
        leading: !window.sidebarDocked
        panelOn: window.panelDocked || window.panelOverlay
        pickerOn: picker.opened
        onSidebarRequested: window.toggleSidebar()
        onNewRequested: window.newChat()
        onPickerRequested: picker.opened ? picker.close() : picker.open()
        onPanelRequested: window.togglePanel()
        onSettingsRequested: dialogs.showSettings(-1)
        onPrecisionRequested: dialogs.showInside(1)
    }
    ChatPage {
        id: chatPage
        anchors { left: sidebarColumn.right; right: panelColumn.left; top: notices.bottom; bottom: parent.bottom }
        focus: true
        onLinkChosen: address => dialogs.askLink(address)
        onPanelRequested: window.showPanel(0)
        onStructureRequested: window.showPanel(3)
        onAttachRequested: dialogs.attachFiles()
        onSavePictureRequested: hash => dialogs.savePicture(hash)
        onOpenRequested: dialogs.openModel()
        onModelsRequested: tab => dialogs.showModels(tab)
        onCompareRequested: messageId => dialogs.showCompare(messageId)
        onServerPromptsRequested: dialogs.showServerPrompts()
        onPassageRequested: number => dialogs.showPassage(number)
        onWholeDocumentsRequested: dialogs.showWholeDocuments()
        onDocumentsRequested: dialogs.showDocuments()
        onToolSettingsRequested: dialogs.showToolSettings()
        onInspectRequested: messageId => { Inspector.reply.inspect(messageId); window.showPanel(2) }
    }
    Notices {
        id: notices
        anchors { left: sidebarColumn.right; right: panelColumn.left; top: topBar.bottom }
        onModelRequested: picker.open()
        onFolderRequested: dialogs.chooseModelsFolder()
        onCloseRequested: window.close()
        onSaveRequested: dialogs.backUp()
    }
    SideColumn {
        id: panelColumn
        anchors { right: parent.right; top: topBar.bottom; bottom: parent.bottom }
        width: window.panelDocked ? Settings.app.window.panelWidth : 0
        minimum: 288
        maximum: 480
        atRight: true
        columnWidth: Settings.app.window.panelWidth
        visible: width > 0
        onResized: width => Settings.app.window.panelWidth = width
        Loader {
            anchors.fill: parent
            active: window.panelDocked
            sourceComponent: panel
        }
    }
    OverlayColumn {
        anchors.fill: parent
        shown: window.sidebarOverlay
        columnWidth: Settings.app.window.sidebarWidth
        content: sidebar
        onDismissed: window.sidebarOverlay = false
    }
    OverlayColumn {
        anchors { fill: parent; topMargin: Theme.topBarHeight }
        shown: window.panelOverlay
        atRight: true
        columnWidth: Settings.app.window.panelWidth
        content: panel
        onDismissed: window.panelOverlay = false
    }
    Component {
        id: sidebar
        Sidebar {
            conversations: Chats.conversations
            onNewRequested: window.newChat()
            onSearchRequested: dialogs.showSearch()
            onHideRequested: window.toggleSidebar()
            onModelsRequested: dialogs.showModels(0)
            onTrashRequested: dialogs.showTrash()
            onExportRequested: conversationId => dialogs.exportChat(conversationId)
            onDuplicateRequested: conversationId => Chats.exchange.duplicate(conversationId)
            onFolderRequested: (conversationId, folder) => dialogs.showFolder(conversationId, folder)
            onChosen: { window.sidebarOverlay = false; chatPage.composer.focusInput() }
        }
    }
    Component {
        id: panel
        PanelHost { onCloseRequested: window.togglePanel(); onPresetFileRequested: saving => dialogs.choosePresets(saving); onStructureFileRequested: dialogs.chooseStructure(); onInsideRequested: page => dialogs.showInside(page) }
    }
    ModelPicker {
        id: picker
        parent: topBar.modelButton
        y: parent.height + 4
        models: Models.installed
        engine: Models.engine
        route: Models.route
        onOpenRequested: dialogs.openModel()
        onAllRequested: dialogs.showModels(ModelsDialog.Installed)
        onRouteRequested: dialogs.showModels(ModelsDialog.Automatic)
    }
    Dialogs {
        id: dialogs
        onNewChatRequested: window.newChat()
        onTextArrived: text => {
            chatPage.composer.insert(text)
            chatPage.composer.focusInput()
        }
        onCloseRequested: window.close()
        onRestartRequested: scale.restartRequested()
    }
    InterfaceScale {
        id: scale
        settings: Settings.app
        toasts: Desktop.toasts
        onRestartRequested: {
            scale.prepareRestart(Chats.chat.conversationId, chatPage.list.topMessage(), Models.engine.ready ? Models.engine.modelPath : "") // qmllint disable
            window.close()
        }
    }
    Shortcuts {
        dialogs: window.dialogs
        chatPage: window.chatPage
        onNewRequested: window.newChat()
        onOpenRequested: dialogs.openModel()
        onSidebarRequested: window.toggleSidebar()
        onPanelRequested: window.togglePanel()
        onCloseRequested: window.close()
        onScaleRequested: by => scale.step(by)
    }
}
