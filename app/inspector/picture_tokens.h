#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QList>
#include <QString>
#include <memory>
#include <vector>

#include "hearth/picture_file.h"
#include "hearth/picture_grid.h"

namespace hearth::app {

/// The pictures of a prompt, in its order: the grid of the tokens that each became, and how much a token
/// looked at each of its cells. GUI thread.
class PictureTokens : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by AttentionView")
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Counts up whenever shareAt() may have changed.
    Q_PROPERTY(int revision READ revision NOTIFY changed)
    /// Row of the picture that was looked at most; 0: the first, or none was.
    Q_PROPERTY(int mostSeen READ mostSeen NOTIFY changed)

public:
    enum Role {
        PictureRole = Qt::UserRole + 1,  ///< "hash", by which image://picture/ has it, "width" and "height"
        CellsRole,    ///< of its parts, or of the whole: as PictureLight::cells; empty: not known
        CoarseRole,   ///< of the overview beside its parts: as PictureLight::coarseCells
        FiguresRole,  ///< "256 tokens, 16 × 16", "256 tokens, 16 × 16  ·  12.3 %"
        PlaceRole,    ///< "Looked most at the upper left, 5.1 %"; empty: it did not look
        SpokenRole    ///< all of it, for screen readers
    };

    using QAbstractListModel::QAbstractListModel;

    int count() const { return static_cast<int>(m_rows.size()); }
    int revision() const { return m_revision; }
    int mostSeen() const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Shows these pictures; the same as before keep their light until another one is set.
    void setPictures(const std::vector<std::shared_ptr<const PictureFile>>& files);
    /// `shares`: of each token, from 0 to 1; those that it does not have are 0. No grids: they are not known.
    void setLight(const std::vector<PictureGrid>& grids, const std::vector<float>& shares);
    /// The share of the cell at a place of a picture, in fractions of its sides: "0.8 %", "0.8 %, and 0.1 %
    /// in the overview"; empty where there is none.
    Q_INVOKABLE QString shareAt(int row, double x, double y) const;

signals:
    void changed();

private:
    struct Cell {
        PictureArea area;
        double share = 0;
    };
    struct Row {
        QString hash;
        int width = 0, height = 0;
        std::vector<Cell> cells;     ///< of its parts, or of the whole where that is all
        std::vector<Cell> coarse;    ///< of the overview beside these
        int columns = 0, lines = 0;  ///< of one grid; 0: there are several
        int parts = 0;

        double share() const;
    };
    static QList<double> numbers(const std::vector<Cell>& cells, double most);
    QString figures(const Row& row) const;
    QString place(const Row& row) const;

    std::vector<Row> m_rows;
    double m_most = 0;  ///< share of the cell that has most of all pictures
    int m_revision = 0;
};

}  // namespace hearth::app
