import QtQuick
import QtQuick.Dialogs
import Hearth.App

// Every file dialog of the window.
Item {
    id: files

    required property Application app
    property real exported: 0

    property bool moving: false

    function chooseModelsFolder(moving: bool) {
        files.moving = moving
        modelsFolder.currentFolder = app.modelsFolder.parentUrl
        modelsFolder.open()
    }
    function openModel() { modelFile.open() }
    function attach() { attachedFiles.open() }
    function importChats() { chatFiles.open() }
    function presets(saving: bool) { saving ? savedPreset.open() : presetFile.open() }
    // The dialog takes the name that is proposed together with the folder it showed last.
    function exportChat(conversationId: real) {
        exported = conversationId
        exportFile.selectedFile = exportFile.currentFolder + "/" + encodeURIComponent(app.exchange.fileName(conversationId, "md"))
        exportFile.open()
    }

    FileDialog {
        id: modelFile
        title: qsTr("Open a model")
        nameFilters: [qsTr("Models (*.gguf *.safetensors)"), qsTr("All files (*)")]
        onAccepted: files.app.models.addFile(selectedFile)
    }
    FolderDialog {
        id: modelsFolder
        title: files.moving ? qsTr("Move the models into this folder") : qsTr("Keep models in this folder")
        onAccepted: files.moving ? files.app.modelsFolder.moveTo(selectedFolder) : files.app.modelsFolder.use(selectedFolder)
    }
    FileDialog {
        id: attachedFiles
        title: qsTr("Attach files")
        fileMode: FileDialog.OpenFiles
        nameFilters: [qsTr("All files (*)"), qsTr("PDF and text (*.pdf *.txt *.md *.csv *.json)")]
        onAccepted: files.app.chat.attachments.add(selectedFiles)
    }
    FileDialog {
        id: chatFiles
        title: qsTr("Import chats")
        fileMode: FileDialog.OpenFiles
        nameFilters: [qsTr("Chats of Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI (*.json *.chat)"), qsTr("All files (*)")]
        onAccepted: files.app.exchange.importFiles(selectedFiles)
    }
    FileDialog {
        id: presetFile
        title: qsTr("Take in presets")
        nameFilters: [qsTr("Presets of Hearth (*.json)"), qsTr("All files (*)")]
        onAccepted: files.app.presets.importFile(selectedFile)
    }
    FileDialog {
        id: savedPreset
        title: qsTr("Save the preset")
        fileMode: FileDialog.SaveFile
        acceptLabel: qsTr("Save")
        defaultSuffix: "json"
        nameFilters: [qsTr("Presets of Hearth (*.json)")]
        onAccepted: files.app.presets.exportTo(selectedFile)
    }
    FileDialog {
        id: exportFile
        title: qsTr("Export the chat")
        fileMode: FileDialog.SaveFile
        acceptLabel: qsTr("Save")
        defaultSuffix: "md"
        nameFilters: [qsTr("Markdown, the branch that is shown (*.md)"), qsTr("JSON, everything (*.json)")]
        onAccepted: files.app.exchange.exportTo(files.exported, selectedFile)
    }
}
