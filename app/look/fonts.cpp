#include "look/fonts.h"

#include <QFont>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QStringList>

namespace hearth::app {
namespace {

const QStringList& textFamilies() {
    static const QStringList families{QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
                                      QStringLiteral("DejaVu Sans")};
    return families;
}

const QStringList& codeFamilies() {
    static const QStringList families{QStringLiteral("JetBrains Mono"), QStringLiteral("Hack"),
                                      QStringLiteral("DejaVu Sans Mono")};
    return families;
}

const QStringList& otherScripts() {
    static const QStringList families{QStringLiteral("Noto Sans CJK JP"), QStringLiteral("Noto Color Emoji")};
    return families;
}

QString firstInstalled(const QStringList& families) {
    for (const QString& family : families)
        if (QFontDatabase::hasFamily(family)) return family;
    return families.last();
}

}  // namespace

QString textFamily() {
    return firstInstalled(textFamilies());
}

QString codeFamily() {
    return firstInstalled(codeFamilies());
}

QString emojiFamily() {
    const QString family = QStringLiteral("Noto Color Emoji");
    return QFontDatabase::hasFamily(family) ? family : QString();
}

void setUpFonts() {
    QFont::insertSubstitutions(textFamilies().first(), textFamilies().mid(1) + otherScripts());
    QFont::insertSubstitutions(codeFamilies().first(), codeFamilies().mid(1) + otherScripts());
    QFont font;
    font.setFamilies(textFamilies() + otherScripts());
    font.setPixelSize(13);
    font.setHintingPreference(QFont::PreferNoHinting);
    QGuiApplication::setFont(font);
}

}  // namespace hearth::app
