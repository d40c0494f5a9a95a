import QtQuick

QtObject {
    property string text: "GPU · 33/33 layers"
    property string reason: ""
    property bool canCheckAgain: reason !== ""
    property string remoteHost: ""
    property string largeHost: ""
}
