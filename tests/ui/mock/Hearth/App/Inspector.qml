pragma Singleton
import QtQuick

QtObject {
    readonly property CacheOverview cache: Invented.app.cacheOverview
    readonly property ReplyInspector reply: Invented.app.inspector
    readonly property NextTokenModel nextToken: Invented.app.nextToken
    readonly property PrecisionTable precisions: Invented.app.precisions
    readonly property SpeedView speed: Invented.app.speed
    readonly property TokenCosts costs: Invented.app.costs
}
