import QtQuick
import Hearth.App
import Hearth.Files

// Every choice of files in the window.
Item {
    id: files

    required property Application app
    readonly property alias picker: picker
    readonly property var all: ({ name: qsTr("All files"), patterns: ["*"] })

    function chooseModelsFolder(moving: bool) {
        picker.folder({ purpose: "models folder", folder: app.modelsFolder.parentUrl, title: moving ? qsTr("Move the models into this folder") : qsTr("Keep models in this folder") },
                      url => moving ? app.modelsFolder.moveTo(url) : app.modelsFolder.use(url))
    }
    function chooseToolFolder() {
        picker.folder({ purpose: "tool folder", title: qsTr("Let models read this folder") }, url => app.toolSettings.chooseFolder(url))
    }
    function addDocuments(folder: bool) {
        const then = url => app.documents.add(url)
        if (folder) picker.folder({ purpose: "documents", title: qsTr("Add a folder of documents") }, then)
        else picker.open({ purpose: "document", title: qsTr("Add a document"), accept: qsTr("Add"),
                           filters: [{ name: qsTr("Documents"), patterns: ["*.pdf", "*.docx", "*.odt", "*.epub", "*.html", "*.md", "*.txt", "*.csv"] }, all] }, then)
    }
    readonly property var modelFilters: [{ name: qsTr("Models"), patterns: ["*.gguf", "*.safetensors"] }, all]

    function openModel() {
        picker.open({ purpose: "model", title: qsTr("Open a model"), filters: modelFilters }, url => app.models.openFile(url))
    }
    function addModel() {
        picker.open({ purpose: "model", title: qsTr("Add a model"), accept: qsTr("Add"), filters: modelFilters }, url => app.models.addFile(url))
    }
    function calibration() {
        picker.open({ purpose: "calibration", title: qsTr("Calibrate with a text"),
                      filters: [{ name: qsTr("Texts"), patterns: ["*.txt", "*.md"] }, all] },
                    url => app.quantizer.calibrateWith(url))
    }
    function attach() {
        picker.openMany({ purpose: "attach", title: qsTr("Attach files"), accept: qsTr("Attach"),
                          filters: [all, { name: qsTr("Documents and text"), patterns: ["*.pdf", "*.docx", "*.odt", "*.epub", "*.txt", "*.md", "*.csv", "*.json"] }] },
                        urls => app.chat.attachments.add(urls))
    }
    function importChats() {
        picker.openMany({ purpose: "import", title: qsTr("Import chats"), accept: qsTr("Import"),
                          filters: [{ name: qsTr("Chats of Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI"), patterns: ["*.json", "*.chat", "*.zip"] }, all] },
                        urls => app.exchange.importFiles(urls))
    }
    function presets(saving: bool) {
        const filters = [{ name: qsTr("Presets of Hearth"), patterns: ["*.json"] }]
        if (saving) picker.save({ purpose: "presets", title: qsTr("Save the preset"), filters: filters, name: "preset.json" },
                                url => app.presets.exportTo(url))
        else picker.open({ purpose: "presets", title: qsTr("Import presets"), accept: qsTr("Import"), filters: [...filters, all] },
                         url => app.presets.importFile(url))
    }
    function structure() {
        picker.open({ purpose: "structure", title: qsTr("Open a schema or a grammar"),
                      filters: [{ name: qsTr("Schemas and grammars"), patterns: ["*.json", "*.gbnf", "*.txt"] }, all] },
                    url => app.chat.structure.readFile(url))
    }
    function exportChat(conversationId: real) {
        picker.save({ purpose: "export", title: qsTr("Export the chat"), name: app.exchange.fileName(conversationId, "md"),
                      filters: [{ name: qsTr("Markdown, the branch that is shown"), patterns: ["*.md"] },
                                { name: qsTr("JSON, everything"), patterns: ["*.json"] }] },
                    url => app.exchange.exportTo(conversationId, url))
    }

    function backUp() {
        const memory = app.backup.memoryOnly
        picker.save({ purpose: "backup", title: memory ? qsTr("Save the chats") : qsTr("Back up the chats"), name: app.backup.fileName(),
                      filters: [{ name: qsTr("Chats of Hearth"), patterns: ["*.db"] }] },
                    url => app.backup.writeTo(url))
    }
    function exportAllChats() {
        picker.save({ purpose: "export", title: qsTr("Export all chats"), name: app.exchange.allFileName(),
                      filters: [{ name: qsTr("JSON, everything"), patterns: ["*.json"] }] },
                    url => app.exchange.exportAllTo(url))
    }

    FilePicker {
        id: picker
        settings: files.app.settings
        modelsFolder: files.app.modelsFolder.url
    }
}
