#include "look/icon_path.h"

#include <QtMath>
#include <cmath>

namespace hearth::app {
namespace {

class PathReader {
public:
    explicit PathReader(QStringView text) : m_text(text) {}

    std::optional<QPainterPath> read() {
        while (skipSeparators(), m_at < m_text.size()) {
            if (m_text[m_at].isLetter()) {
                m_command = m_text[m_at++].toLatin1();
            } else if (m_command == 'M') {
                m_command = 'L';  // further pairs after a move are lines (SVG 1.1, 8.3.2)
            } else if (m_command == 'm') {
                m_command = 'l';
            } else if (m_command == 'z' || m_command == 'Z') {
                return std::nullopt;
            }
            if (m_path.elementCount() == 0 && m_command != 'M' && m_command != 'm') return std::nullopt;
            if (!step()) return std::nullopt;
        }
        if (m_path.elementCount() == 0) return std::nullopt;
        return m_path;
    }

private:
    void skipSeparators() {
        while (m_at < m_text.size() && (m_text[m_at].isSpace() || m_text[m_at] == u',')) ++m_at;
    }

    bool number(qreal& value) {
        skipSeparators();
        const qsizetype start = m_at;
        if (m_at < m_text.size() && (m_text[m_at] == u'-' || m_text[m_at] == u'+')) ++m_at;
        bool point = false;
        while (m_at < m_text.size() && (m_text[m_at].isDigit() || (m_text[m_at] == u'.' && !point))) {
            point = point || m_text[m_at] == u'.';
            ++m_at;
        }
        bool ok = false;
        value = m_text.mid(start, m_at - start).toDouble(&ok);
        return ok;
    }

    // A flag of an arc is one digit, and may stand without a space before the next number.
    bool flag(bool& value) {
        skipSeparators();
        if (m_at >= m_text.size() || (m_text[m_at] != u'0' && m_text[m_at] != u'1')) return false;
        value = m_text[m_at++] == u'1';
        return true;
    }

    bool point(QPointF& value, bool relative) {
        qreal x = 0;
        qreal y = 0;
        if (!number(x) || !number(y)) return false;
        value = relative ? m_path.currentPosition() + QPointF(x, y) : QPointF(x, y);
        return true;
    }

    bool step() {
        const bool relative = m_command >= 'a';
        const char kind = relative ? static_cast<char>(m_command - 'a' + 'A') : m_command;
        const QPointF from = m_path.currentPosition();
        const QPointF control = m_lastControl.value_or(from);
        m_lastControl.reset();
        QPointF a;
        QPointF b;
        QPointF to;
        qreal single = 0;
        switch (kind) {
            case 'M':
                if (!point(to, relative)) return false;
                m_path.moveTo(to);
                return true;
            case 'L':
                if (!point(to, relative)) return false;
                m_path.lineTo(to);
                return true;
            case 'H':
                if (!number(single)) return false;
                m_path.lineTo(relative ? from.x() + single : single, from.y());
                return true;
            case 'V':
                if (!number(single)) return false;
                m_path.lineTo(from.x(), relative ? from.y() + single : single);
                return true;
            case 'C':
                if (!point(a, relative) || !point(b, relative) || !point(to, relative)) return false;
                m_path.cubicTo(a, b, to);
                m_lastControl = b;
                return true;
            case 'S':
                if (!point(b, relative) || !point(to, relative)) return false;
                m_path.cubicTo(from * 2 - control, b, to);
                m_lastControl = b;
                return true;
            case 'Q':
                if (!point(a, relative) || !point(to, relative)) return false;
                m_path.quadTo(a, to);
                m_lastControl = a;
                return true;
            case 'T':
                if (!point(to, relative)) return false;
                a = from * 2 - control;
                m_path.quadTo(a, to);
                m_lastControl = a;
                return true;
            case 'A':
                return arc(from, relative);
            case 'Z':
                m_path.closeSubpath();
                return true;
            default:
                return false;
        }
    }

    // End points to centre (SVG 1.1, F.6.5), then one cubic per quarter turn.
    bool arc(QPointF from, bool relative) {
        qreal rx = 0;
        qreal ry = 0;
        qreal turnDegrees = 0;
        bool large = false;
        bool sweep = false;
        QPointF to;
        if (!number(rx) || !number(ry) || !number(turnDegrees) || !flag(large) || !flag(sweep) ||
            !point(to, relative))
            return false;
        rx = std::abs(rx);
        ry = std::abs(ry);
        if (qFuzzyIsNull(rx) || qFuzzyIsNull(ry) || from == to) {
            m_path.lineTo(to);
            return true;
        }
        const qreal turn = qDegreesToRadians(turnDegrees);
        const qreal cosTurn = std::cos(turn);
        const qreal sinTurn = std::sin(turn);
        const QPointF half = (from - to) / 2;
        const qreal x = cosTurn * half.x() + sinTurn * half.y();
        const qreal y = -sinTurn * half.x() + cosTurn * half.y();
        const qreal tooFar = x * x / (rx * rx) + y * y / (ry * ry);
        if (tooFar > 1) {
            rx *= std::sqrt(tooFar);
            ry *= std::sqrt(tooFar);
        }
        const qreal below = rx * rx * y * y + ry * ry * x * x;
        const qreal above = std::max<qreal>(0, rx * rx * ry * ry - below);
        const qreal factor = (large == sweep ? -1 : 1) * std::sqrt(above / below);
        const qreal cx = factor * rx * y / ry;
        const qreal cy = -factor * ry * x / rx;
        const QPointF middle = (from + to) / 2;
        const QPointF centre(cosTurn * cx - sinTurn * cy + middle.x(),
                             sinTurn * cx + cosTurn * cy + middle.y());
        const qreal start = std::atan2((y - cy) / ry, (x - cx) / rx);
        qreal span = std::atan2((-y - cy) / ry, (-x - cx) / rx) - start;
        if (sweep && span < 0) span += 2 * M_PI;
        if (!sweep && span > 0) span -= 2 * M_PI;

        const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(span) / M_PI_2 - 1e-9)));
        const qreal piece = span / pieces;
        const qreal pull = 4.0 / 3.0 * std::tan(piece / 4);
        const auto at = [&](qreal angle, qreal along) {
            const qreal px = rx * (std::cos(angle) - along * std::sin(angle));
            const qreal py = ry * (std::sin(angle) + along * std::cos(angle));
            return QPointF(cosTurn * px - sinTurn * py, sinTurn * px + cosTurn * py) + centre;
        };
        for (int i = 0; i < pieces; ++i) {
            const qreal angle = start + i * piece;
            const bool last = i == pieces - 1;
            m_path.cubicTo(at(angle, pull), at(angle + piece, -pull), last ? to : at(angle + piece, 0));
        }
        return true;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    char m_command = 0;
    std::optional<QPointF> m_lastControl;  // of the curve before, for S and T
    QPainterPath m_path;
};

}  // namespace

std::optional<QPainterPath> parseIconPath(QStringView text) {
    return PathReader(text).read();
}

}  // namespace hearth::app
