import QtQuick

QtObject {
    property bool keepCache: true
    property bool encryptCache: false
    property bool reuseReplies: true
    property int cacheGigabytes: 10
    property int cacheGigabytesADay: 10
}
