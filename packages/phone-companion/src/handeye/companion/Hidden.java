package handeye.companion;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Reflection. A missing member is null, not an exception, because API levels differ. */
final class Hidden {
    private Hidden() {}

    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Services are instances of private classes, so even a public method must be made accessible. */
    static Method method(Class<?> type, String name, Class<?>... parameters) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                Method method = at.getDeclaredMethod(name, parameters);
                method.setAccessible(true);
                return method;
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        return null;
    }

    static Object call(Object receiver, String name) throws Exception {
        Method method = method(receiver.getClass(), name);
        return method == null ? null : method.invoke(receiver);
    }

    static Field field(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                Field field = at.getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (NoSuchFieldException e) {
                continue;
            }
        }
        return null;
    }

    static Object get(Object holder, String name) throws IllegalAccessException {
        Field field = field(holder.getClass(), name);
        return field == null ? null : field.get(holder);
    }

    static int number(Object holder, String name) throws IllegalAccessException {
        Object value = get(holder, name);
        return value instanceof Number ? ((Number) value).intValue() : 0;
    }

    /** A system service with its interface, by its name in `service list`. */
    static Object service(String name, String type) throws Exception {
        Method getService = method(Class.forName("android.os.ServiceManager"), "getService", String.class);
        Object binder = getService.invoke(null, name);
        if (binder == null) throw Problem.unsupported("this Android has no service " + name);
        Class<?> binderType = Class.forName("android.os.IBinder");
        return method(Class.forName(type + "$Stub"), "asInterface", binderType).invoke(null, binder);
    }
}
