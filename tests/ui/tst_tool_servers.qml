import QtQuick
import QtTest
import Hearth.App
import Hearth.Settings

// Servers of tools in the settings, on invented data.
TestCase {
    id: tests

    name: "ToolServers"
    when: windowShown
    width: 600
    height: 700
    visible: true

    McpDirectory { id: directory }
    ToolServersPart {
        id: part
        width: parent.width
        servers: directory
    }

    function named(text, root) {
        const start = root ?? part
        if (start.Accessible && start.Accessible.name === text && start.visible) return start
        for (let i = 0; i < start.children.length; ++i) {
            const found = named(text, start.children[i])
            if (found) return found
        }
        return null
    }
    function press(text) {
        const button = named(text)
        verify(button, text)
        mouseClick(button)
    }
    function last() { return directory.calls[directory.calls.length - 1] }
    function test_aServerIsAdded() {
        const name = named("Name of the server"), what = named("Command or address of the server")
        verify(!named("Add").enabled)
        name.text = "a"
        what.text = "bad"
        press("Add")
        compare(part.said, "Give a command.")
        compare(name.text, "a")
        what.text = "uvx a"
        press("Add")
        compare(last(), "add a uvx a")
        compare(part.said, "")
        compare(name.text, "")
    }
    function test_whatCanBeDoneWithOne() {
        press("Try again")
        compare(last(), "restart 1")
        press("Remove time")
        compare(last(), "remove 0")
        press("hub")
        compare(last(), "setOn 2 false")
        press("Import from Cursor")
        compare(last(), "takeOver /home/a/.cursor/mcp.json")
        compare(part.said, "Servers added: 2.")
    }
}
