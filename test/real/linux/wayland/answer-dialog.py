"""Answers the dialog of xdg-desktop-portal-gnome as a person would, through libatspi."""

import sys
import time

import pyatspi
from gi.repository import GLib

PATIENCE = 45


def nodes(accessible):
    yield accessible
    for index in range(accessible.childCount):
        child = accessible.getChildAtIndex(index)
        if child:
            yield from nodes(child)


def nodes_unless_gone(window):
    try:
        return list(nodes(window))
    except GLib.GError:
        return None


def dialog():
    desktop = pyatspi.Registry.getDesktop(0)
    # What libatspi remembers changes by events, and nobody waits for those here.
    desktop.clearCache()
    for app in desktop:
        if app and app.name == 'xdg-desktop-portal-gnome':
            for window in app:
                if window and window.getState().contains(pyatspi.STATE_SHOWING):
                    return nodes_unless_gone(window)
    return None


def wait_for(condition):
    end = time.time() + PATIENCE
    while time.time() < end:
        try:
            found = condition()
            if found:
                return found
        except GLib.GError:
            pass  # A program or a dialog ended meanwhile.
        time.sleep(0.1)
    sys.exit('it did not come')


def button(found, name):
    for node in found:
        if node.getRoleName() == 'push button' and node.name.endswith(name):
            return node
    return None


def complete():
    """A dialog that is being built lacks its last parts."""
    found = dialog()
    roles = {node.getRoleName() for node in found or []}
    return found if {'list item', 'check box'} <= roles and button(found, 'Share') else None


def press(found, name):
    try:
        button(found, name).queryAction().doAction(0)
    except GLib.GError:
        pass  # The dialog goes before it answers; whether it went is what its caller looks at.


def is_checked(switch):
    switch.clearCache()
    return switch.getState().contains(pyatspi.STATE_CHECKED)


def share(found):
    next(n for n in found if n.getRoleName() == 'list').querySelection().selectChild(0)
    switch = next(n for n in found if n.getRoleName() == 'check box')
    switch.queryAction().doAction(0)
    wait_for(lambda: is_checked(switch))
    press(found, 'Share')


how = sys.argv[1]
if how == 'nobody-asks':
    # One that is just going is not there any more.
    wait_for(lambda: dialog() is None)
    sys.exit(0)
shown = wait_for(complete)
if how == 'share':
    share(shown)
else:
    press(shown, 'Cancel')
wait_for(lambda: dialog() is None)
