#include "ui/command/command_table.h"

namespace rackwright {

namespace {

// clang-format off
constexpr CommandRow table[] = {
    {"file.new", "&New…", "file-new", "Ctrl+N", "File", "Start a design, empty or from a sample"},
    {"file.open", "&Open…", "file-open", "Ctrl+O", "File", "Open a design"},
    {"file.save", "&Save", "file-save", "Ctrl+S", "File", "Save the design", false, true},
    {"file.save-as", "Save &as…", "", "Ctrl+Shift+S", "File", "Save the design under another name"},
    {"file.reload", "&Reload from file", "", "", "File", "Read the file again, without the edits made since"},
    {"file.import-config", "&Import model config.json…", "", "", "File", "Make a workload of a Hugging Face config.json", false, true},
    {"file.export-bom", "Export &bill of materials…", "export-pdf", "Ctrl+E", "File", "Write the bill as PDF, XLSX or CSV", false, true},
    {"file.export-elevation", "Export rack &elevations…", "", "", "File", "Write the racks as PDF, SVG or PNG"},
    {"file.quit", "&Quit", "", "Ctrl+Q", "File", "Close the program", false, true},

    {"edit.undo", "&Undo", "undo", "Ctrl+Z", "Edit", "Take back the last edit"},
    {"edit.redo", "&Redo", "redo", "Ctrl+Shift+Z", "Edit", "Do again what was taken back"},
    {"edit.cut", "Cu&t", "", "Ctrl+X", "Edit", "Take the selected devices out, to paste them elsewhere", false, true},
    {"edit.copy", "&Copy", "", "Ctrl+C", "Edit", "Copy the selected devices"},
    {"edit.paste", "&Paste", "", "Ctrl+V", "Edit", "Paste devices into the rack that is selected"},
    {"edit.duplicate", "&Duplicate", "duplicate", "Ctrl+D", "Edit", "One more of each selected device, in the next free place"},
    {"edit.array", "&Array…", "", "Ctrl+Shift+D", "Edit", "Many more of the selected device, stacked above it"},
    {"edit.delete", "D&elete", "delete", "Del", "Edit", "Remove what is selected, with its links and cords"},
    {"edit.rename", "Re&name…", "", "F2", "Edit", "Rename what is selected, by a pattern for several"},
    {"edit.replace", "Repla&ce with…", "", "", "Edit", "Another part in the place of the selected ones"},
    {"edit.select-all", "Select &all", "", "Ctrl+A", "Edit", "Select every device", false, true},
    {"edit.select-same", "Select same &kind", "", "Ctrl+Shift+A", "Edit", "Select every device of the same part"},

    {"design.add-rack", "Add &rack…", "rack", "Ctrl+R", "Design", "A rack at the end of the row"},
    {"design.place-all", "&Place all", "place-all", "Ctrl+Shift+P", "Design", "Put what is unplaced into the racks"},
    {"design.to-unplaced", "To &unplaced", "", "", "Design", "Take the selected devices out of their racks and keep them"},
    {"design.open-host", "&Open host", "", "Return", "Design", "Show the bays of the selected host"},
    {"design.cord", "&Cord selected", "", "", "Design", "Plug the inlets of the selected devices into the PDUs of their rack", false, true},
    {"design.add-scenario", "Add &scenario…", "", "", "Design", "Another way to do the same work", false, true},
    {"design.copy-scenario", "Copy s&cenario", "", "", "Design", "A copy of the scenario that is shown"},
    {"design.remove-scenario", "Remove scenario", "", "", "Design", "Remove the scenario that is shown"},
    {"design.add-workload", "Add &workload…", "", "Ctrl+W", "Design", "A model to train or to serve"},

    {"view.page-design", "&Design", "page-design", "Ctrl+1", "View", "Racks, palette, inspector and findings"},
    {"view.page-floor", "&Floor", "page-floor", "Ctrl+2", "View", "The hall from above"},
    {"view.page-workloads", "&Workloads", "page-workloads", "Ctrl+3", "View", "Models, plans and memory"},
    {"view.page-compare", "&Compare", "page-compare", "Ctrl+4", "View", "Scenarios side by side"},
    {"view.page-evidence", "&Evidence", "page-evidence", "Ctrl+5", "View", "How far the engine is from published measurements"},
    {"view.page-settings", "&Settings", "page-settings", "Ctrl+,", "View", "Theme, units, motion and shortcuts"},
    {"view.page-start", "S&tart", "page-start", "", "View", "Recent designs and samples"},
    {"view.tool-select", "Se&lect", "tool-select", "V", "View", "Select and move devices", true, true},
    {"view.tool-hand", "&Hand", "tool-hand", "H", "View", "Move the view", true},
    {"view.face", "Rea&r face", "face", "R", "View", "Show the racks from behind", true},
    {"view.overlay-power", "Overlay: &power", "overlay", "", "View", "Tint each device by its watts", true, true},
    {"view.zoom-in", "Zoom &in", "", "Ctrl++", "View", "Closer", false, true},
    {"view.zoom-out", "Zoom &out", "", "Ctrl+-", "View", "Farther"},
    {"view.fit", "Fit &all", "fit", "Ctrl+0", "View", "All racks in the window"},
    {"view.fit-selection", "Fit s&election", "", "Shift+F", "View", "What is selected in the window"},
    {"view.theme", "Dar&k theme", "theme", "Ctrl+Shift+T", "View", "Dark or light", true, true},
    {"view.reset-layout", "Reset layout", "", "", "View", "Docks where they were at first"},

    {"go.search", "&Search…", "search", "Ctrl+K", "Go", "Find a part, an object, a command or help"},
    {"go.next-finding", "&Next finding", "", "F8", "Go", "Select the thing that the next finding is about"},
    {"go.previous-finding", "&Previous finding", "", "Shift+F8", "Go", "Select the thing that the finding before is about"},
    {"go.palette", "To the p&alette", "", "Ctrl+L", "Go", "Put the keyboard into the filter of the palette", false, true},
    {"go.canvas", "To the &canvas", "", "Ctrl+Shift+C", "Go", "Put the keyboard into the racks"},
    {"go.inspector", "To the &inspector", "", "Ctrl+I", "Go", "Put the keyboard into the properties"},
    {"go.findings", "To the &findings", "", "Ctrl+Shift+F", "Go", "Put the keyboard into the findings"},

    {"help.handbook", "&Handbook", "help", "F1", "Help", "The handbook"},
    {"help.shortcuts", "&Keyboard shortcuts", "", "Shift+F1", "Help", "All commands with their keys"},
    {"help.about", "&About Rackwright", "", "", "Help", "Version, licence and sources"},
};
// clang-format on

} // namespace

std::span<const CommandRow> commandTable()
{
    return table;
}

} // namespace rackwright
