#include "ui/evidence/evidence_page.h"

namespace rackwright {

EvidencePage::EvidencePage(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
