// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Folders

// Chooses files and folders: with the desktop's dialog where there is one, with FileChooser else. The folder is remembered
// for each purpose.
//
// A request is { purpose, title, accept, filters, name, folder }: what the folder is remembered by, the dialog's title, the
// label of its button, [{ name, patterns: ["*.json"] }] with the first one set, the file's name when one is saved, and the url of
// a folder to begin with in place of the one that is remembered. `done` is called with the url (openMany: the list of urls) and, when a file is
// saved, with the index of the filter; it is not called when nothing was chosen. A file that is saved gets the ending of its
// filter's first pattern, and nothing is overwritten that the person was not asked about.
Item {
    id: picker

    required property AppSettings settings
    property url modelsFolder
    readonly property FolderListing listing: browser.listing
    readonly property FilePaths paths: FilePaths {}
    readonly property FileChooser chooser: loader.item as FileChooser
    property int mode: DesktopFileChooser.Open
    property var request: ({})
    property var done: null

    function open(request: var, done: var) { start(DesktopFileChooser.Open, request, done) }
    function openMany(request: var, done: var) { start(DesktopFileChooser.OpenMany, request, done) }
    function save(request: var, done: var) { start(DesktopFileChooser.Save, request, done) }
    function folder(request: var, done: var) { start(DesktopFileChooser.Folder, request, done) }

    function start(mode: int, request: var, done: var) {
        picker.mode = mode
        picker.request = request
        picker.done = done
        desktop.choose(mode, request, firstFolder(), Window.window)
    }
    function firstFolder(): string {
        const kept = request.folder ? picker.paths.pathOf(request.folder) : settings.window.fileFolder(request.purpose)
        const models = request.purpose === "model" ? picker.paths.pathOf(modelsFolder) : ""
        return picker.paths.existing(kept !== "" ? kept : models !== "" ? models : places.documents())
    }
    function ending(filter: int): string {
        const filters = request.filters ?? []
        const patterns = filters[filter >= 0 && filter < filters.length ? filter : 0]?.patterns ?? []
        return patterns.length > 0 && patterns[0].startsWith("*.") ? patterns[0].substring(2) : ""
    }
    function showOwn(folder: string, name: string, filter: int) {
        loader.active = true
        chooser.show(mode, request, folder, name, Math.max(0, filter))
    }
    function finish(files: var, filter: int) {
        if (files.length === 0) return
        const path = picker.paths.pathOf(files[0])
        settings.window.keepFileFolder(request.purpose, mode === DesktopFileChooser.Folder ? path : picker.paths.parentOf(path))
        const then = done
        done = null
        if (!then) return
        if (mode === DesktopFileChooser.OpenMany) then(files)
        else if (mode === DesktopFileChooser.Save) then(files[0], filter)
        else then(files[0])
    }
    // The desktop asked about the name as it was typed. The name with an added ending may exist, too.
    function finishDesktop(files: var, filter: int) {
        if (mode !== DesktopFileChooser.Save) { finish(files, filter); return }
        const path = picker.paths.pathOf(files[0])
        const whole = picker.paths.completeName(path, ending(filter))
        if (whole !== path && picker.paths.kindOf(whole) !== FilePaths.Nothing) {
            showOwn(picker.paths.parentOf(whole), picker.paths.nameOf(whole), filter)
            chooser.accept()
        } else {
            finish([picker.paths.urlOf(whole)], filter)
        }
    }

    FolderBrowser { id: browser }
    FilePlaces { id: places }
    DesktopFileChooser {
        id: desktop
        onChosen: (files, filter) => picker.finishDesktop(files, filter)
        onCancelled: picker.done = null
        onUnavailable: picker.showOwn(picker.firstFolder(), picker.request.name ?? "", 0)
    }
    Loader {
        id: loader
        active: false
        sourceComponent: FileChooser {
            modelsFolder: picker.paths.pathOf(picker.modelsFolder)
            recent: picker.settings.window.recentFolders()
            onChosen: (files, filter) => picker.finish(files, filter)
            onCancelled: picker.done = null
        }
    }
}
