"""Walks an application with libatspi, node by node, and prints what it finds as one JSON tree."""
import json
import sys

import pyatspi


def walk(node):
    children = [node.getChildAtIndex(index) for index in range(node.childCount)]
    return {
        "role": int(node.getRole()),
        "name": node.name or "",
        "states": [state.value_nick for state in sorted(node.getState().getStates())],
        "children": [walk(child) for child in children if child is not None],
    }


pid = int(sys.argv[1])
sys.setrecursionlimit(10000)
desktop = pyatspi.Registry.getDesktop(0)
app = next(one for one in desktop if one is not None and one.get_process_id() == pid)
app.clear_cache()
print(json.dumps(walk(app)))
