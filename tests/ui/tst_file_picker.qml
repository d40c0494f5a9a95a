import QtQuick
import QtTest
import Hearth.App
import Hearth.Folders
import Hearth.Theme
import Hearth.Main

// Our own dialog for files over the window, by mouse and keyboard, in a home folder with some files.
TestCase {
    id: tests

    property Main view: null
    property var chooser: null

    name: "FilePicker"
    when: windowShown
    width: 100
    height: 100

    Component {
        id: windows
        Main { readonly property InventedApp app: Invented.app }
    }
    FilePlaces { id: places }
    function init() {
        Invented.begin()
        view = windows.createObject(null, { width: 1280, height: 800 })
        view.requestActivate()
        tryVerify(() => view.active)
    }
    function cleanup() {
        view.destroy()
        view = null
        Theme.dark = false
        wait(0)
    }
    function named(text, start) {
        if (start.Accessible && start.Accessible.name === text && start.visible) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = named(text, start.children[i])
            if (found) return found
        }
        return null
    }
    function part(text) { return named(text, chooser.contentItem) }
    function home() { return places.list("", [])[0].path }
    function last(calls) { return calls[calls.length - 1] }
    function type(text) { for (const letter of text) keyClick(letter) }
    function begin(what) {
        what(view.dialogs.made().files)
        const picker = view.dialogs.set.files.picker
        tryVerify(() => picker.chooser && picker.chooser.opened)
        chooser = picker.chooser
        tryVerify(() => !chooser.listing.reading)
        wait(50)
    }

    function test_aFileIsOpenedByDoubleClick() {
        begin(files => files.openModel())
        compare(chooser.listing.folder, "/home/user/Models".startsWith(home()) ? chooser.listing.folder : chooser.paths.existing("/home/user/Models"))
        mouseClick(part("Home"))
        tryVerify(() => part("tiny.gguf"))
        // Only models are shown, and folders.
        verify(!part("notes.md"))
        verify(part("Letters"))
        mouseDoubleClickSequence(part("tiny.gguf"))
        tryVerify(() => !chooser.visible)
        compare(String(last(view.app.models.calls)[1]), "file://" + home() + "/tiny.gguf")
        compare(view.app.settings.window.fileFolders["model"], home())
    }
    function test_theFolderIsRememberedByPurpose() {
        view.app.settings.window.fileFolders = { import: home() + "/Letters", attach: home() + "/gone" }
        begin(files => files.importChats())
        compare(chooser.listing.folder, home() + "/Letters")
        keyClick(Qt.Key_Escape)
        tryVerify(() => !chooser.visible)
        begin(files => files.attach())
        compare(chooser.listing.folder, home())
    }
    function test_manyFilesByKeyboard() {
        begin(files => files.importChats())
        verify(chooser.list.activeFocus)
        type("a.j")
        compare(chooser.list.pickedPaths(), [home() + "/a.json"])
        keyClick(Qt.Key_Down, Qt.ShiftModifier)
        compare(chooser.list.pickedCount, 2)
        mouseClick(part("Import"))
        tryVerify(() => !chooser.visible)
        compare(last(view.app.exchange.calls), ["importFiles", 2])
    }
    function test_foldersByKeyboard() {
        begin(files => files.attach())
        keyClick(Qt.Key_L)
        keyClick(Qt.Key_Return)
        compare(chooser.listing.folder, home() + "/Letters")
        tryVerify(() => part("c.json"))
        keyClick(Qt.Key_Backspace)
        compare(chooser.listing.folder, home())
        keyClick(Qt.Key_Up, Qt.AltModifier)
        compare(chooser.listing.folder, chooser.paths.parentOf(home()))
    }
    function test_aPathIsTypedAndCompleted() {
        begin(files => files.attach())
        keyClick(Qt.Key_L, Qt.ControlModifier)
        verify(chooser.pathField.activeFocus)
        type("~/Let")
        tryCompare(chooser.pathField, "choices", ["~/Letters/"])
        keyClick(Qt.Key_Tab)
        compare(chooser.pathField.text, "~/Letters/")
        keyClick(Qt.Key_Return)
        compare(chooser.listing.folder, home() + "/Letters")
        verify(chooser.list.activeFocus)
        keyClick(Qt.Key_L, Qt.ControlModifier)
        type("nothing")
        keyClick(Qt.Key_Return)
        verify(part("There is no folder or file “" + home() + "/Letters/nothing”."))
        verify(chooser.opened)
    }
    function test_hiddenFilesAndOrder() {
        begin(files => files.attach())
        verify(!part(".secret"))
        keyClick(Qt.Key_H, Qt.ControlModifier)
        tryVerify(() => part(".secret"))
        mouseClick(part("Sort by: Name"))
        tryVerify(() => chooser.listing.descending)
    }
    function test_aSavedFileAsksBeforeItReplaces() {
        view.app.settings.window.fileFolders = { export: home() }
        begin(files => files.exportChat(3))
        verify(chooser.nameField.activeFocus)
        compare(chooser.nameField.text, "chat.md")
        keyClick(Qt.Key_A, Qt.ControlModifier)
        // The ending comes by itself, and the file that is there counts with it.
        type("notes")
        keyClick(Qt.Key_Return)
        verify(part("“notes.md” already exists. Replacing it deletes its contents."))
        compare(view.app.exchange.calls.length, 0)
        mouseClick(part("Choose another name"))
        keyClick(Qt.Key_A, Qt.ControlModifier)
        type("new")
        keyClick(Qt.Key_Return)
        tryVerify(() => !chooser.visible)
        compare(last(view.app.exchange.calls), ["exportTo", 3, "file://" + home() + "/new.md"])
    }
    function test_replacingIsPossible() {
        view.app.settings.window.fileFolders = { export: home() }
        begin(files => files.exportChat(3))
        keyClick(Qt.Key_A, Qt.ControlModifier)
        type("a.json")
        mouseClick(part("Save"))
        wait(900)
        mouseClick(part("Replace"))
        tryVerify(() => !chooser.visible)
        compare(last(view.app.exchange.calls), ["exportTo", 3, "file://" + home() + "/a.json"])
    }
    function test_theKindOfFileChangesTheEnding() {
        begin(files => files.exportChat(3))
        chooser.setFilter(1)
        compare(chooser.nameField.text, "chat.json")
    }
    function test_aFolderIsMadeAndChosen() {
        view.app.modelsFolder.parentUrl = "file://" + home()
        begin(files => files.chooseModelsFolder(false))
        verify(!part("a.json"))
        mouseClick(part("New folder"))
        const field = () => named("Name of the new folder", view.contentItem.parent)
        tryVerify(() => field() && field().activeFocus)
        type("Weights")
        keyClick(Qt.Key_Return)
        tryCompare(chooser.listing, "folder", home() + "/Weights")
        mouseClick(part("Choose this folder"))
        tryVerify(() => !chooser.visible)
        compare(last(view.app.modelsFolder.calls), ["use", "file://" + home() + "/Weights"])
    }
    function test_itHasTheTheme() {
        Theme.dark = true
        begin(files => files.attach())
        wait(200)
        const shot = grabImage(chooser.contentItem)
        verify(Qt.colorEqual(shot.pixel(Math.round(chooser.width * 0.6), 470), Theme.window))
    }
    function test_nothingIsChosenByClosing() {
        begin(files => files.attach())
        keyClick(Qt.Key_Escape)
        tryVerify(() => !chooser.visible)
        compare(view.app.chat.attachments.calls.length, 0)
    }
}
