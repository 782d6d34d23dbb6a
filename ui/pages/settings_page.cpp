#include "ui/pages/settings_page.h"

namespace rackwright {

SettingsPage::SettingsPage(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
