#pragma once

#include <QString>
#include <QStringList>

#include "settings/setting_values.h"

namespace hearth::app {

/// Settings of colours, language and sizes. GUI thread.
class LookSettings : public SettingsGroup {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of AppSettings")
    /// "system", "light" or "dark"
    Q_PROPERTY(QString theme READ theme WRITE setTheme NOTIFY changed)
    /// True if the theme is dark at present.
    Q_PROPERTY(bool dark READ isDark NOTIFY changed)
    /// The languages to choose from, that of the system first.
    Q_PROPERTY(QStringList languageNames READ languageNames NOTIFY changed)
    Q_PROPERTY(int languageIndex READ languageIndex WRITE setLanguageIndex NOTIFY changed)
    /// 1 to 3, from the next start on
    Q_PROPERTY(double scale READ scale WRITE setScale NOTIFY changed)
    Q_PROPERTY(bool reduceMotion READ reduceMotion WRITE setReduceMotion NOTIFY changed)
    /// True if the top bar shows the figures of memory and context, and not only the used share.
    Q_PROPERTY(bool barFigures READ barFigures WRITE setBarFigures NOTIFY changed)

public:
    using SettingsGroup::SettingsGroup;

    QString theme() const { return value("theme", "system").toString(); }
    void setTheme(const QString& theme);
    bool isDark() const;
    /// The code of a language (see settings/language.h); empty: the system's.
    QString language() const { return value("language", "").toString(); }
    QStringList languageNames() const;
    int languageIndex() const;
    void setLanguageIndex(int index);
    double scale() const { return value("scale", 1.0).toDouble(); }
    void setScale(double scale);
    /// The size of everything that was chosen; it has to be known before there is a window system to ask.
    static double scaleIn(store::Store& store);
    bool reduceMotion() const { return value("reduceMotion", false).toBool(); }
    void setReduceMotion(bool reduce) { put("reduceMotion", reduce); }
    bool barFigures() const { return value("barFigures", false).toBool(); }
    void setBarFigures(bool show) { put("barFigures", show); }
};

}  // namespace hearth::app
