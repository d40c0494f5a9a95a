pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Attention of the chosen token: the layers and heads shown, the facts known about them, and the strongest links.
Column {
    id: box

    required property AttentionView attention

    spacing: 8
    AppText {
        width: parent.width
        text: box.attention.token < 0 ? qsTr("Select a token: the ones before it light up by how much it looked at each.")
            : box.attention.problem !== "" ? box.attention.problem
            : box.attention.running ? qsTr("Computing what it looked at…")
            : qsTr("Attention is how a model draws on earlier tokens when it computes the next one. The first token often gets the weight that no other needs.")
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    Row {
        visible: box.attention.ready
        width: parent.width
        spacing: 8
        Select {
            name: qsTr("Layers")
            width: (parent.width - 8) / 2
            model: Array.from(box.attention.layers)
            currentIndex: box.attention.layer
            onActivated: index => box.attention.layer = index
        }
        Select {
            name: qsTr("Heads")
            width: (parent.width - 8) / 2
            enabled: box.attention.layer > 0
            model: Array.from(box.attention.heads)
            currentIndex: box.attention.head
            onActivated: index => box.attention.head = index
        }
    }
    AppText {
        width: parent.width
        visible: text !== ""
        text: box.attention.note
        font: Theme.caption
        color: Theme.text2
        line: 16
        wrapMode: Text.Wrap
        Accessible.role: Accessible.StaticText
        Accessible.name: text
    }
    Column {
        visible: box.attention.ready
        width: parent.width
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Strongest links")
        Repeater {
            model: box.attention
            AttentionRow { width: box.width }
        }
    }
}
