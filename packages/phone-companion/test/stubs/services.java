// Android's services behind their hidden interfaces, as each API level has them. See ../README.md for the marks.
//@ file android/os/ServiceManager.java
package android.os;

import handeye.companion.World;

public final class ServiceManager {
    static final class Named extends Binder {
        final String name;

        Named(String name) { this.name = name; }
    }

    public static IBinder getService(String name) {
        return World.lacksService(name) ? null : new Named(name);
    }
}
//@ file android/os/IPowerManager.java
package android.os;

import handeye.companion.World;

public interface IPowerManager {
    boolean isInteractive() throws RemoteException;

    abstract class Stub {
        public static IPowerManager asInterface(IBinder binder) { return new Proxy(); }

        private static class Proxy implements IPowerManager {
            @Override
            public boolean isInteractive() throws RemoteException {
                World.dead("power");
                return World.isAwake();
            }
        }
    }
}
//@ file android/hardware/input/InputManager.java
package android.hardware.input;

import android.view.InputEvent;
import handeye.companion.World;

public final class InputManager {
    public static InputManager getInstance() {
        //@ 34-
        if (World.SDK >= 34) throw new NullPointerException("no current application");
        //@ all
        return new InputManager();
    }

    //@ 21-33
    public boolean injectInputEvent(InputEvent event, int mode) { return World.inject(event.describe(), mode); }
    //@ all
}
//@ file android/hardware/input/InputManagerGlobal.java 34-
package android.hardware.input;

import android.view.InputEvent;
import handeye.companion.World;

public final class InputManagerGlobal {
    public static InputManagerGlobal getInstance() { return new InputManagerGlobal(); }
    public boolean injectInputEvent(InputEvent event, int mode) { return World.inject(event.describe(), mode); }
}
//@ file android/hardware/display/DisplayManagerGlobal.java
package android.hardware.display;

import android.view.DisplayInfo;
import handeye.companion.World;

public final class DisplayManagerGlobal {
    public static DisplayManagerGlobal getInstance() { return new DisplayManagerGlobal(); }

    public DisplayInfo getDisplayInfo(int display) {
        if (display != 0) return null;
        DisplayInfo info = new DisplayInfo();
        info.logicalWidth = World.display("width");
        info.logicalHeight = World.display("height");
        info.rotation = World.display("rotation");
        info.logicalDensityDpi = World.display("density");
        return info;
    }
}
//@ file android/view/DisplayInfo.java
package android.view;

public final class DisplayInfo {
    public int logicalWidth;
    public int logicalHeight;
    public int rotation;
    public int logicalDensityDpi;
}
//@ file android/content/res/Configuration.java
package android.content.res;

import java.util.Locale;

public class Configuration {
    //@ 21-23
    public float fontScale = 1;
    //@ 24-
    public float fontScale;
    private android.os.LocaleList locales;

    public void setLocales(android.os.LocaleList locales) { this.locales = locales; }

    public android.os.LocaleList getLocales() { return locales; }
    //@ all
    public Locale locale;
    public boolean userSetLocale;
}
//@ file android/os/LocaleList.java 24-
package android.os;

public final class LocaleList {
    private final String tags;

    private LocaleList(String tags) { this.tags = tags; }

    public static LocaleList forLanguageTags(String tags) { return new LocaleList(tags); }

    public String toLanguageTags() { return tags; }
}
//@ file android/view/IWindowManager.java
package android.view;

import android.os.IBinder;
import handeye.companion.World;

public interface IWindowManager {
    abstract class Stub {
        public static IWindowManager asInterface(IBinder binder) { return new Proxy(); }

        private static class Proxy implements IWindowManager {
            //@ 21-34
            public void freezeRotation(int rotation) { freeze(rotation); }
            public void thawRotation() { thaw(); }
            //@ 35-
            public void freezeRotation(int rotation, String caller) { freeze(rotation); }
            public void thawRotation(String caller) { thaw(); }
            //@ all

