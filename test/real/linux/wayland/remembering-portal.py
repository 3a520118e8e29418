"""A desktop portal that keeps consents, as RemoteDesktop does since version 2 (xdg-desktop-portal 1.18, not in Debian 12).

Every line of its output is a JSON object: who was asked, and what was done. It stands for a user who always agrees.
"""

import json
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

PATH = '/org/freedesktop/portal/desktop'
REMOTE = 'org.freedesktop.portal.RemoteDesktop'
CAST = 'org.freedesktop.portal.ScreenCast'
REQUEST = 'org.freedesktop.portal.Request'
SESSION = 'org.freedesktop.portal.Session'

# Milliseconds that some events take.
SLOW = 20


def tell(**what):
    print(json.dumps(what), flush=True)


class Signals(dbus.service.Object):
    """An object of a request or a session."""

    @dbus.service.signal(REQUEST, signature='ua{sv}')
    def Response(self, outcome, results):
        pass

    @dbus.service.signal(SESSION, signature='a{sv}')
    def Closed(self, details):
        pass

    @dbus.service.method(SESSION)
    def Close(self):
        tell(event='closed by us')
        self.remove_from_connection()


class Portal(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, PATH)
        self.bus = bus
        self.valid = None
        self.count = 0
        self.sessions = {}
        self.options = {}

    def respond(self, sender, options, results):
        path = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        request = Signals(self.bus, path)

        def later():
            request.Response(dbus.UInt32(0), dbus.Dictionary(results, signature='sv'))
            request.remove_from_connection()

        GLib.idle_add(later)
        return dbus.ObjectPath(path)

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature='ss', out_signature='v')
    def Get(self, interface, name):
        known = {(REMOTE, 'version'): 2, (REMOTE, 'AvailableDeviceTypes'): 3}
        if (interface, name) not in known:
            raise dbus.exceptions.DBusException('no such property', name='org.freedesktop.DBus.Error.InvalidArgs')
        return dbus.UInt32(known[(interface, name)])

    @dbus.service.method(REMOTE, in_signature='a{sv}', out_signature='o', sender_keyword='sender')
    def CreateSession(self, options, sender=None):
        path = f"{PATH}/session/{sender[1:].replace('.', '_')}/{options['session_handle_token']}"
        self.sessions[path] = Signals(self.bus, path)
        return self.respond(sender, options, {'session_handle': path})

    @dbus.service.method(REMOTE, in_signature='oa{sv}', out_signature='o', sender_keyword='sender')
    def SelectDevices(self, session, options, sender=None):
        self.options = options
        return self.respond(sender, options, {})

    @dbus.service.method(CAST, in_signature='oa{sv}', out_signature='o', sender_keyword='sender')
    def SelectSources(self, session, options, sender=None):
        return self.respond(sender, options, {})

    @dbus.service.method(REMOTE, in_signature='osa{sv}', out_signature='o', sender_keyword='sender')
    def Start(self, session, parent, options, sender=None):
        known = self.valid is not None and self.options.get('restore_token') == self.valid
        tell(event='start', asked=not known, persist=int(self.options.get('persist_mode', 0)))
        self.count += 1
        # Each token works once.
        self.valid = f'token-{self.count}'
        size = dbus.Struct((dbus.Int32(800), dbus.Int32(600)))
        position = dbus.Struct((dbus.Int32(100), dbus.Int32(0)))
        details = dbus.Dictionary({'size': size, 'position': position}, signature='sv')
        streams = dbus.Array([dbus.Struct((dbus.UInt32(7), details))], signature='(ua{sv})')
        results = {'devices': dbus.UInt32(3), 'streams': streams, 'restore_token': self.valid}
        return self.respond(sender, options, results)

    @dbus.service.method(REMOTE, in_signature='oa{sv}dd')
    def NotifyPointerMotion(self, session, options, dx, dy):
        tell(event='motion', dx=float(dx), dy=float(dy))

    @dbus.service.method(REMOTE, in_signature='oa{sv}udd', async_callbacks=('done', 'failed'))
    def NotifyPointerMotionAbsolute(self, session, options, stream, x, y, done, failed):
        self.take(SLOW, done, event='move', stream=int(stream), x=float(x), y=float(y))

    @dbus.service.method(REMOTE, in_signature='oa{sv}iu', async_callbacks=('done', 'failed'))
    def NotifyPointerButton(self, session, options, button, state, done, failed):
        self.take(SLOW if state else 0, done, event='button', button=int(button), state=int(state))
        if button == 0x111 and state == 0:
            # The right button makes this user think again.
            self.sessions[session].Closed(dbus.Dictionary({}, signature='sv'))

    @dbus.service.method(REMOTE, in_signature='oa{sv}iu', async_callbacks=('done', 'failed'))
    def NotifyKeyboardKeysym(self, session, options, keysym, state, done, failed):
        self.take(SLOW if state else 0, done, event='key', keysym=int(keysym), state=int(state))

    def take(self, milliseconds, done, **what):
        """xdg-desktop-portal has a thread for each call, so that a later one may overtake an earlier one."""

        def taken():
            tell(**what)
            done()

        GLib.timeout_add(milliseconds, taken)


DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(sys.argv[1])
portal = Portal(bus)
name = dbus.service.BusName('org.freedesktop.portal.Desktop', bus)
tell(event='ready')
GLib.MainLoop().run()
