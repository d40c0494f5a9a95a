pragma Singleton
import QtQuick

QtObject {
    id: desktop
    readonly property ToastQueue toasts: Invented.app.toasts
    readonly property Connections errors: Connections {
        target: Invented.app
        function onErrorRaised(title, body) { desktop.errorRaised(title, body) }
    }
    signal errorRaised(string title, string body)
    function copyText(text) { Invented.app.copyText(text) }
    function offerSelection(text) { Invented.app.offerSelection(text) }
    function linkHost(address) { return Invented.app.linkHost(address) }
    function openLink(address) { return Invented.app.openLink(address) }
}
