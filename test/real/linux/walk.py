"""Walks an application with libatspi, node by node, and prints what it finds as one JSON tree."""
import json
import sys

import pyatspi
from gi.repository import GLib


def actions(node):
    if "Action" not in node.get_interfaces():
        return []
    offered = node.get_action_iface()
    try:
        return [offered.get_action_name(index) for index in range(offered.get_n_actions())]
    except GLib.GError:
        return None  # GTK 4.8 counts actions that it cannot name one by one.


def walk(node):
    role = node.getRole()
    children = [node.getChildAtIndex(index) for index in range(node.childCount)]
    # A browser's text runs are half of a page, and they have nothing but a name.
    is_bare = role == pyatspi.ROLE_STATIC
    return {
        "role": int(role),
        "name": node.name or "",
        "description": node.description or "",
        "states": [state.value_nick for state in sorted(node.getState().getStates())],
        "attributes": {} if is_bare else node.get_attributes(),
        "actions": [] if is_bare else actions(node),
        "children": [walk(child) for child in children if child is not None],
    }


pid = int(sys.argv[1])
sys.setrecursionlimit(10000)
desktop = pyatspi.Registry.getDesktop(0)
app = next(one for one in desktop if one is not None and one.get_process_id() == pid)
app.clear_cache()
print(json.dumps(walk(app)))
