pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Message of the person: at the right, at most 512 wide.
Item {
    id: bubble

    property string message: ""
    // Parts of a long message are close to each other.
    property bool continues: false
    property bool more: false
    // It is in the composer to be changed.
    property bool edited: false
    readonly property TextEdit editor: words

    // One file a line: its name and its size in tokens.
    property string attachments: ""
    // Of each its hash, and its width and height in pixels.
    property var pictures: []

    // A file or the passages, as MessageTexts::sent() has them.
    signal sentOpened(int index, Item chip)
    signal pictureOpened(int index)
    signal pictureMenuRequested(int index, Item at, point where)

    // Files and pictures can go alone.
    readonly property bool sentMore: attachments !== "" || pictures.length > 0
    readonly property bool wordless: message === "" && sentMore

    implicitHeight: wordless ? files.height : ground.y + ground.height
    Column {
        id: files
        anchors.right: parent.right
        spacing: 4
        SentPictures {
            anchors.right: parent.right
            room: Math.min(512, bubble.width)
            pictures: bubble.pictures
            onOpenRequested: index => bubble.pictureOpened(index)
            onMenuRequested: (index, at, where) => bubble.pictureMenuRequested(index, at, where)
        }
        Repeater {
            model: bubble.attachments === "" ? [] : bubble.attachments.split("\n")
            AttachmentChip {
                id: chip
                required property int index
                required property string modelData
                openable: true
                onOpened: bubble.sentOpened(index, chip)
                anchors.right: parent ? parent.right : undefined
                name: modelData
                height: 40
            }
        }
    }
    Rectangle {
        id: ground
        visible: !bubble.wordless
        anchors.right: parent.right
        y: bubble.sentMore ? files.height + 8 : 0
        width: Math.min(Math.ceil(measure.implicitWidth) + 33, 512, bubble.width)
        height: words.y + words.contentHeight + (bubble.more ? 0 : 10)
        radius: Theme.radiusLarge
        color: bubble.edited ? Theme.emberSoft : Theme.hover
        Rectangle {
            visible: bubble.continues
            width: parent.width
            height: Theme.radiusLarge
            color: bubble.edited ? Theme.emberSoft : Theme.hover
        }
        Rectangle {
            visible: bubble.more
            y: parent.height - height
            width: parent.width
            height: Theme.radiusLarge
            color: bubble.edited ? Theme.emberSoft : Theme.hover
        }
        TitleText {
            id: measure
            visible: false
            title: bubble.message.length > 600 || bubble.continues || bubble.more ? "m".repeat(80) : bubble.message
            font: Theme.reading
        }
        ReadingText {
            id: words
            x: 16
            y: bubble.continues ? 0 : 10
            width: parent.width - 32
            text: bubble.message
            Accessible.name: bubble.edited ? qsTr("You wrote, being edited") : qsTr("You wrote")
        }
        EmojiStyle { document: words.textDocument }
        LineSpacing {
            document: words.textDocument
            line: 24
        }
    }
}
