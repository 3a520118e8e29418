"""Walks an application with libatspi whenever a line says so, and answers with what it found, as JSON.

`bare` reads name, description, role, states, interfaces and extents of every node. `same` reads what Handeye tells:
the extents of what is showing, and actions, attributes, id, text and value besides; where Handeye knows that there is
nothing to ask (no text in what is named, no actions in a browser's runs of letters), neither does this walk.
"""
import json
import sys
import time

import pyatspi

TEXT_ROLES = {pyatspi.ROLE_ENTRY, pyatspi.ROLE_TEXT, pyatspi.ROLE_TERMINAL, pyatspi.ROLE_LABEL, pyatspi.ROLE_PARAGRAPH}


def read(node, same, toolkit):
    name = node.name
    node.description
    role = node.getRole()
    states = node.getState().getStates()
    interfaces = set(node.get_interfaces())
    showing = pyatspi.STATE_SHOWING in states or (toolkit == "GTK" and pyatspi.STATE_VISIBLE in states)
    if "Component" in interfaces and (showing or not same):
        node.get_component_iface().get_extents(pyatspi.DESKTOP_COORDS)
    if not same or role == pyatspi.ROLE_STATIC:
        return
    node.get_attributes()
    if toolkit == "gtk":
        node.get_accessible_id()
    if "Action" in interfaces and (toolkit != "Chromium" or showing or pyatspi.STATE_FOCUSABLE in states):
        actions = node.get_action_iface()
        count = 1 if toolkit == "Chromium" else actions.get_n_actions()
        for index in range(count):
            actions.get_action_name(index)
    nameless_text = not name and role in TEXT_ROLES
    if "Text" in interfaces and (pyatspi.STATE_EDITABLE in states or nameless_text):
        text = node.get_text_iface()
        text.get_text(0, text.get_character_count())
    if "Value" in interfaces:
        node.get_value_iface().get_current_value()


def walk(node, same, toolkit):
    read(node, same, toolkit)
    count = 1
    for index in range(node.childCount):
        child = node.getChildAtIndex(index)
        if child is not None:
            count += walk(child, same, toolkit)
    return count


sys.setrecursionlimit(10000)
app = next(one for one in pyatspi.Registry.getDesktop(0) if one is not None and one.get_process_id() == int(sys.argv[1]))
for line in sys.stdin:
    app.clear_cache()
    start = time.monotonic()
    nodes = walk(app, line.strip() == "same", app.get_toolkit_name())
    print(json.dumps({"nodes": nodes, "milliseconds": (time.monotonic() - start) * 1000}), flush=True)
