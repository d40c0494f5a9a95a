import QtQuick
import Hearth.Folders
import Hearth.Theme
import Hearth.Components

// Our own dialog for files, for where the desktop has none.
DialogShell {
    id: dialog

    property string modelsFolder: ""
    property var recent: []
    property int mode: DesktopFileChooser.Open
    property var filters: []
    property int filter: 0
    property string accepting: ""
    // The path that will be overwritten once the person says so.
    property string replacing: ""
    property bool answered: false
    readonly property bool saving: mode === DesktopFileChooser.Save
    readonly property bool choosingFolder: mode === DesktopFileChooser.Folder
    readonly property FolderListing listing: browser.listing
    readonly property FilePaths paths: FilePaths {}
    readonly property alias list: list
    readonly property alias pathField: pathField
    readonly property alias nameField: foot.nameField

    signal chosen(var files, int filter)
    signal cancelled()

    function show(mode: int, request: var, folder: string, name: string, filter: int) {
        dialog.mode = mode
        title = request.title ?? ""
        accepting = request.accept ?? (saving ? qsTr("Save") : choosingFolder ? qsTr("Choose this folder") : qsTr("Open"))
        filters = request.filters ?? []
        dialog.filter = filter
        replacing = ""
        foot.problem = ""
        answered = false
        dialog.listing.foldersOnly = choosingFolder
        dialog.listing.patterns = saving || filters.length === 0 ? [] : filters[filter].patterns
        dialog.listing.folder = folder
        nameField.text = name
        places.refresh()
        open()
        if (saving) {
            nameField.forceActiveFocus()
            nameField.select(0, name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length)
        } else {
            list.forceActiveFocus()
        }
    }
    function ending(index: int): string {
        const patterns = filters[index]?.patterns ?? []
        return patterns.length > 0 && patterns[0].startsWith("*.") ? patterns[0].substring(2) : ""
    }
    function setFilter(index: int) {
        const endings = filters.map((unused, at) => ending(at)).filter(text => text !== "")
        if (saving) nameField.text = dialog.paths.renamed(nameField.text, endings, ending(index))
        else dialog.listing.patterns = filters[index].patterns
        filter = index
        replacing = ""
    }
    function finish(paths: var) {
        answered = true
        close()
        chosen(paths.map(path => dialog.paths.urlOf(path)), filter)
    }
    function go(folder: string) {
        dialog.listing.folder = folder
        replacing = ""
        foot.problem = ""
    }
    // Action of the button.
    function accept() {
        foot.problem = ""
        if (saving) { save(nameField.text); return }
        const picked = list.pickedPaths()
        if (choosingFolder) finish([picked.length === 1 ? picked[0] : dialog.listing.folder])
        else if (picked.length === 1 && dialog.paths.kindOf(picked[0]) === FilePaths.Folder) go(picked[0])
        else if (picked.length > 0) finish(picked.filter(path => dialog.paths.kindOf(path) === FilePaths.File))
    }
    function save(text: string) {
        const path = dialog.paths.completeName(dialog.listing.typed(text), ending(filter))
        if (path === "") return
        const folder = dialog.paths.parentOf(path)
        if (dialog.paths.kindOf(dialog.listing.typed(text)) === FilePaths.Folder) {
            go(dialog.listing.typed(text))
            nameField.text = ""
        } else if (dialog.paths.kindOf(folder) !== FilePaths.Folder) {
            foot.problem = qsTr("There is no folder “%1”.").arg(folder)
        } else if (dialog.paths.kindOf(path) !== FilePaths.Nothing && replacing !== path) {
            go(folder)
            nameField.text = dialog.paths.nameOf(path)
            replacing = path
            foot.ask()
        } else {
            finish([path])
        }
    }
    // Action of Enter in the path field.
    function follow(text: string) {
        const path = dialog.listing.typed(text)
        const kind = dialog.paths.kindOf(path)
        if (path === "") return
        if (kind === FilePaths.Folder) { go(path); list.forceActiveFocus() }
        else if (saving) save(path)
        else if (kind === FilePaths.File && !choosingFolder) finish([path])
        else foot.problem = qsTr("There is no folder or file “%1”.").arg(path)
    }
    function activate(row: int) {
        if (dialog.listing.isFolderAt(row)) go(dialog.listing.pathAt(row))
        else if (saving) save(dialog.listing.pathAt(row))
        else if (row >= 0) finish([dialog.listing.pathAt(row)])
    }

    wantedWidth: 840
    wantedHeight: 560
    onClosed: if (!answered) cancelled()

    FolderBrowser { id: browser }
    Connections {
        target: browser.listing // qmllint disable
        function onFolderChanged() { list.unpick() }
    }
    Shortcut { sequence: "Ctrl+L"; enabled: dialog.opened; onActivated: { pathField.forceActiveFocus(); pathField.selectAll() } }
    Shortcut { sequence: "Ctrl+H"; enabled: dialog.opened; onActivated: dialog.listing.hidden = !dialog.listing.hidden }
    Shortcut { sequence: "Alt+Up"; enabled: dialog.opened; onActivated: dialog.go(dialog.paths.parentOf(dialog.listing.folder)) }
    PlacesList {
        id: places
        width: dialog.width < 640 ? 0 : 184
        anchors { top: parent.top; bottom: foot.top }
        visible: width > 0
        modelsFolder: dialog.modelsFolder
        recent: dialog.recent
        current: dialog.listing.folder
        onChosen: path => { dialog.go(path); list.forceActiveFocus() }
    }
    Row {
        id: pathRow
        x: places.width + 16
        y: 12
        width: parent.width - x - 16
        spacing: 4
        IconButton {
            implicitWidth: 32
            iconName: "up"
            text: qsTr("Up to the folder above")
            hint: qsTr("Alt+Up")
            enabled: dialog.listing.folder !== "/"
            onClicked: dialog.go(dialog.paths.parentOf(dialog.listing.folder))
        }
        PathField {
            id: pathField
            width: parent.width - 3 * 36
            listing: dialog.listing
            onFollowed: text => dialog.follow(text)
        }
        IconButton {
            implicitWidth: 32
            iconName: "eye"
            text: qsTr("Hidden files")
            hint: qsTr("Ctrl+H")
            on: dialog.listing.hidden
            onClicked: dialog.listing.hidden = !dialog.listing.hidden
        }
        IconButton {
            id: maker
            implicitWidth: 32
            iconName: "plus"
            text: qsTr("New folder")
            onClicked: newFolder.open()
            NewFolderPopover {
                id: newFolder
                y: parent.height + 4
                x: parent.width - width
                listing: dialog.listing
                onMade: dialog.saving ? dialog.nameField.forceActiveFocus() : list.forceActiveFocus()
            }
        }
    }
    FileColumns {
        id: columns
        anchors { left: pathRow.left; right: pathRow.right }
        y: 52
        listing: dialog.listing
    }
    FileList {
        id: list
        anchors { left: pathRow.left; right: pathRow.right; top: columns.bottom; bottom: foot.top }
        listing: dialog.listing
        many: dialog.mode === DesktopFileChooser.OpenMany
        onActivated: row => dialog.activate(row)
        onPicked: row => {
            if (!dialog.saving || dialog.listing.isFolderAt(row)) return
            dialog.nameField.text = dialog.paths.nameOf(dialog.listing.pathAt(row))
            dialog.replacing = ""
        }
        onUpRequested: dialog.go(dialog.paths.parentOf(dialog.listing.folder))
    }
    FileChooserFoot {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        saving: dialog.saving
        filters: dialog.filters
        filter: dialog.filter
        accepting: dialog.accepting
        replacing: dialog.replacing === "" ? "" : dialog.paths.nameOf(dialog.replacing)
        ready: dialog.saving ? nameField.text.trim() !== "" : dialog.choosingFolder || list.pickedCount > 0
        onFilterPicked: index => dialog.setFilter(index)
        onAccepted: dialog.accept()
        onKept: { dialog.replacing = ""; nameField.forceActiveFocus() }
        onCancelled: dialog.close()
        onRenamed: dialog.replacing = ""
    }
}
