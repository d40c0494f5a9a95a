import QtQuick

QtObject {
    property string note: ""
    property bool shown: false
    property var steps: [
        { name: "Words", text: "0.21 ms", why: "The template of the model writes the chat as one text, with marks of who speaks." },
        { name: "Tokens", text: "1,241 tokens in 0.84 ms", why: "The text is split into pieces that the model knows, each a number." },
        { name: "Cache", text: "1,204 reused", why: "Keys and values of tokens that stood in front of an earlier reply are still there and are not computed again." },
        { name: "Layers", text: "32 layers, about 0.51 ms each", why: "Each layer looks back at the tokens before (attention), then works on what it has (feed-forward), and adds both. The time is that of a token divided by the layers." },
        { name: "And again", text: "214 tokens in 3.51 s, 61 a second", why: "The token goes in at the top and the next one comes out, one after the other, until the model says that it is done." }]
}
