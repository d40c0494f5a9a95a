import QtQuick

QtObject {
    property bool shown: false
    property string note: ""
    property var rows: [{ name: "This chat", text: "0.042", why: "7 replies from servers, at the prices of the time: 9,120 tokens read, 1,011 written." },
        { name: "This month, had a server written all of it", text: "1.27", why: "214 replies of this computer cost nothing; at the price of Rack in the cellar their 310,000 tokens read and 22,000 written would have." }]
}
