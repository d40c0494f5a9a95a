import QtQuick
import Hearth.Mock

RowsModel {
    property list<var> otherSetups: [{ program: "Cursor", path: "/home/a/.cursor/mcp.json" }]
    property var calls: []
    function add(name, what) { calls.push("add " + name + " " + what); return what === "bad" ? "Give a command." : ""; }
    function takeOver(path) { calls.push("takeOver " + path); return "Servers added: 2."; }
    function remove(row) { calls.push("remove " + row); }
    function setOn(row, on) { calls.push("setOn " + row + " " + on); }
    function restart(row) { calls.push("restart " + row); }
    defaults: ({ name: "", summary: "", status: "", leaves: false, failed: false, on: true })
    rows: [{ name: "time", summary: "uvx mcp-server-time", status: "Tools: 2" },
           { name: "notes", summary: "/home/a/notes-server --stdio", status: "The server ended with status 1. It said: no such table", failed: true },
           { name: "hub", summary: "https://example.org/mcp", status: "Tools: 14", leaves: true }]
}
