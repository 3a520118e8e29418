"""Prints the title of the active window, as libatspi tells it."""
import pyatspi

for app in pyatspi.Registry.getDesktop(0):
    for frame in app or []:
        if frame and frame.getState().contains(pyatspi.STATE_ACTIVE):
            print(frame.name)
