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

    required property Application app
    // A window that stays open after all does not start again when it is closed later.
    readonly property bool leaving: app.cache.closing
    readonly property bool narrow: width < Theme.narrowBelow
    property bool sidebarOverlay: false
    property bool panelOverlay: false
    readonly property bool sidebarDocked: !narrow && app.settings.sidebarVisible
    readonly property bool panelDocked: !narrow && app.settings.panelVisible
    readonly property alias dialogs: dialogs
    readonly property alias chatPage: chatPage
    readonly property alias picker: picker

    function toggleSidebar() { narrow ? sidebarOverlay = !sidebarOverlay : app.settings.sidebarVisible = !app.settings.sidebarVisible }
    function togglePanel() { narrow ? panelOverlay = !panelOverlay : app.settings.panelVisible = !app.settings.panelVisible }
    function showPanel(tab: int) {
        app.settings.panelTab = tab
        narrow ? panelOverlay = true : app.settings.panelVisible = true
    }
    function newChat() {
        app.conversations.create()
        sidebarOverlay = false
        chatPage.composer.focusInput()
    }

    width: app.settings.windowGeometry.width > 0 ? app.settings.windowGeometry.width : 1280 // qmllint disable
    height: app.settings.windowGeometry.height > 0 ? app.settings.windowGeometry.height : 800 // qmllint disable
    // qmllint disable unqualified
    minimumWidth: 640
    minimumHeight: 480
    visible: true
    title: app.chat.title !== "" ? qsTr("%1 – Hearth").arg(app.chat.title) : qsTr("Hearth")
    color: Theme.window
    font: Theme.body
    onLeavingChanged: if (!leaving) scale.cancelRestart()
    onNarrowChanged: { sidebarOverlay = false; panelOverlay = false }
    visibility: app.settings.windowMaximized ? Window.Maximized : Window.AutomaticVisibility
    onClosing: close => close.accepted = manners.mayClose()
    Component.onCompleted: { manners.fitScreen(); chatPage.composer.focusInput() }
    WindowManners { id: manners; anchors.fill: parent; z: 1; app: window.app; view: window; onLossFeared: dialogs.askLoss() }

    SideColumn {
        id: sidebarColumn
        width: window.sidebarDocked ? window.app.settings.sidebarWidth : 0
        height: parent.height
        minimum: 220
        maximum: 360
        columnWidth: window.app.settings.sidebarWidth
        visible: width > 0
        onResized: width => window.app.settings.sidebarWidth = width
        Loader {
            anchors.fill: parent
            active: window.sidebarDocked
            sourceComponent: sidebar
        }
    }
    TopBar {
        id: topBar
        anchors { left: sidebarColumn.right; right: parent.right }
        app: window.app
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
        app: window.app
        onLinkChosen: address => dialogs.askLink(address)
        onPanelRequested: window.showPanel(0)
        onStructureRequested: window.showPanel(3)
        onAttachRequested: dialogs.attachFiles()
        onOpenRequested: dialogs.openModel()
        onModelsRequested: tab => dialogs.showModels(tab)
        onCompareRequested: messageId => dialogs.showCompare(messageId)
        onServerPromptsRequested: dialogs.showServerPrompts()
        onPassageRequested: number => dialogs.showPassage(number)
        onWholeDocumentsRequested: dialogs.showWholeDocuments()
        onDocumentsRequested: dialogs.showDocuments()
        onToolSettingsRequested: dialogs.showToolSettings()
        onInspectRequested: messageId => { window.app.inspector.inspect(messageId); window.showPanel(2) }
    }
    Notices {
        id: notices
        anchors { left: sidebarColumn.right; right: panelColumn.left; top: topBar.bottom }
        app: window.app
        onModelRequested: picker.open()
        onFolderRequested: dialogs.chooseModelsFolder()
        onCloseRequested: window.close()
        onSaveRequested: dialogs.backUp()
    }
    SideColumn {
        id: panelColumn
        anchors { right: parent.right; top: topBar.bottom; bottom: parent.bottom }
        width: window.panelDocked ? window.app.settings.panelWidth : 0
        minimum: 288
        maximum: 480
        atRight: true
        columnWidth: window.app.settings.panelWidth
        visible: width > 0
        onResized: width => window.app.settings.panelWidth = width
        Loader {
            anchors.fill: parent
            active: window.panelDocked
            sourceComponent: panel
        }
    }
    OverlayColumn {
        anchors.fill: parent
        shown: window.sidebarOverlay
        columnWidth: window.app.settings.sidebarWidth
        content: sidebar
        onDismissed: window.sidebarOverlay = false
    }
    OverlayColumn {
        anchors { fill: parent; topMargin: Theme.topBarHeight }
        shown: window.panelOverlay
        atRight: true
        columnWidth: window.app.settings.panelWidth
        content: panel
        onDismissed: window.panelOverlay = false
    }
    Component {
        id: sidebar
        Sidebar {
            conversations: window.app.conversations
            onNewRequested: window.newChat()
            onSearchRequested: dialogs.showSearch()
            onHideRequested: window.toggleSidebar()
            onModelsRequested: dialogs.showModels(0)
            onTrashRequested: dialogs.showTrash()
            onExportRequested: conversationId => dialogs.exportChat(conversationId)
            onDuplicateRequested: conversationId => window.app.exchange.duplicate(conversationId)
            onFolderRequested: (conversationId, folder) => dialogs.showFolder(conversationId, folder)
            onChosen: { window.sidebarOverlay = false; chatPage.composer.focusInput() }
        }
    }
    Component {
        id: panel
        PanelHost { app: window.app; onCloseRequested: window.togglePanel(); onPresetFileRequested: saving => dialogs.choosePresets(saving); onStructureFileRequested: dialogs.chooseStructure(); onInsideRequested: page => dialogs.showInside(page) }
    }
    ModelPicker {
        id: picker
        parent: topBar.modelButton
        y: parent.height + 4
        models: window.app.models
        engine: window.app.engine
        route: window.app.route
        onOpenRequested: dialogs.openModel()
        onAllRequested: dialogs.showModels(ModelsDialog.Installed)
        onRouteRequested: dialogs.showModels(ModelsDialog.Automatic)
    }
    Dialogs {
        id: dialogs
        app: window.app
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
        settings: window.app.settings
        toasts: window.app.toasts
        onRestartRequested: {
            scale.prepareRestart(window.app.chat.conversationId, chatPage.list.topMessage(), window.app.engine.ready ? window.app.engine.modelPath : "") // qmllint disable
            window.close()
        }
    }
    Shortcuts {
        app: window.app
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
