pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import Hearth.Theme

// A table of a reply. Columns take what they need, up to the reading column; wider tables scroll sideways.
WideArea {
    id: table

    property var cells: []
    property var alignments: []
    property bool selected: false
    // For a table in several parts: the longest words of each column, and true if its head is in a row above.
    property var widest: []
    property bool continues: false
    // The text searched for, and the index of the current match in this table.
    property string sought: ""
    property int soughtAt: -1
    readonly property int columns: cells.length > 0 ? cells[0].length : 0
    readonly property var widths: {
        const found = []
        for (let column = 0; column < columns; ++column)
            found.push(Math.min(metrics.advanceWidth(longest(column).substring(0, 100)) + 60, 320))
        return found
    }

    // Number of matches before each cell.
    readonly property var before: {
        const found = [0]
        const wanted = sought.toLowerCase()
        for (let i = 0; wanted !== "" && i < columns * cells.length; ++i) {
            const words = plain(cells[Math.floor(i / columns)][i % columns]).toLowerCase()
            found.push(found[i] + words.split(wanted).length - 1)
        }
        return found
    }

    function plain(richText: var): string {
        return String(richText ?? "").replace(/<[^>]*>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&")
    }
    // Top of the cell that holds a match.
    function placeOf(occurrence: int): real {
        const cell = texts.itemAt(before.findIndex(count => count > occurrence) - 1)
        return cell ? cell.y : 0
    }
    function longest(column: int): string {
        let found = widest[column] ?? ""
        for (let row = 0; row < cells.length; ++row) {
            const words = plain(cells[row][column])
            if (words.length > found.length) found = words
        }
        return found
    }

    signal linkChosen(string address)

    implicitHeight: grid.implicitHeight + barHeight
    contentWidth: grid.width
    Accessible.role: Accessible.Table
    Accessible.name: qsTr("Table, %1 columns").arg(columns)

    FontMetrics { id: metrics; font: Theme.cellStrong }
    Rectangle {
        visible: table.selected
        width: grid.width
        height: grid.height
        color: Theme.emberLine
    }
    GridLayout {
        id: grid
        columns: Math.max(1, table.columns)
        columnSpacing: 0
        rowSpacing: 0
        width: Math.max(Math.min(implicitWidth, table.width), table.columns * 96)
        Repeater {
            id: texts
            model: table.columns * table.cells.length
            Item {
                id: cell
                required property int index
                readonly property int row: Math.floor(index / table.columns)
                readonly property int column: index % table.columns
                readonly property bool head: row === 0 && !table.continues
                readonly property int alignment: table.alignments[column] ?? Qt.AlignLeft
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.preferredWidth: implicitWidth
                Layout.minimumWidth: 64
                implicitWidth: table.widths[column] ?? 64
                implicitHeight: Math.ceil(words.implicitHeight) + 13
                ProseBlock {
                    id: words
                    y: 6
                    width: cell.width - (cell.column === table.columns - 1 ? 0 : 24)
                    line: 20
                    font: cell.head ? Theme.cellStrong : Theme.cell
                    color: cell.column === 0 && !cell.head ? Theme.text2 : Theme.text
                    horizontalAlignment: cell.alignment & Qt.AlignRight ? TextEdit.AlignRight
                                       : cell.alignment & Qt.AlignHCenter ? TextEdit.AlignHCenter : TextEdit.AlignLeft
                    richText: table.cells[cell.row][cell.column] ?? ""
                    onLinkChosen: address => table.linkChosen(address)
                }
                FindMarks {
                    editor: words
                    sought: table.sought
                    current: table.soughtAt - (table.before[cell.index] ?? 0)
                }
                Rectangle {
                    y: cell.height - 1
                    width: cell.width
                    height: 1
                    color: cell.head ? Theme.border : Theme.hairline
                }
            }
        }
    }
}
