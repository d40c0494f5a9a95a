import QtQuick
import Hearth.Theme
import Hearth.Components

// One setting: its name, its effect, and its control at the right. In little room the control goes under the words.
Item {
    id: row

    required property string label
    property string about: ""
    default property alias control: holder.data
    readonly property bool stacked: width < 440 && holder.width > 120

    width: parent ? parent.width : 400
    // Controls of several lines need more than one of one.
    readonly property real controlHeight: holder.height > 40 ? holder.height : 28
    implicitHeight: Math.max(60, Math.ceil(words.implicitHeight) + 20 + (stacked ? controlHeight + 12 : 0), controlHeight + 20)
    Column {
        id: words
        y: row.stacked ? 10 : Math.round((row.height - implicitHeight) / 2)
        width: row.stacked ? row.width : row.width - holder.width - 24
        spacing: 1
        AppText { width: parent.width; text: row.label; font: Theme.action; wrapMode: Text.Wrap }
        AppText { width: parent.width; visible: text !== ""; text: row.about; font: Theme.caption; color: Theme.text3; wrapMode: Text.Wrap; line: 18 }
    }
    Row {
        id: holder
        anchors.right: row.stacked ? undefined : parent.right
        y: row.stacked ? row.height - height - 8 : Math.round((row.height - height) / 2)
        spacing: 12
    }
    Hairline {
        y: parent.height - 1
        width: parent.width
    }
}
