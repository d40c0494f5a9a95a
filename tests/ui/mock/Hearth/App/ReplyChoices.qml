import QtQuick

QtObject {
    property bool reuseReplies: true
    property string thinking: ""
    property string effort: ""
}
