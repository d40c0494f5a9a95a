#pragma once

#include <QtQml/qqml.h>
#include <QObject>

#include "folders/folder_listing.h"

namespace hearth::app {

/// Owns the list of a folder for QML, whose checker cannot follow a list that QML makes itself (Qt 6.4 does
/// not describe QAbstractItemModel to it). GUI thread.
class FolderBrowser : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(hearth::app::FolderListing* listing READ listing CONSTANT)

public:
    using QObject::QObject;
    FolderListing* listing() noexcept { return &m_listing; }

private:
    FolderListing m_listing;
};

}  // namespace hearth::app
