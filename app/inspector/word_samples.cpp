#include "inspector/word_samples.h"

namespace hearth::app {

QList<WordSample> wordSamples() {
    return {
        {QStringLiteral("en"),
         QStringLiteral("The cat sleeps on the warm stove while the rain knocks softly at the window.")},
        {QStringLiteral("de"),
         QStringLiteral(
             "Die Katze schläft auf dem warmen Ofen, während der Regen leise ans Fenster klopft.")},
        {QStringLiteral("es"),
         QStringLiteral(
             "El gato duerme sobre la estufa caliente mientras la lluvia golpea suavemente la ventana.")},
        {QStringLiteral("fr"),
         QStringLiteral(
             "Le chat dort sur le poêle chaud tandis que la pluie frappe doucement à la fenêtre.")},
        {QStringLiteral("zh_CN"), QStringLiteral("猫在温暖的炉子上睡觉，雨轻轻地敲着窗户。")},
        {QStringLiteral("py"),
         QStringLiteral(
             "while rain.knocks(window, softly=True):\n    cat.sleep(on=stove if stove.warm else None)\n")}};
}

}  // namespace hearth::app
