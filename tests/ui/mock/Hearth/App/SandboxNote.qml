import QtQuick

QtObject {
    property string text: "Limits of memory and time alone: this kernel has no seccomp. Open pictures of people you trust."
    property bool weak: true
    property int asked: 0
    function ask() { asked += 1 }
}
