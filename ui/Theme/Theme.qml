pragma Singleton

import QtQuick

// Every colour, size, font and duration of the window. Nothing else in ui/ may name a colour.
QtObject {
    id: theme

    property bool dark: false
    // With "reduce motion" all durations are 0.
    property bool reduceMotion: false
    // The software renderer repaints the whole window while a column moves, so columns switch at once there.
    property bool software: false

    // Palette: warm greys, and ember for what is alive.
    readonly property color window: dark ? "#191715" : "#FDFCFA"
    readonly property color sidebar: dark ? "#13110F" : "#F6F4F1"
    readonly property color raised: dark ? "#221F1D" : "#FFFFFF"
    readonly property color sunken: dark ? "#110F0D" : "#F6F3EF"
    readonly property color hover: dark ? "#272421" : "#EFECE7"
    readonly property color hoverRaised: dark ? "#2F2B28" : "#F2EFEA"
    readonly property color pressed: dark ? "#35312E" : "#E6E2DC"
    readonly property color selected: dark ? "#2F2A27" : "#EBE6E0"
    readonly property color hairline: dark ? "#2A2724" : "#E5E2DE"
    readonly property color border: dark ? "#3A3633" : "#D7D3CD"
    readonly property color control: dark ? "#827C76" : "#857F78"
    readonly property color text: dark ? "#EBE7E2" : "#231E1B"
    readonly property color text2: dark ? "#BAB5AE" : "#56504A"
    readonly property color text3: dark ? "#9F9992" : "#6A635D"
    readonly property color textOff: dark ? "#67625D" : "#A29E98"
    readonly property color ember: dark ? "#F18B4E" : "#BA4D0F"
    readonly property color emberHover: dark ? "#F99B60" : "#AA4205"
    readonly property color emberPressed: dark ? "#DE7C44" : "#993A09"
    readonly property color emberInk: dark ? "#231107" : "#FFFFFF"
    readonly property color emberText: dark ? "#F5A067" : "#A54109"
    readonly property color emberSoft: dark ? "#3D2416" : "#FDECDE"
    readonly property color emberLine: dark ? "#774324" : "#F8C8A1"
    readonly property color emberBank: dark ? "#8F5A39" : "#E49962"
    readonly property color good: dark ? "#82CB92" : "#306C40"
    readonly property color goodSoft: dark ? "#1B2D1E" : "#E4F6E6"
    readonly property color warn: dark ? "#E3C067" : "#7F580B"
    readonly property color warnSoft: dark ? "#352A11" : "#FBF0CF"
    readonly property color bad: dark ? "#F18B88" : "#B1262D"
    readonly property color badSoft: dark ? "#301D1D" : "#FEF1F0"
    readonly property color badLine: dark ? "#7A3939" : "#F7C7C4"
    readonly property color badInk: dark ? "#250E0E" : "#FFFFFF"
    readonly property color info: dark ? "#85BCE2" : "#2F628A"
    readonly property color infoSoft: dark ? "#1B2936" : "#E8F3FB"
    readonly property color dWeights: dark ? "#A69D93" : "#6C6158"
    readonly property color dScratch: dark ? "#605A54" : "#B2A99F"
    readonly property color dTrack: dark ? "#312D2A" : "#E7E3DE"
    readonly property color mark: dark ? "#624902" : "#FEDA81"
    readonly property color cKeyword: dark ? "#F5A574" : "#A43E13"
    readonly property color cString: dark ? "#94CF9F" : "#31653E"
    readonly property color cNumber: dark ? "#8EC2E6" : "#2D5F87"
    readonly property color cFunc: dark ? "#CAB0EA" : "#624581"
    readonly property color cComment: dark ? "#9F9992" : "#6A635D"
    readonly property color p0: dark ? "#372C15" : "#FEEFCB"
    readonly property color p1: dark ? "#51380F" : "#FFDCA3"
    readonly property color p2: dark ? "#6E4015" : "#FFC286"
    readonly property color p3: dark ? "#8E4120" : "#FFA072"
    readonly property color scrim: dark ? "#99000000" : "#592a231c"
    readonly property color shadow: dark ? "#000000" : "#241c17"
    // Toasts and tooltips.
    readonly property color toast: dark ? pressed : text
    readonly property color toastInk: dark ? text : window
    readonly property color toastAction: dark ? emberText : "#f8c8a1"
    readonly property color toastHint: dark ? text3 : "#c9c1b8"
    // A segmented control is a trough: darker than the page in both themes.
    readonly property color trough: dark ? sunken : hover
    readonly property color troughEdge: dark ? border : "transparent"
    readonly property color troughThumb: dark ? pressed : raised

    // Space: steps of 4.
    readonly property int gapTiny: 4
    readonly property int gap: 8
    readonly property int gapWide: 12
    readonly property int gapGroup: 16
    readonly property int pageMargin: 24

    readonly property int radiusSmall: 4
    readonly property int radius: 6
    readonly property int radiusCard: 8
    readonly property int radiusLarge: 12

    readonly property int controlHeight: 32
    readonly property int smallHeight: 28
    readonly property int rowHeight: 32
    readonly property int menuRowHeight: 30

    readonly property int topBarHeight: 52
    readonly property int sidebarWidth: 256
    readonly property int panelWidth: 320
    readonly property int columnWidth: 640
    readonly property int proseWidth: 520
    readonly property int composerWidth: 672
    readonly property int narrowBelow: 900
    readonly property int shortFiguresBelow: 1100

    // Type. Families are resolved with their fallbacks in C++.
    readonly property string textFamily: "Inter"
    readonly property string codeFamily: "JetBrains Mono"
    readonly property string mathFamily: "Noto Serif"
    readonly property font display: make(26, Font.DemiBold, -0.5)
    readonly property font title: make(22, Font.DemiBold, -0.3)
    readonly property font heading: make(18, Font.DemiBold, -0.2)
    readonly property font subheading: make(15, Font.DemiBold, 0)
    readonly property font reading: make(15, Font.Normal, 0)
    readonly property font cell: make(14, Font.Normal, 0)
    readonly property font cellStrong: make(14, Font.DemiBold, 0)
    readonly property font body: make(13, Font.Normal, 0)
    readonly property font action: make(13, Font.Medium, 0)
    readonly property font section: make(13, Font.DemiBold, 0)
    readonly property font caption: make(12, Font.Normal, 0)
    readonly property font captionStrong: make(12, Font.Medium, 0)
    readonly property font code: mono(13)
    readonly property font figures: mono(12)
    readonly property font math: Qt.font({ family: mathFamily, pixelSize: 20, hintingPreference: Font.PreferNoHinting })

    // Motion, in milliseconds.
    readonly property int quick: reduceMotion ? 0 : 90
    readonly property int appear: reduceMotion ? 0 : 120
    readonly property int vanish: reduceMotion ? 0 : 80
    readonly property int slide: reduceMotion ? 0 : 180
    readonly property int column: reduceMotion || software ? 0 : 180
    readonly property int toastStays: 6000

    function make(size: int, weight: int, tracking: real): font {
        return Qt.font({ family: textFamily, pixelSize: size, weight: weight, letterSpacing: tracking,
                         hintingPreference: Font.PreferNoHinting })
    }
    function mono(size: int): font {
        return Qt.font({ family: codeFamily, pixelSize: size, hintingPreference: Font.PreferNoHinting, preferShaping: false })
    }
}
