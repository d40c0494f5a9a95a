import QtQuick

// Scroll position of the message list. It follows the newest text until the person scrolls away: by wheel, drag, keys
// or the bar. Other movements of the content (rows that change their height, estimates of the list, another chat) never
// end that. A message that is wanted is brought to the top. Rows get their true height only once they exist, so a
// position is sought again until it holds.
Item {
    id: follower

    required property ListView list
    // The person holds the bar or selects text beyond an edge.
    property bool held: false
    property bool following: true
    // To the end of what there is.
    readonly property real distance: list.originY + list.contentHeight - list.contentY - list.height
    readonly property bool seeking: wanted >= 0
    property real wanted: -1
    property real wantedMargin: 0
    // Position within the wanted row.
    property var placeIn: () => 0
    property bool keyed: false
    property real lastY: 0
    property int tries: 0

    // The wanted row is there.
    signal arrived(Item item)

    function follow() {
        list.cancelFlick()
        wanted = -1
        following = true
        tries = 0
        soon.restart()
    }
    // Brings a row near the top, `margin` below it, or the place in it that a function tells.
    function show(row: int, margin: real, place: var) {
        placeIn = place ?? (() => 0)
        list.cancelFlick()
        following = false
        wanted = row
        wantedMargin = margin
        tries = 0
        soon.restart()
    }
    function stay() {
        following = false
        wanted = -1
    }
    // A person's step by keys.
    function step(distance: real) {
        wanted = -1
        keyed = true
        list.contentY = Math.max(list.originY, Math.min(list.originY + list.contentHeight - list.height, list.contentY + distance))
        keyed = false
    }
    function atEnd(): bool {
        if (list.count === 0) return true
        const last = list.itemAtIndex(list.count - 1)
        if (!last) return false
        const below = last.y + last.height + (list.footerItem ? list.footerItem.height : 0) - list.contentY - list.height
        return below < 0.5 && (below > -0.5 || list.contentY <= list.originY + 0.5)
    }
    function atWanted(): bool {
        const item = list.itemAtIndex(wanted)
        if (!item) return false
        const beyond = item.y + placeIn(item) - wantedMargin - list.contentY // qmllint disable
        return Math.abs(beyond) < 1 || (beyond > 0 && distance < 1) || (beyond < 0 && list.contentY <= list.originY + 0.5)
    }
    function settle() {
        if (list.moving || held || list.height <= 0) return
        const done = seeking ? atWanted() : !following || atEnd()
        if (done) {
            tries = 0
            return
        }
        if (++tries > 4) {
            slowly.start()
            return
        }
        if (following) list.positionViewAtEnd()
        else if (seeking) {
            list.positionViewAtIndex(wanted, ListView.Beginning)
            const item = list.itemAtIndex(wanted)
            if (item) arrived(item)
            if (!item || !seeking) return
            const y = item.y + placeIn(item) - wantedMargin
            list.contentY = Math.max(list.originY, Math.min(y, list.originY + list.contentHeight - list.height))
        }
        lastY = list.contentY
        soon.restart()
    }

    Timer {
        id: soon
        interval: 0
        onTriggered: follower.settle()
    }
    // Heights that never agree must not hold the window.
    Timer {
        id: slowly
        interval: 100
        onTriggered: {
            follower.tries = 0
            if (follower.following) follower.settle()
        }
    }
    WheelHandler {
        target: null
        blocking: false
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        onWheel: event => {
            event.accepted = false
            if (event.angleDelta.y === 0 && event.pixelDelta.y === 0) return
            follower.wanted = -1
            if ((event.angleDelta.y > 0 || event.pixelDelta.y > 0) && follower.list.contentHeight > follower.list.height) follower.following = false
        }
    }
    Connections {
        target: follower.list
        function onContentYChanged() {
            const list = follower.list
            const up = list.contentY < follower.lastY - 1
            follower.lastY = list.contentY
            if (!list.moving && !follower.held && !follower.keyed) return
            follower.wanted = -1
            if (up) follower.following = false
            else if (follower.distance <= 24) follower.following = true
        }
        function onMovementEnded() {
            if (follower.distance <= 24) follower.following = true
            soon.restart()
        }
        function onContentHeightChanged() { soon.restart() }
        function onHeightChanged() { soon.restart() }
        function onWidthChanged() { soon.restart() }
        function onCountChanged() { soon.restart() }
    }
    onHeldChanged: if (!held) soon.restart()
}
