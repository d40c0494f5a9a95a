#include "look/icon_provider.h"

#include "look/icon_path.h"

#include <QFile>
#include <QPainter>

namespace hearth::app {
namespace {

constexpr int gridSize = 24;

bool isFilled(const QString& name) {
    return name == u"mark-ember" || name == u"half";
}

}  // namespace

IconProvider::IconProvider(const QString& table) : QQuickImageProvider(QQuickImageProvider::Image) {
    QFile file(table);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        qWarning("The icons cannot be read from %s.", qPrintable(table));
        return;
    }
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : lines.mid(1)) {
        const qsizetype tab = line.indexOf(u'\t');
        const auto path = parseIconPath(QStringView(line).mid(tab + 1));
        if (tab > 0 && path)
            m_paths.insert(line.left(tab), *path);
        else
            qWarning("The icon line \"%s\" is not a name and a path.", qPrintable(line.left(40)));
    }
}

QImage IconProvider::requestImage(const QString& id, QSize* size, const QSize& requestedSize) {
    const int width = requestedSize.width() > 0 ? requestedSize.width() : gridSize;
    const int height = requestedSize.height() > 0 ? requestedSize.height() : width;
    if (size) *size = QSize(width, height);
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);

    const QStringList parts = id.split(u'/');
    const QColor colour(u'#' + parts.value(1, QStringLiteral("808080")));
    const qreal stroke = parts.value(2, QStringLiteral("1.75")).toDouble();
    const auto path = m_paths.constFind(parts[0]);
    if (path == m_paths.constEnd() || !colour.isValid()) {
        qWarning("There is no icon \"%s\".", qPrintable(id));
        return image;
    }
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(width / qreal(gridSize), height / qreal(gridSize));
    if (isFilled(parts[0]))
        painter.fillPath(*path, colour);
    else
        painter.strokePath(*path, QPen(colour, stroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    return image;
}

QStringList IconProvider::names() const {
    QStringList names = m_paths.keys();
    names.sort();
    return names;
}

}  // namespace hearth::app
