pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Structure that the replies of this chat are held to, and the last reply as a tree.
ScrollArea {
    id: tab

    required property ReplyStructure structure
    required property CallRounds toolCalls
    readonly property bool needsText: structure.kind !== ReplyStructure.Object
    readonly property bool empty: needsText && structure.source.trim() === ""
    readonly property string advice: structure.problem !== "" ? structure.problem
        : empty ? qsTr("Paste one, choose a file or begin with an example. Until then replies are free.")
        : !structure.good ? qsTr("Checking…")
        : structure.on && structure.server !== "" ? qsTr("%1 is asked to hold every reply to it.").arg(structure.server)
        : structure.on ? qsTr("Every reply of this chat will fit.") : qsTr("Replies will match it.")

    signal fileRequested()
    signal copyRequested(string text)

    contentHeight: column.height + 32
    Component.onCompleted: structure.watching = true
    Component.onDestruction: structure.watching = false

    Column {
        id: column
        x: 15
        y: 12
        width: tab.width - 31
        spacing: 10
        Item {
            width: parent.width
            height: 20
            SectionHead { text: qsTr("Structured output"); anchors.verticalCenter: parent.verticalCenter }
            AppSwitch {
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                name: qsTr("Structured output")
                checked: tab.structure.on
                onToggled: tab.structure.on = checked
            }
        }
        AppText {
            width: parent.width
            text: qsTr("Tokens that do not fit are never chosen. Say in your message what you want as well: the form makes a reply fit, not make sense.")
            font: Theme.caption
            color: Theme.text2
            line: 16
            wrapMode: Text.Wrap
        }
        Select {
            width: parent.width
            name: qsTr("Kind of form")
            model: [qsTr("JSON schema"), qsTr("Any JSON object"), qsTr("Regular expression"), qsTr("Grammar (GBNF)")]
            currentIndex: tab.structure.kind
            onActivated: index => { tab.structure.kind = index }
        }
        AppTextArea {
            id: source
            width: parent.width
            visible: tab.needsText
            minimumHeight: tab.structure.kind === ReplyStructure.Regex ? 60 : 132
            maximumHeight: 260
            mono: true
            name: tab.structure.kind === ReplyStructure.Schema ? qsTr("JSON schema") : tab.structure.kind === ReplyStructure.Regex ? qsTr("Regular expression") : qsTr("Grammar (GBNF)")
            text: tab.structure.source
            onEdited: tab.structure.source = text
        }
        Row {
            width: parent.width
            spacing: 6
            Icon {
                y: 1
                extent: 14
                visible: tab.structure.problem !== "" || tab.structure.good
                name: tab.structure.problem !== "" ? "warn" : "check"
                tint: tab.structure.problem !== "" ? Theme.bad : Theme.good
            }
            AppText {
                width: parent.width - (tab.structure.problem !== "" || tab.structure.good ? 20 : 0)
                text: tab.advice
                font: Theme.caption
                line: 16
                color: tab.structure.problem !== "" ? Theme.bad : Theme.text2
                wrapMode: Text.Wrap
                Accessible.role: Accessible.StaticText
                Accessible.name: text
            }
        }
        Row {
            visible: tab.needsText
            spacing: 8
            AppButton { small: true; iconName: "open"; text: qsTr("From a file…"); onClicked: tab.fileRequested() }
            AppButton {
                id: more
                small: true
                kind: AppButton.Ghost
                trailingIcon: "down"
                text: qsTr("Examples")
                onClicked: examples.popup(more, 0, more.height + 4)
                AppMenu {
                    id: examples
                    menuWidth: 240
                    // Instantiator comes with QtQuick, whose description for qmllint lacks it.
                    // qmllint disable
                    Instantiator {
                        model: tab.structure.examples
                        delegate: AppMenuItem {
                            required property int index
                            required property string modelData
                            text: modelData
                            onTriggered: tab.structure.useExample(index)
                        }
                        onObjectAdded: (index, object) => examples.insertItem(index, object as T.MenuItem)
                        onObjectRemoved: (index, object) => examples.removeItem(object as T.MenuItem)
                    }
                    // qmllint enable
                }
            }
        }
        AppText {
            width: parent.width
            visible: tab.structure.on && !tab.empty && tab.toolCalls.on
            text: qsTr("Tools are off while structured output is on.")
            font: Theme.caption
            color: Theme.text2
            wrapMode: Text.Wrap
        }
        Hairline { width: parent.width }
        SectionHead {
            width: parent.width
            text: qsTr("Last reply")
            note: tab.structure.writing ? qsTr("being written…") : ""
        }
        AppText {
            width: parent.width
            visible: !tree.visible
            text: tab.structure.replied && !tab.structure.writing ? qsTr("The last reply is not JSON.") : qsTr("A reply in JSON is shown here as a tree.")
            font: Theme.caption
            color: Theme.text2
            wrapMode: Text.Wrap
        }
        JsonView {
            id: tree
            width: parent.width
            visible: tab.structure.result.json && tab.structure.result.count > 0
            json: tab.structure.result
        }
        AppText {
            width: parent.width
            visible: tree.visible && (tab.structure.result.cut || (!tab.structure.result.whole && !tab.structure.writing))
            text: tab.structure.result.cut ? qsTr("There is more than can be shown here; the copy has all of it.") : qsTr("The reply ends in the middle.")
            font: Theme.caption
            color: Theme.warn
            wrapMode: Text.Wrap
        }
        Row {
            visible: tree.visible
            spacing: 8
            AppButton { small: true; iconName: "copy"; text: qsTr("Copy JSON"); onClicked: tab.copyRequested(tab.structure.result.document()) }
            AppButton {
                small: true
                visible: tab.structure.result.list
                iconName: "copy"
                text: qsTr("Copy CSV")
                tip: qsTr("The list as a table, one line a record")
                onClicked: tab.copyRequested(tab.structure.result.table())
            }
        }
    }
}
