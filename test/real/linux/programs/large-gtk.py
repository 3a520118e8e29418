"""A tree view of twenty thousand rows in GTK 3."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

store = Gtk.ListStore(str, str)
for row in range(20_000):
    store.append([f"row {row}", f"side {row}"])
view = Gtk.TreeView(model=store)
for column, title in enumerate(["Row", "Side"]):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=column))
scrolled = Gtk.ScrolledWindow()
scrolled.add(view)
window = Gtk.Window(title="Large GTK")
window.set_default_size(600, 500)
window.add(scrolled)
window.connect("destroy", Gtk.main_quit)
window.show_all()
view.scroll_to_cell(Gtk.TreePath(10_000), None, True, 0.5, 0)
Gtk.main()