            private static void freeze(int rotation) {
                World.log("freezeRotation", "rotation", rotation);
                World.rotate(rotation);
            }

            private static void thaw() {
                World.log("thawRotation");
                World.rotate(-1);
            }
        }
    }
}
//@ file android/content/IClipboard.java
package android.content;

import android.os.IBinder;
import android.os.RemoteException;
import handeye.companion.World;

public interface IClipboard {
    abstract class Stub {
        public static IClipboard asInterface(IBinder binder) { return new Proxy(); }

        private static class Proxy implements IClipboard {
            private ClipData read(String owner) throws RemoteException {
                check(owner);
                return World.clipboard() == null ? null : ClipData.newPlainText("", World.clipboard());
            }

            private void write(ClipData clip, String owner) throws RemoteException {
                check(owner);
                World.setClipboard(clip.getItemAt(0).getText().toString());
            }

            private void check(String owner) throws RemoteException {
                World.dead("clipboard");
                if (!owner.equals("com.android.shell")) throw new SecurityException("package of another uid");
            }

            //@ 21-28
            public ClipData getPrimaryClip(String owner) throws RemoteException { return read(owner); }
            public void setPrimaryClip(ClipData clip, String owner) throws RemoteException { write(clip, owner); }
            //@ 29-32
            public ClipData getPrimaryClip(String owner, int user) throws RemoteException { return read(owner); }
            public void setPrimaryClip(ClipData clip, String owner, int user) throws RemoteException { write(clip, owner); }
            //@ 33-33
            public ClipData getPrimaryClip(String owner, String tag, int user) throws RemoteException { return read(owner); }
            public void setPrimaryClip(ClipData clip, String owner, String tag, int user) throws RemoteException {
                write(clip, owner);
            }
            //@ 34-
            public ClipData getPrimaryClip(String owner, String tag, int user, int device) throws RemoteException {
                return read(owner);
            }
            public void setPrimaryClip(ClipData clip, String owner, String tag, int user, int device) throws RemoteException {
                write(clip, owner);
            }
            //@ all
        }
    }
}
//@ file android/content/ClipData.java
package android.content;

import android.net.Uri;

public class ClipData {
    private final Item item;

    private ClipData(Item item) { this.item = item; }

    public static ClipData newPlainText(CharSequence label, CharSequence text) { return new ClipData(new Item(text)); }
    public int getItemCount() { return 1; }
    public Item getItemAt(int i) { return item; }

    public static class Item {
        private final CharSequence text;

        public Item(CharSequence text) { this.text = text; }
        public CharSequence getText() { return text; }
        public Uri getUri() { return null; }
        public Intent getIntent() { return null; }
    }
}
//@ file android/content/Intent.java
package android.content;

public class Intent {
    public Intent(String action) {}
    public Intent addCategory(String category) { return this; }
    public String toUri(int flags) { return "intent:"; }
}
//@ file android/content/ComponentName.java
package android.content;

public final class ComponentName {
    private final String name;

    public ComponentName(String name) { this.name = name; }
    public String getPackageName() { return name.substring(0, name.indexOf('/')); }
    public String getClassName() { return name.substring(name.indexOf('/') + 1); }
}
//@ file android/content/AttributionSource.java 31-
package android.content;

public final class AttributionSource {
    public final int uid;
    public String owner;

    private AttributionSource(int uid) { this.uid = uid; }

    public static final class Builder {
        private final AttributionSource made;

        public Builder(int uid) { made = new AttributionSource(uid); }

        public Builder setPackageName(String owner) {
            made.owner = owner;
            return this;
        }

        public AttributionSource build() { return made; }
    }
}
//@ file android/content/IContentProvider.java
package android.content;

import android.os.Bundle;
import handeye.companion.World;

