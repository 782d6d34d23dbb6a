#include "ui/strip/assessment_strip.h"

namespace rackwright {

AssessmentStrip::AssessmentStrip(const Workspace& workspace, QWidget* parent) : QWidget{parent}, workspace_{workspace} { }

} // namespace rackwright
