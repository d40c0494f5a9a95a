import QtQuick
import QtTest
import Hearth.App
import Hearth.Theme
import Hearth.Main

// Content that opens over the window, pixel by pixel: the page is dimmed each time, and edges show in both themes.
TestCase {
    id: tests

    property Main view: null

    name: "Overlays"
    when: windowShown
    width: 100
    height: 100

    Component {
        id: windows
        Main { readonly property InventedApp app: Invented.app }
    }
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
        Theme.reduceMotion = false
        wait(0)
    }
    function shot() { return grabImage(view.contentItem.parent) }
    function light(colour) { return 0.3 * colour.r + 0.6 * colour.g + 0.1 * colour.b }
    function dialogs_data() {
        const rows = []
        for (const dark of [false, true])
            for (const size of [Qt.size(1280, 800), Qt.size(800, 600)])
                for (const kind of [{ name: "search", open: () => view.dialogs.showSearch(), of: set => set.search },
                                    { name: "models", open: () => view.dialogs.showModels(0), of: set => set.models },
                                    { name: "discover", open: () => view.dialogs.showModels(1), of: set => set.models },
                                    { name: "settings", open: () => view.dialogs.showSettings(1), of: set => set.settings },
                                    { name: "shortcuts", open: () => view.dialogs.showShortcuts(), of: set => set.shortcuts },
                                    { name: "trash", open: () => view.dialogs.showTrash(), of: set => set.trash },
                                    { name: "folder", open: () => view.dialogs.showFolder(3, ""), of: set => set.folder },
                                    { name: "files", open: () => view.dialogs.attachFiles(), of: set => set.files.picker.chooser },
                                    { name: "link", open: () => view.dialogs.askLink("https://example.org/"), of: set => set.link }])
                    rows.push({ tag: kind.name + (dark ? " dark " : " light ") + size.width, dark: dark, size: size, open: kind.open, of: kind.of })
        return rows
    }

    function test_aDialogDimsTheWindowEachTime_data() { return dialogs_data() }
    function test_aDialogDimsTheWindowEachTime(data) {
        Theme.dark = data.dark
        Theme.reduceMotion = true
        view.width = data.size.width
        view.height = data.size.height
        wait(50)
        const before = light(shot().pixel(3, 3))
        for (let round = 0; round < 2; ++round) {
            data.open()
            const dialog = data.of(view.dialogs.set)
            tryVerify(() => dialog.opened)
            wait(80)
            const after = light(shot().pixel(3, 3))
            verify(after < 0.75 * before, "round " + round + ": " + before + " became " + after)
            dialog.close()
            tryVerify(() => !dialog.visible)
            wait(80)
            fuzzyCompare(light(shot().pixel(3, 3)), before, 0.01)
        }
    }
    // While it fades out it is opened again.
    function test_aDialogThatComesBackDims() {
        view.dialogs.showSettings(0)
        const dialog = view.dialogs.set.settings
        tryVerify(() => dialog.opened)
        const before = light(shot().pixel(3, 3))
        dialog.close()
        wait(20)
        view.dialogs.showSettings(0)
        tryVerify(() => dialog.opened)
        wait(300)
        fuzzyCompare(light(shot().pixel(3, 3)), before, 0.01)
        verify(dialog.modal)
    }
    function test_aDialogHasAnEdge_data() { return dialogs_data().filter(row => row.size.width === 1280) }
    function test_aDialogHasAnEdge(data) {
        Theme.dark = data.dark
        Theme.reduceMotion = true
        view.width = data.size.width
        view.height = data.size.height
        data.open()
        const dialog = data.of(view.dialogs.set)
        tryVerify(() => dialog.opened)
        wait(100)
        const image = shot()
        const x = dialog.x, y = dialog.y, w = dialog.width, h = dialog.height
        for (const part of [0.2, 0.45, 0.7, 0.9]) {
            const places = { left: [x, y + h * part], right: [x + w - 1, y + h * part], top: [x + w * part, y], bottom: [x + w * part, y + h - 1] }
            for (const side in places) {
                const colour = image.pixel(Math.floor(places[side][0]), Math.floor(places[side][1]))
                verify(Qt.colorEqual(colour, Theme.border), side + " at " + part + ": " + colour)
            }
        }
        // The corners are round: nothing inside paints over them.
        for (const corner of [[x, y], [x + w - 1, y], [x, y + h - 1], [x + w - 1, y + h - 1]])
            for (const colour of [Theme.border, Theme.window, Theme.sidebar])
                verify(!Qt.colorEqual(image.pixel(corner[0], corner[1]), colour), "corner " + corner + ": " + colour)
    }
    function test_menusAndPopoversHaveAnEdge_data() { return [{ tag: "light", dark: false }, { tag: "dark", dark: true }] }
    function test_menusAndPopoversHaveAnEdge(data) {
        Theme.dark = data.dark
        Theme.reduceMotion = true
        view.picker.open()
        tryVerify(() => view.picker.opened)
        wait(100)
        const at = view.picker.background.mapToItem(null, 0, 0)
        const image = shot()
        for (const part of [0.3, 0.6])
            for (const place of [[at.x, at.y + view.picker.height * part], [at.x + view.picker.width - 1, at.y + view.picker.height * part],
                                 [at.x + view.picker.width * part, at.y], [at.x + view.picker.width * part, at.y + view.picker.height - 1]])
                verify(Qt.colorEqual(image.pixel(Math.floor(place[0]), Math.floor(place[1])), Theme.border), place)
    }
}
