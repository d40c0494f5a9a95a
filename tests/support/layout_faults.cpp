#include "support/layout_faults.h"

#include <QAccessible>
#include <QQuickItem>
#include <QTextDocumentFragment>
#include <vector>

namespace {

/// Rounding, hinting and letters that lean out of their box.
constexpr qreal slackPx = 1.5;

bool isText(const QQuickItem& item) {
    return item.inherits("QQuickText");
}

bool isField(const QQuickItem& item) {
    return item.inherits("QQuickTextInput") || item.inherits("QQuickTextEdit");
}

bool isControl(const QQuickItem& item) {
    return item.inherits("QQuickAbstractButton") || item.inherits("QQuickTextField") ||
           item.inherits("QQuickTextArea") || item.inherits("QQuickSlider") || item.inherits("QQuickSpinBox");
}

struct Seen {
    const QQuickItem* item;
    QRectF box;               ///< painted area, in the window
    const QQuickItem* layer;  ///< the popup or floating card that contains it
};

/// Area of the letters, in the item.
QRectF painted(const QQuickItem& text) {
    // The content of rich text may have the width of an earlier box.
    const qreal width =
        std::min(text.property("contentWidth").toReal(), isText(text) ? text.implicitWidth() : text.width());
    const qreal height = text.property("contentHeight").toReal();
    const int across = text.property("effectiveHorizontalAlignment").toInt();
    const int down = text.property("verticalAlignment").toInt();
    const qreal left = text.property("leftPadding").toReal(), top = text.property("topPadding").toReal();
    const qreal room = text.width() - left - text.property("rightPadding").toReal() - width;
    const qreal roomDown = text.height() - top - text.property("bottomPadding").toReal() - height;
    qreal x = left, y = top;
    if (across & Qt::AlignRight) x += room;
    if (across & Qt::AlignHCenter) x += room / 2;
    if (down & Qt::AlignBottom) y += roomDown;
    if (down & Qt::AlignVCenter) y += roomDown / 2;
    return {x, y, width, height};
}

QString where(const QQuickItem& item) {
    QStringList path;
    for (const QQuickItem* at = &item; at && path.size() < 6; at = at->parentItem()) {
        const QString name = QString::fromLatin1(at->metaObject()->className());
        if (const QString type = name.section(QStringLiteral("_QML"), 0, 0);
            name.contains(QLatin1String("_QML")))
            path += type;
    }
    return path.join(QStringLiteral(" < "));
}

QString described(const QQuickItem& item) {
    QString text = item.property("text").toString().simplified();
    if (text.size() > 60) text = text.left(59) + u'…';
    return QStringLiteral("“%1” (%2)").arg(text, where(item));
}

/// True if a screen reader gets the whole text, from the item or from one that contains it.
bool isSaidWhole(const QQuickItem& item) {
    QString whole = item.property("text").toString();
    if (item.property("textFormat").toInt() == Qt::RichText)
        whole = QTextDocumentFragment::fromHtml(whole).toPlainText();
    whole = whole.simplified();
    const QQuickItem* at = &item;
    for (int up = 0; at && up < 5; ++up, at = at->parentItem()) {
        auto* face = QAccessible::queryAccessibleInterface(const_cast<QQuickItem*>(at));
        if (!face) continue;
        for (const QAccessible::Text kind : {QAccessible::Name, QAccessible::Description, QAccessible::Value})
            if (face->text(kind).simplified().contains(whole)) return true;
    }
    return false;
}

class Walk {
public:
    explicit Walk(QQuickWindow& window) : m_window(QRectF(QPointF(), QSizeF(window.size()))) {
        visit(*window.contentItem(), window.contentItem(), m_window, false);
        compare();
    }

    QStringList faults;

private:
    /// `room`: what of the window ancestors let show; `scrolled`: something above can be scrolled there.
    void visit(const QQuickItem& item, const QQuickItem* layer, QRectF room, bool scrolled) {
        if (!item.isVisible() || item.opacity() < 0.05) return;
        const QRectF box = item.mapRectToScene(item.boundingRect());
        // Popups and items that float over a page on purpose are not compared with anything below them.
        if (item.inherits("QQuickPopupItem") || item.z() > 0) layer = &item;
        // An item wider than its popup is not clipped there, but covers the content below.
        if (item.inherits("QQuickPopupItem")) room = box & m_window;
        if (item.clip()) room &= box;
        if (item.inherits("QQuickFlickable")) scrolled = true;
        if (isText(item))
            lookAtText(item, layer, room, scrolled);
        else if (isField(item) || isControl(item))
            m_seen.push_back({&item, box & room, layer});
        for (const QQuickItem* child : item.childItems()) visit(*child, layer, room, scrolled);
    }

    void lookAtText(const QQuickItem& item, const QQuickItem* layer, const QRectF& room, bool scrolled) {
        if (item.property("text").toString().trimmed().isEmpty()) return;
        const QRectF letters = painted(item);
        // Rich text has no dotted end: it is cut by its own box.
        const bool cut = item.clip() && letters.width() > item.width() + slackPx;
        const QRectF box = item.mapRectToScene(cut ? letters & QRectF(QPointF(), item.size()) : letters);
        if (cut || item.property("truncated").toBool()) {
            if (!isSaidWhole(item))
                faults += QStringLiteral("shortened and told nowhere: ") + described(item);
        } else if (letters.width() > item.width() + slackPx && item.width() > 0) {
            faults += QStringLiteral("wider by %1 than its box: ").arg(letters.width() - item.width()) +
                      described(item);
        }
        // Scrollable content may be half out of sight.
        if (!scrolled && (box.left() < room.left() - slackPx || box.right() > room.right() + slackPx ||
                          box.top() < room.top() - slackPx || box.bottom() > room.bottom() + slackPx))
            faults += QStringLiteral("cut off by what holds it: ") + described(item);
        if (scrolled && room.width() > 0 && box.bottom() > room.top() && box.top() < room.bottom() &&
            (box.left() < room.left() - slackPx || box.right() > room.right() + slackPx) &&
            !inSidewaysScroll(item))
            faults += QStringLiteral("cut off at the side: ") + described(item);
        m_seen.push_back({&item, box & room, layer});
    }

    static bool inSidewaysScroll(const QQuickItem& item) {
        for (const QQuickItem* at = &item; at; at = at->parentItem())
            if (at->inherits("QQuickFlickable") &&
                at->property("contentWidth").toReal() > at->width() + slackPx)
                return true;
        return false;
    }

    void compare() {
        for (size_t i = 0; i < m_seen.size(); ++i)
            for (size_t j = i + 1; j < m_seen.size(); ++j) {
                const Seen& a = m_seen[i];
                const Seen& b = m_seen[j];
                if (a.layer != b.layer || a.item->isAncestorOf(b.item) || b.item->isAncestorOf(a.item))
                    continue;
                // A field's own hint lies where its text will be.
                if (a.item->parentItem() == b.item->parentItem() && (isField(*a.item) || isField(*b.item)))
                    continue;
                const QRectF both = a.box & b.box;
                if (both.width() > 2 * slackPx && both.height() > 2 * slackPx)
                    faults += QStringLiteral("lie over each other by %1 × %2: ")
                                  .arg(both.width())
                                  .arg(both.height()) +
                              described(*a.item) + QStringLiteral(" and ") + described(*b.item);
            }
    }

    QRectF m_window;
    std::vector<Seen> m_seen;
};

}  // namespace

QStringList layoutFaults(QQuickWindow& window) {
    return Walk(window).faults;
}
