#include "tests/ui/ui_test.h"

#include "core/design/templates.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLocale>
#include <QTemporaryDir>

#include <map>

namespace rackwright::test {

namespace {

std::map<std::string, MakeTest>& tests()
{
    static std::map<std::string, MakeTest> byName;
    return byName;
}

} // namespace

bool registerTest(const char* name, MakeTest make)
{
    return tests().emplace(name, make).second;
}

EnginePtr engine()
{
    static const EnginePtr data = std::make_shared<const EngineData>(EngineData::load(Catalog::defaultFolder()).value());
    return data;
}

Project projectOf(const std::string& templateName)
{
    const std::optional<std::string> from = templateName.empty() ? std::nullopt : std::optional{templateName};
    return newProject("test", "test", "2026-12-01", from, engine()->catalog).value();
}

bool waitForAssessment(Document& document, int seconds)
{
    return QTest::qWaitFor([&document] { return document.assessment() && !document.isAssessing(); }, seconds * 1000);
}

} // namespace rackwright::test

/// usage: ui_tests NAME [arguments of Qt Test]; without a name: all, one after the other.
int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    // What a person keeps (recent files, journals, settings) is neither read nor written.
    const QTemporaryDir home;
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"})
        qputenv(variable, home.path().toUtf8());
    QLocale::setDefault(QLocale{QLocale::English, QLocale::UnitedStates});
    QApplication app{argc, argv};
    rackwright::theme().install(app, rackwright::ThemeKind::light);
    rackwright::theme().setReducedMotion(true);

    const QStringList arguments = QApplication::arguments();
    const std::string wanted = arguments.size() > 1 && !arguments[1].startsWith(QLatin1Char{'-'}) ? arguments[1].toStdString() : "";
    QStringList forQt = arguments;
    if (!wanted.empty()) forQt.removeAt(1);
    int failures = 0, run = 0;
    for (const auto& [name, make] : rackwright::test::tests()) {
        if (!wanted.empty() && name != wanted) continue;
        ++run;
        failures += QTest::qExec(make().get(), forQt);
    }
    if (run == 0) qCritical("no test is called '%s'", wanted.c_str());
    return run == 0 || failures > 0;
}
