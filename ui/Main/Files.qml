import QtQuick
import Hearth.App
import Hearth.Files

// Every choice of files in the window.
Item {
    id: files

    readonly property alias picker: picker
    readonly property var all: ({ name: qsTr("All files"), patterns: ["*"] })

    function chooseModelsFolder(moving: bool) {
        picker.folder({ purpose: "models folder", folder: Models.folder.parentUrl, title: moving ? qsTr("Move the models into this folder") : qsTr("Keep models in this folder") },
                      url => moving ? Models.folder.moveTo(url) : Models.folder.use(url))
    }
    function chooseToolFolder() {
        picker.folder({ purpose: "tool folder", title: qsTr("Let models read this folder") }, url => Tools.settings.chooseFolder(url))
    }
    function addDocuments(folder: bool) {
        const then = url => Documents.library.add(url)
        if (folder) picker.folder({ purpose: "documents", title: qsTr("Add a folder of documents") }, then)
        else picker.open({ purpose: "document", title: qsTr("Add a document"), accept: qsTr("Add"),
                           filters: [{ name: qsTr("Documents"), patterns: ["*.pdf", "*.docx", "*.odt", "*.epub", "*.html", "*.md", "*.txt", "*.csv"] }, all] }, then)
    }
    readonly property var modelFilters: [{ name: qsTr("Models"), patterns: ["*.gguf", "*.safetensors"] }, all]

    function openModel() {
        picker.open({ purpose: "model", title: qsTr("Open a model"), filters: modelFilters }, url => Models.installed.openFile(url))
    }
    function addModel() {
        picker.open({ purpose: "model", title: qsTr("Add a model"), accept: qsTr("Add"), filters: modelFilters }, url => Models.installed.addFile(url))
    }
    function calibration() {
        picker.open({ purpose: "calibration", title: qsTr("Calibrate with a text"),
                      filters: [{ name: qsTr("Texts"), patterns: ["*.txt", "*.md"] }, all] },
                    url => Models.quantizer.calibrateWith(url))
    }
    function attach() {
        picker.openMany({ purpose: "attach", title: qsTr("Attach files"), accept: qsTr("Attach"),
                          filters: [all, { name: qsTr("Pictures"), patterns: ["*.png", "*.jpg", "*.jpeg", "*.webp", "*.gif", "*.bmp", "*.heic", "*.heif", "*.avif"] }, { name: qsTr("Documents and text"), patterns: ["*.pdf", "*.docx", "*.odt", "*.epub", "*.txt", "*.md", "*.csv", "*.json"] }] },
                        urls => Chats.chat.attachments.add(urls))
    }
    function savePicture(hash: string) {
        const pictures = Chats.chat.pictureFiles
        const name = pictures.fileName(hash)
        if (name === "") return
        picker.save({ purpose: "picture", title: qsTr("Save the picture"), name: name,
                      filters: [{ name: qsTr("Pictures"), patterns: ["*." + name.split(".").pop()] }] },
                    url => pictures.saveTo(hash, url))
    }
    function importChats() {
        picker.openMany({ purpose: "import", title: qsTr("Import chats"), accept: qsTr("Import"),
                          filters: [{ name: qsTr("Chats of Hearth, GPT4All, LM Studio, ChatGPT, Open WebUI"), patterns: ["*.json", "*.chat", "*.zip"] }, all] },
                        urls => Chats.exchange.importFiles(urls))
    }
    function presets(saving: bool) {
        const filters = [{ name: qsTr("Presets of Hearth"), patterns: ["*.json"] }]
        if (saving) picker.save({ purpose: "presets", title: qsTr("Save the preset"), filters: filters, name: "preset.json" },
                                url => Settings.presets.exportTo(url))
        else picker.open({ purpose: "presets", title: qsTr("Import presets"), accept: qsTr("Import"), filters: [...filters, all] },
                         url => Settings.presets.importFile(url))
    }
    function structure() {
        picker.open({ purpose: "structure", title: qsTr("Open a schema or a grammar"),
                      filters: [{ name: qsTr("Schemas and grammars"), patterns: ["*.json", "*.gbnf", "*.txt"] }, all] },
                    url => Chats.chat.structure.readFile(url))
    }
    function exportChat(conversationId: real) {
        picker.save({ purpose: "export", title: qsTr("Export the chat"), name: Chats.exchange.fileName(conversationId, "md"),
                      filters: [{ name: qsTr("Markdown, the branch that is shown"), patterns: ["*.md"] },
                                { name: qsTr("JSON, everything"), patterns: ["*.json"] }] },
                    url => Chats.exchange.exportTo(conversationId, url))
    }

    function backUp() {
        const memory = Chats.backup.memoryOnly
        picker.save({ purpose: "backup", title: memory ? qsTr("Save the chats") : qsTr("Back up the chats"), name: Chats.backup.fileName(),
                      filters: [{ name: qsTr("Chats of Hearth"), patterns: ["*.db"] }] },
                    url => Chats.backup.writeTo(url))
    }
    function exportAllChats() {
        picker.save({ purpose: "export", title: qsTr("Export all chats"), name: Chats.exchange.allFileName(),
                      filters: [{ name: qsTr("JSON, everything"), patterns: ["*.json"] }] },
                    url => Chats.exchange.exportAllTo(url))
    }

    FilePicker {
        id: picker
        settings: Settings.app
        modelsFolder: Models.folder.url
    }
}
