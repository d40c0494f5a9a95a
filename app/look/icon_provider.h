// The icons of the window: strokes on a grid of 24, drawn at the size, colour and width that a page asks for.
#pragma once

#include <QHash>
#include <QPainterPath>
#include <QQuickImageProvider>
#include <QStringList>

namespace hearth::app {

// Serves image://icon/NAME/COLOUR/STROKE, e.g. image://icon/search/56504a/1.4.
// COLOUR is rrggbb or aarrggbb without '#'. STROKE is in grid units at a size of 24 dots, already counted for
// the size on screen by the caller. `mark-ember` and `half` are filled, all others are strokes with round
// ends. Unknown names give a transparent image and a warning, so that a missing icon is seen in the tests and
// not by a crash. Reads its table once; requestImage may be called from any thread.
class IconProvider : public QQuickImageProvider {
public:
    // `table`: lines of NAME <tab> PATH, the first line is a heading. The default is the table built into the
    // program.
    explicit IconProvider(const QString& table = QStringLiteral(":/hearth/icons/icons.tsv"));

    QImage requestImage(const QString& id, QSize* size, const QSize& requestedSize) override;

    QStringList names() const;  // sorted
    bool contains(const QString& name) const { return m_paths.contains(name); }

private:
    QHash<QString, QPainterPath> m_paths;
};

}  // namespace hearth::app
