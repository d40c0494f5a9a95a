import QtQuick

QtObject {
    property int threads: 0
    property int maxThreads: 16
    property int contextLength: 8192
    property string kvType: "f16"
    property bool promptLookup: true
    property bool ownGuesses: true
    property bool ownProcess: false
    property var backendNames: ["Automatic", "Graphics card", "CPU"]
    property int backendIndex: 0
    property var cards: []
    property int cardSplit: 0
    function useCard(number, use) { cards = use ? cards.concat([number]) : cards.filter(one => one !== number) }
}
