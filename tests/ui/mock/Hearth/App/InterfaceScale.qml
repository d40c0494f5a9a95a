import QtQuick

QtObject {
    required property AppSettings settings
    required property ToastQueue toasts
    property var steps: [1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]
    property real running: 1
    signal restartRequested()
    function step(by) { settings.look.scaleCalls.push(["step", by]) }
    function prepareRestart(chat, message, model) { settings.look.scaleCalls.push(["prepareRestart", chat, message, model]) }
    function cancelRestart() { settings.look.scaleCalls.push(["cancelRestart"]) }
}
