"""Walks an application with libatspi several times and prints how many milliseconds each walk took, as JSON."""
import json
import sys
import time

import pyatspi


def walk(node):
    """What a tool needs of every node, asked one by one: libatspi has no other way."""
    node.name
    node.description
    node.getRole()
    node.getState().getStates()
    node.get_interfaces()
    component = node.get_component_iface()
    if component is not None:
        component.get_extents(pyatspi.DESKTOP_COORDS)
    count = 1
    for index in range(node.childCount):
        child = node.getChildAtIndex(index)
        if child is not None:
            count += walk(child)
    return count


pid, times = int(sys.argv[1]), int(sys.argv[2])
sys.setrecursionlimit(10000)
app = next(one for one in pyatspi.Registry.getDesktop(0) if one is not None and one.get_process_id() == pid)
took = []
for _ in range(times):
    app.clear_cache()
    start = time.monotonic()
    nodes = walk(app)
    took.append((time.monotonic() - start) * 1000)
print(json.dumps({"nodes": nodes, "milliseconds": took}))
