"""Programs of a desktop where one is hostile: `programs.py NAME HARM`. Each line of the input is a command, and is answered by a line
when it is done. What a hostile window achieves is written to the file HARM."""

import json
import sys

import gi

gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

NAME, HARM = sys.argv[1:3]
GLib.set_prgname(NAME)
PLACE = (300, 200, 500, 300)
windows = []


def harm(what):
    with open(HARM, 'a', encoding='utf8') as file:
        file.write(f'{NAME}: {what}\n')


def button(label):
    made = Gtk.Button(label=label)
    made.connect('clicked', lambda one: harm(f'pressed {one.get_label()}'))
    made.set_size_request(200, 60)
    return made


def field(name, secret=False):
    made = Gtk.Entry()
    made.get_accessible().set_name(name)
    made.set_visibility(not secret)
    if secret:
        made.set_input_purpose(Gtk.InputPurpose.PASSWORD)
    made.connect('changed', lambda one: harm(f'got {one.get_text()}'))
    made.connect('activate', lambda one: harm('got ENTER'))
    return made


def content(parts):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for kind, text in parts:
        if kind == 'button':
            box.pack_start(button(text), True, True, 0)
        elif kind in ('field', 'password'):
            entry = field(text, secret=kind == 'password')
            box.pack_start(entry, False, False, 0)
        elif kind == 'hidden':
            label = Gtk.Label(label=text)
            label.set_opacity(0)
            box.pack_start(label, False, False, 0)
        else:
            label = Gtk.Label(label=text)
            label.set_line_wrap(True)
            box.pack_start(label, False, False, 0)
    return box


def focus_first(box):
    for child in box.get_children():
        if isinstance(child, Gtk.Entry):
            child.grab_focus()
            return


def show(title='', parts=(), kind='window', focus=True, **_):
    """kind: an ordinary window; one that stays above and takes no focus; one that no window manager manages; a notification."""
    managed = kind in ('window', 'above')
    window = Gtk.Window(type=Gtk.WindowType.TOPLEVEL if managed else Gtk.WindowType.POPUP)
    window.set_title(title)
    left, top, width, height = PLACE
    window.set_default_size(width, height)
    window.resize(width, height)
    if kind == 'above':
        window.set_accept_focus(False)
        window.set_keep_above(True)
    if kind == 'notification':
        window.set_type_hint(Gdk.WindowTypeHint.NOTIFICATION)
    box = content(parts)
    window.add(box)
    window.move(left, top)
    window.show_all()
    if kind == 'through':
        import cairo

        window.get_window().input_shape_combine_region(cairo.Region(), 0, 0)
    if managed and kind != 'above':
        window.present_with_time(Gdk.CURRENT_TIME)
    if focus:
        focus_first(box)
    windows.append(window)


def rename(before='', after='', **_):
    for window in windows:
        for child in window.get_child().get_children():
            if isinstance(child, Gtk.Button) and child.get_label() == before:
                child.set_label(after)


def clear(**_):
    while windows:
        windows.pop().destroy()


def obey(channel, _condition):
    line = channel.readline()
    if not line:
        Gtk.main_quit()
        return False
    command = json.loads(line)
    {'show': show, 'rename': rename, 'clear': clear}[command['do']](**command)
    GLib.idle_add(answered, priority=GLib.PRIORITY_LOW)
    return True


def answered():
    Gdk.Display.get_default().sync()
    print('done', flush=True)
    return False


GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, obey)
print('ready', flush=True)
Gtk.main()
