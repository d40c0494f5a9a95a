import QtQuick

QtObject {
    property string text: "1,184 tokens of all chats in 37 of 256 blocks"
    property real share: 0.14
}
