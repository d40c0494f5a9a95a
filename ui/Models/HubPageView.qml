pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One model of the hub with its files.
Item {
    id: view

    required property HubPage page
    required property Downloads downloads
    property bool canGoBack: false
    property string host: ""

    signal backRequested()
    signal linkChosen(string address)

    AppText {
        visible: view.page.repository === ""
        anchors.centerIn: parent
        width: Math.min(parent.width - 48, 360)
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
        line: 20
        color: Theme.text2
        text: qsTr("Choose a model to see its files. Hearth then asks %1 for its page, and for nothing before.").arg(view.host)
    }
    ScrollArea {
        id: scroller
        anchors { fill: parent; bottomMargin: 64 }
        visible: view.page.repository !== ""
        contentHeight: column.height + 40
        Column {
            id: column
            x: 24
            y: 20
            width: scroller.width - 48
            spacing: 10
            AppButton {
                visible: view.canGoBack
                x: -12
                kind: AppButton.Ghost
                small: true
                iconName: "left"
                text: qsTr("All models")
                onClicked: view.backRequested()
            }
            AppText {
                width: parent.width
                text: view.page.title
                font: Theme.title
                line: 28
                wrapMode: Text.Wrap
                Accessible.role: Accessible.Heading
                Accessible.name: text
            }
            Flow {
                width: parent.width
                spacing: 6
                Repeater {
                    model: view.page.badges
                    Badge {
                        required property string modelData
                        text: modelData
                    }
                }
                Badge { visible: view.page.sees; text: qsTr("Sees pictures"); tone: Badge.Info; iconName: "eye" }
                Badge { visible: view.page.gated; text: qsTr("Asks for terms"); tone: Badge.Warn; iconName: "lock" }
            }
            AppText {
                visible: text !== ""
                width: Math.min(parent.width, 452)
                text: view.page.description
                color: Theme.text2
                line: 20
                wrapMode: Text.Wrap
            }
            ErrorCard {
                visible: view.page.problem !== ""
                width: parent.width
                title: qsTr("This page cannot be shown")
                body: view.page.problem
                actionText: qsTr("Try again")
                onActed: view.page.retry()
            }
            ErrorCard {
                visible: view.page.obstacle !== ""
                width: parent.width
                title: qsTr("Hearth cannot run this model yet")
                body: view.page.obstacle
            }
            Item {
                width: parent.width
                height: 34
                visible: view.page.count > 0 || view.page.busy
                AppText {
                    y: 12
                    text: view.page.busy ? qsTr("Asking %1").arg(view.host) : qsTr("Files")
                    font: Theme.section
                    color: view.page.busy ? Theme.text2 : Theme.text
                }
                AppText {
                    anchors.right: parent.right
                    y: 13
                    visible: column.width > 460
                    text: view.page.fitNote
                    font: Theme.caption
                    color: Theme.text2
                }
            }
            Column {
                width: parent.width
                Repeater {
                    model: view.page
                    HubFileRow {
                        width: column.width
                        onDownloadRequested: index => view.page.download(index)
                        onPauseRequested: id => view.downloads.pause(id)
                        onResumeRequested: id => view.downloads.resume(id)
                        onCancelRequested: id => view.downloads.cancel(id)
                    }
                }
            }
        }
    }
    Hairline {
        y: parent.height - 64
        width: parent.width
    }
    Icon {
        x: 24
        y: parent.height - 40
        name: "shield"
    }
    AppText {
        x: 48
        y: parent.height - 64
        height: 64
        width: parent.width - 48 - 24 - card.width
        verticalAlignment: Text.AlignVCenter
        wrapMode: Text.Wrap
        text: qsTr("Every file is checked against its published SHA-256 before it is used.")
        font: Theme.caption
        color: Theme.text2
    }
    AppButton {
        id: card
        anchors { right: parent.right; rightMargin: 16 }
        y: parent.height - 48
        visible: view.page.address !== ""
        kind: AppButton.Ghost
        iconName: "open"
        text: qsTr("Model card")
        onClicked: view.linkChosen(view.page.address)
    }
}