public interface IContentProvider {
    class Proxy implements IContentProvider {
        //@ 21-28
        public Bundle call(String owner, String method, String argument, Bundle extras) {
            return World.settings(owner, "settings", method, argument, extras);
        }
        //@ 29-29
        public Bundle call(String owner, String authority, String method, String argument, Bundle extras) {
            return World.settings(owner, authority, method, argument, extras);
        }
        //@ 30-30
        public Bundle call(String owner, String tag, String authority, String method, String argument, Bundle extras) {
            return World.settings(owner, authority, method, argument, extras);
        }
        //@ 31-
        public Bundle call(AttributionSource source, String authority, String method, String argument, Bundle extras) {
            if (source.uid != 2000) throw new SecurityException("another uid");
            return World.settings(source.owner, authority, method, argument, extras);
        }
        //@ all
    }
}
//@ file android/app/ContentProviderHolder.java
package android.app;

public class ContentProviderHolder {
    public android.content.IContentProvider provider = new android.content.IContentProvider.Proxy();
}
//@ file android/app/Notification.java
package android.app;

import android.os.Bundle;
import android.os.Parcelable;

public class Notification implements Parcelable {
    public Bundle extras;
}
//@ file android/app/ActivityManagerNative.java 21-25
package android.app;

public abstract class ActivityManagerNative {
    public static Object getDefault() { return new ActivityManager.Proxy(); }
}
//@ file android/app/ActivityTaskManager.java 29-
package android.app;

import handeye.companion.World;
import java.util.List;

public class ActivityTaskManager {
    public static Object getService() { return new Proxy(); }

    private static class Proxy {
        //@ 28-30
        public List<Object> getTasks(int most) { return World.tasks(); }
        //@ 31-32
        public List<Object> getTasks(int most, boolean visible, boolean extras) { return World.tasks(); }
        //@ 33-
        public List<Object> getTasks(int most, boolean visible, boolean extras, int display) { return World.tasks(); }
        //@ all
    }
}
//@ file android/app/ActivityManager.java
package android.app;

import android.content.ComponentName;
import android.content.res.Configuration;
import android.os.IBinder;
import handeye.companion.World;
import java.util.ArrayList;
import java.util.List;

public class ActivityManager {
    //@ 26-
    public static Object getService() { return new Proxy(); }
    //@ all

    public static class RunningTaskInfo {
        public ComponentName topActivity;
        //@ 31-
        public boolean isFocused;
        //@ all

        public RunningTaskInfo(String activity, boolean focused) {
            topActivity = new ComponentName(activity);
            //@ 31-
            isFocused = focused;
            //@ all
        }
    }

    public static class RunningAppProcessInfo {
        public String processName;

        RunningAppProcessInfo(String name) { processName = name; }
    }

    static class Proxy {
        //@ 21-27
        public List<Object> getTasks(int most, int flags) { return World.tasks(); }
        //@ 28-28
        public List<Object> getTasks(int most) { return World.tasks(); }
        //@ 21-28
        public ContentProviderHolder getContentProviderExternal(String name, int user, IBinder token) {
            return new ContentProviderHolder();
        }
        //@ 29-
        public ContentProviderHolder getContentProviderExternal(String name, int user, IBinder token, String tag) {
            return new ContentProviderHolder();
        }
        //@ all
        public void removeContentProviderExternal(String name, IBinder token) {}

        //@ 21-30
        public void updatePersistentConfiguration(Configuration change) { update(change); }
        //@ 31-
        public void updatePersistentConfigurationWithAttribution(Configuration change, String caller, String tag) {
            update(change);
        }
        //@ all

        private static void update(Configuration change) {
            //@ 21-23
            String tags = change.locale.toLanguageTag();
            //@ 24-
            String tags = change.getLocales().toLanguageTags();
            //@ all
            World.log("configuration", "tags", tags, "byUser", change.userSetLocale, "fontScale", change.fontScale);
        }

