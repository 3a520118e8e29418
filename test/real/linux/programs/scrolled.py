"""Prints the sum of the values of the scroll bars of an application's active window, as libatspi reads them."""
import sys

import pyatspi


def bars(node, depth=0):
    if depth > 40:
        return
    for child in node:
        if child is None:
            continue
        if child.getRole() == pyatspi.ROLE_SCROLL_BAR and child.getState().contains(pyatspi.STATE_SHOWING):
            yield child.queryValue().currentValue
        elif child.childCount < 2000:
            yield from bars(child, depth + 1)


applications = [app for app in pyatspi.Registry.getDesktop(0) if app and sys.argv[1].lower() in app.name.lower()]
print(sum(value for app in applications for value in bars(app)))
