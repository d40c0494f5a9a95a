// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Chat
import Hearth.Inspector
import Hearth.Models
import Hearth.Settings
import Hearth.Sidebar

// The dialogs of the window, each made when it is first asked for, and those for files.
Item {
    id: set

    required property Application app
    readonly property SearchOverlay search: searchLoader.item as SearchOverlay
    readonly property ModelsDialog models: modelsLoader.item as ModelsDialog
    readonly property SettingsDialog settings: settingsLoader.item as SettingsDialog
    readonly property ShortcutsDialog shortcuts: shortcutsLoader.item as ShortcutsDialog

    readonly property TrashDialog trash: trashLoader.item as TrashDialog
    readonly property FolderDialog folder: folderLoader.item as FolderDialog
    readonly property LinkDialog link: linkLoader.item as LinkDialog
    readonly property CompareDialog compare: compareLoader.item as CompareDialog
    readonly property PassagesDialog passages: passagesLoader.item as PassagesDialog
    readonly property WholeDocumentsDialog wholeDocuments: wholeDocumentsLoader.item as WholeDocumentsDialog
    readonly property ServerPromptsDialog serverPrompts: serverPromptsLoader.item as ServerPromptsDialog
    readonly property InsideDialog inside: insideLoader.item as InsideDialog
    readonly property LossDialog loss: lossLoader.item as LossDialog
    readonly property alias files: files

    signal newChatRequested()
    signal textArrived(string text)
    signal restartRequested()
    signal closeRequested()

    function showSearch() {
        searchLoader.active = true
        search.open()
    }
    function showModels(tab: int) {
        modelsLoader.active = true
        models.tab = tab
        models.open()
    }
    function findModels(purpose: string) {
        modelsLoader.active = true
        models.discover(purpose)
        models.open()
    }
    // -1: the page that was shown last.
    function showSettings(page: int) {
        settingsLoader.active = true
        if (page >= 0) settings.page = page
        settings.open()
    }
    function showShortcuts() {
        shortcutsLoader.active = true
        shortcuts.open()
    }
    function showTrash() {
        trashLoader.active = true
        trash.open()
    }
    function showFolder(conversationId: real, name: string) {
        folderLoader.active = true
        folder.conversationId = conversationId
        folder.folder = name
        folder.open()
    }
    function showToolSettings() {
        settingsLoader.active = true
        showSettings(settings.toolsPage)
    }
    function showDocuments() {
        settingsLoader.active = true
        showSettings(settings.documentsPage)
    }
    function showPassage(number: int) {
        passagesLoader.active = true
        passages.show(number)
    }
    function showWholeDocuments() {
        wholeDocumentsLoader.active = true
        wholeDocuments.open()
    }
    function showServerPrompts() {
        serverPromptsLoader.active = true
        serverPrompts.open()
    }
    function showCompare(messageId: real) {
        compareLoader.active = true
        compare.messageId = messageId
        compare.open()
    }
    function showInside(page: int) {
        insideLoader.active = true
        inside.page = page
        inside.open()
    }
    function askLoss() {
        lossLoader.active = true
        loss.open()
    }
    function askLink(address: string) {
        if (app.linkHost(address) === "") return
        linkLoader.active = true
        link.address = address
        link.open()
    }

    Files { id: files; app: set.app }
    Loader {
        id: searchLoader
        active: false
        sourceComponent: SearchOverlay {
            search: set.app.search
            onChosen: (conversationId, messageId) => messageId > 0 ? set.app.chat.openAt(conversationId, messageId)
                                                                   : set.app.conversations.open(conversationId)
        }
    }
    Loader {
        id: modelsLoader
        active: false
        sourceComponent: ModelsDialog {
            app: set.app
            onOpenRequested: files.addModel()
            onCalibrationRequested: files.calibration()
            onNewChatRequested: set.newChatRequested()
            onLinkChosen: address => set.askLink(address)
            onInsideRequested: page => set.showInside(page)
        }
    }
    Loader {
        id: settingsLoader
        active: false
        sourceComponent: SettingsDialog {
            app: set.app
            onImportRequested: files.importChats()
            onBackupRequested: files.backUp()
            onExportAllRequested: files.exportAllChats()
            onFolderRequested: moving => files.chooseModelsFolder(moving)
            onToolFolderRequested: files.chooseToolFolder()
            onDocumentsRequested: folder => files.addDocuments(folder)
            onModelsRequested: set.showModels(0)
            onModelsWanted: purpose => set.findModels(purpose)
            onRestartRequested: set.restartRequested()
        }
    }
    Loader {
        id: trashLoader
        active: false
        sourceComponent: TrashDialog { trash: set.app.trash }
    }
    Loader {
        id: folderLoader
        active: false
        sourceComponent: FolderDialog { conversations: set.app.conversations }
    }
    Loader {
        id: compareLoader
        active: false
        sourceComponent: CompareDialog { chat: set.app.chat; presets: set.app.presets }
    }
    Loader {
        id: passagesLoader
        active: false
        sourceComponent: PassagesDialog { passages: set.app.chat.passages }
    }
    Loader {
        id: wholeDocumentsLoader
        active: false
        sourceComponent: WholeDocumentsDialog { documents: set.app.chat.wholeDocuments }
    }
    Loader {
        id: serverPromptsLoader
        active: false
        sourceComponent: ServerPromptsDialog {
            prompts: set.app.serverPrompts
            onTextArrived: text => set.textArrived(text)
        }
    }
    Loader {
        id: insideLoader
        active: false
        sourceComponent: InsideDialog {
            inspector: set.app.inspector
            engine: set.app.engine
            precisions: set.app.precisions
            speed: set.app.speed
            costs: set.app.costs
        }
    }
    Loader {
        id: shortcutsLoader
        active: false
        sourceComponent: ShortcutsDialog { keys: set.app.keys }
    }
    Loader {
        id: linkLoader
        active: false
        sourceComponent: LinkDialog { app: set.app }
    }
    Loader {
        id: lossLoader
        active: false
        sourceComponent: LossDialog {
            backup: set.app.backup
            onSaveRequested: files.backUp()
            onCloseRequested: set.closeRequested()
        }
    }
}