        public List<RunningAppProcessInfo> getRunningAppProcesses() {
            List<RunningAppProcessInfo> processes = new ArrayList<RunningAppProcessInfo>();
            for (Object name : World.list("processes")) processes.add(new RunningAppProcessInfo((String) name));
            return processes;
        }
    }
}
//@ file android/app/ActivityThreadInternal.java 31-
package android.app;

interface ActivityThreadInternal {}
//@ file android/app/ConfigurationController.java 31-
package android.app;

class ConfigurationController {
    ConfigurationController(ActivityThreadInternal thread) {}
}
//@ file android/app/ActivityThread.java
package android.app;

import android.content.Context;
import android.os.Looper;

public final class ActivityThread
//@ 31-
    implements ActivityThreadInternal
//@ all
{
    private static volatile ActivityThread sCurrentActivityThread;
    boolean mSystemThread = false;
    //@ 31-
    private ConfigurationController mConfigurationController;
    //@ all

    ActivityThread() {
        if (Looper.myLooper() == null) throw new RuntimeException("Can't create handler inside thread");
    }

    public static ActivityThread systemMain() { throw new IllegalStateException("side effects"); }

    public Context getSystemContext() {
        if (sCurrentActivityThread != this || !mSystemThread) throw new NullPointerException();
        //@ 31-
        if (mConfigurationController == null) throw new NullPointerException();
        //@ all
        return new Context();
    }
}
//@ file android/content/Context.java
package android.content;

import android.content.pm.PackageManager;

public class Context {
    public PackageManager getPackageManager() { return new PackageManager(); }
}
//@ file android/content/pm/PackageManager.java
package android.content.pm;

import android.content.Intent;
import handeye.companion.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class PackageManager {
    public List<ApplicationInfo> getInstalledApplications(int flags) {
        List<ApplicationInfo> apps = new ArrayList<ApplicationInfo>();
        for (Map<String, Object> app : World.maps("apps")) {
            ApplicationInfo info = new ApplicationInfo();
            info.packageName = (String) app.get("package");
            info.label = (String) app.get("label");
            info.flags = Boolean.TRUE.equals(app.get("system")) ? ApplicationInfo.FLAG_SYSTEM : 0;
            info.enabled = !Boolean.FALSE.equals(app.get("enabled"));
            apps.add(info);
        }
        return apps;
    }

    public CharSequence getApplicationLabel(ApplicationInfo info) { return info.label; }

    public List<ResolveInfo> queryIntentActivities(Intent intent, int flags) {
        List<ResolveInfo> found = new ArrayList<ResolveInfo>();
        for (Map<String, Object> app : World.maps("apps")) {
            if (!Boolean.TRUE.equals(app.get("launchable"))) continue;
            ResolveInfo info = new ResolveInfo();
            info.activityInfo = new ActivityInfo();
            info.activityInfo.packageName = (String) app.get("package");
            found.add(info);
        }
        return found;
    }

    public List<InstrumentationInfo> queryInstrumentation(String target, int flags) {
        List<InstrumentationInfo> found = new ArrayList<InstrumentationInfo>();
        for (Map<String, Object> one : World.maps("instrumentations")) {
            InstrumentationInfo info = new InstrumentationInfo();
            info.packageName = (String) one.get("package");
            info.targetPackage = (String) one.get("target");
            found.add(info);
        }
        return found;
    }
}
//@ file android/content/pm/ApplicationInfo.java
package android.content.pm;

public class ApplicationInfo {
    public static final int FLAG_SYSTEM = 1;
    public String packageName;
    public int flags;
    public boolean enabled;
    CharSequence label;
}
//@ file android/content/pm/ResolveInfo.java
package android.content.pm;

public class ResolveInfo {
    public ActivityInfo activityInfo;
}
//@ file android/content/pm/ActivityInfo.java
package android.content.pm;

public class ActivityInfo {
    public String packageName;
}
//@ file android/content/pm/InstrumentationInfo.java
package android.content.pm;

public class InstrumentationInfo {
    public String packageName;
    public String targetPackage;
}
