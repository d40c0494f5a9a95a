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
        if (Desktop.linkHost(address) === "") return
        linkLoader.active = true
        link.address = address
        link.open()
    }

    Files { id: files }
    Loader {
        id: searchLoader
        active: false
        sourceComponent: SearchOverlay {
            search: Chats.search
            onChosen: (conversationId, messageId) => messageId > 0 ? Chats.chat.openAt(conversationId, messageId)
                                                                   : Chats.conversations.open(conversationId)
        }
    }
    Loader {
        id: modelsLoader
        active: false
        sourceComponent: ModelsDialog {
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
        sourceComponent: TrashDialog { trash: Chats.trash }
    }
    Loader {
        id: folderLoader
        active: false
        sourceComponent: FolderDialog { conversations: Chats.conversations }
    }
    Loader {
        id: compareLoader
        active: false
        sourceComponent: CompareDialog { chat: Chats.chat; presets: Settings.presets }
    }
    Loader {
        id: passagesLoader
        active: false
        sourceComponent: PassagesDialog { passages: Chats.chat.passages }
    }
    Loader {
        id: wholeDocumentsLoader
        active: false
        sourceComponent: WholeDocumentsDialog { documents: Chats.chat.wholeDocuments }
    }
    Loader {
        id: serverPromptsLoader
        active: false
        sourceComponent: ServerPromptsDialog {
            prompts: Tools.prompts
            onTextArrived: text => set.textArrived(text)
        }
    }
    Loader {
        id: insideLoader
        active: false
        sourceComponent: InsideDialog {
            inspector: Inspector.reply
            engine: Models.engine
            precisions: Inspector.precisions
            speed: Inspector.speed
            costs: Inspector.costs
        }
    }
    Loader {
        id: shortcutsLoader
        active: false
        sourceComponent: ShortcutsDialog { keys: Settings.keys }
    }
    Loader {
        id: linkLoader
        active: false
        sourceComponent: LinkDialog {}
    }
    Loader {
        id: lossLoader
        active: false
        sourceComponent: LossDialog {
            backup: Chats.backup
            onSaveRequested: files.backUp()
            onCloseRequested: set.closeRequested()
        }
    }
}
