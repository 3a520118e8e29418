/** The binder services that this phone knows by name, with their interfaces. */
const interfaces: readonly (readonly [string, string])[] = [
  ['SurfaceFlinger', 'android.ui.ISurfaceComposer'],
  ['accessibility', 'android.view.accessibility.IAccessibilityManager'],
  ['activity', 'android.app.IActivityManager'],
  ['alarm', 'android.app.IAlarmManager'],
  ['appops', 'com.android.internal.app.IAppOpsService'],
  ['audio', 'android.media.IAudioService'],
  ['battery', ''],
  ['clipboard', 'android.content.IClipboard'],
  ['connectivity', 'android.net.IConnectivityManager'],
  ['device_policy', 'android.app.admin.IDevicePolicyManager'],
  ['deviceidle', 'android.os.IDeviceIdleController'],
  ['display', 'android.hardware.display.IDisplayManager'],
  ['dropbox', 'com.android.internal.os.IDropBoxManagerService'],
  ['gfxinfo', ''],
  ['input', 'android.hardware.input.IInputManager'],
  ['input_method', 'com.android.internal.view.IInputMethodManager'],
  ['location', 'android.location.ILocationManager'],
  ['meminfo', ''],
  ['notification', 'android.app.INotificationManager'],
  ['package', 'android.content.pm.IPackageManager'],
  ['power', 'android.os.IPowerManager'],
  ['settings', ''],
  ['statusbar', 'com.android.internal.statusbar.IStatusBarService'],
  ['uimode', 'android.app.IUiModeManager'],
  ['user', 'android.os.IUserManager'],
  ['wifi', 'android.net.wifi.IWifiManager'],
  ['window', 'android.view.IWindowManager'],
];

export function serviceInterfaces(): ReadonlyMap<string, string> {
  return new Map(interfaces);
}
