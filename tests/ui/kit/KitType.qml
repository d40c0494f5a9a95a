import QtQuick
import Hearth.Theme
import Hearth.Components

Column {
    id: page
    spacing: 4
    AppText { text: "Ready on this computer"; font: Theme.display; line: 32 }
    AppText { text: "Title 22, semibold"; font: Theme.title; line: 28 }
    AppText { text: "Heading 18, semibold"; font: Theme.heading; line: 24 }
    AppText { text: "Reading 15 on a line of 24, regular and semibold"; font: Theme.reading; line: 24 }
    AppText { text: "Interface 13, regular, medium for what acts"; line: 20 }
    AppText { text: "Caption 12, for figures: reused 1,204 · processed 37"; font: Theme.caption; color: Theme.text3; line: 16 }
    AppText { text: "Mono 13 for code, 12 for figures: 61.4"; font: Theme.code; line: 20 }
    Hairline { width: page.width }
    Item { width: 1; height: 8 }
    Grid {
        columns: 7
        Repeater {
            model: ["search", "compose", "plus", "sidebar", "panel", "settings", "down", "up", "right", "left", "pin", "folder", "more",
                "trash", "copy", "check", "edit", "redo", "branch", "inspect", "clip", "send", "arrowDown", "close", "download", "pause",
                "play", "chip", "gpu", "globe", "key", "dice", "sliders", "warn", "info", "error", "file", "bolt", "clock", "lock", "shield",
                "user", "reply", "models", "enter", "open", "export", "continue", "think", "contrast", "keyboard", "eye"]
            Item {
                id: cell
                required property string modelData
                width: 55.4
                height: 63
                Icon { name: cell.modelData; extent: 20; tint: Theme.text; anchors.horizontalCenter: parent.horizontalCenter }
                AppText { y: 26; text: cell.modelData; font: Theme.make(11, Font.Normal, 0); color: Theme.text3; anchors.horizontalCenter: parent.horizontalCenter }
            }
        }
    }
}
