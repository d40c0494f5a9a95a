import QtQuick

// Placeholder for the dialogs of the window, which are created when the first one is requested. Their files are read
// after the first frame, in another thread, so that creating them is fast.
Item {
    id: dialogs

    readonly property alias set: loader.item
    property Component files: null

    signal newChatRequested()
    signal textArrived(string text)
    signal restartRequested()
    signal closeRequested()

    function made() {
        loader.source = "DialogSet.qml"
        return loader.item
    }
    function showSearch() { made().showSearch() }
    function showModels(tab: int) { made().showModels(tab) }
    function findModels(purpose: string) { made().findModels(purpose) }
    function showSettings(page: int) { made().showSettings(page) }
    function showToolSettings() { made().showToolSettings() }
    function showServerPrompts() { made().showServerPrompts() }
    function showDocuments() { made().showDocuments() }
    function showPassage(number: int) { made().showPassage(number) }
    function showWholeDocuments() { made().showWholeDocuments() }
    function showShortcuts() { made().showShortcuts() }
    function showTrash() { made().showTrash() }
    function showFolder(conversationId: real, name: string) { made().showFolder(conversationId, name) }
    function showCompare(messageId: real) { made().showCompare(messageId) }
    function showInside(page: int) { made().showInside(page) }
    function askLink(address: string) { made().askLink(address) }
    function openModel() { made().files.openModel() }
    function chooseModelsFolder() { made().files.chooseModelsFolder(false) }
    function attachFiles() { made().files.attach() }
    function savePicture(hash: string) { made().files.savePicture(hash) }
    function choosePresets(saving: bool) { made().files.presets(saving) }
    function chooseStructure() { made().files.structure() }
    function backUp() { made().files.backUp() }
    function askLoss() { made().askLoss() }
    function exportChat(conversationId: real) { made().files.exportChat(conversationId) }

    Loader { id: loader }
    Timer {
        interval: 250
        running: true
        onTriggered: dialogs.files = Qt.createComponent("DialogSet.qml", Component.Asynchronous)
    }
    Connections {
        target: loader.item
        function onNewChatRequested() { dialogs.newChatRequested() }
        function onTextArrived(text) { dialogs.textArrived(text) }
        function onCloseRequested() { dialogs.closeRequested() }
        function onRestartRequested() { dialogs.restartRequested() }
    }
}
