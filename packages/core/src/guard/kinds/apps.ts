/** Programs that run the text that is typed into them: ids of phones, Macs and Linux desktops. */
const terminalIds: ReadonlySet<string> = new Set(
  `com.termux jackpal.androidterm com.termoneplus com.termoneplus.app com.sonelli.juicessh org.connectbot
   com.server.auditor.ssh.client com.android.virtualization.terminal com.google.android.virtualization.terminal com.draco.ladb in.sunilpaulmathew.ashell
   com.offsec.nethunter com.offsec.nhterm yarolegovich.materialterminal com.magicandroidapps.bettertermpro com.cloudterm green_green_avk.anotherterm
   com.pdaxrom.cctools tech.ula ru.meefik.linuxdeploy com.xtr3d.terminal org.galexander.sshd com.rair.adb com.android.terminal
   com.apple.terminal com.googlecode.iterm2 com.mitchellh.ghostty dev.warp.warp-stable dev.warp.warp net.kovidgoyal.kitty org.alacritty io.alacritty
   com.github.wez.wezterm org.wezfurlong.wezterm co.zeit.hyper org.tabby com.raphaelamorim.rio
   org.gnome.terminal org.gnome.console org.gnome.ptyxis org.kde.konsole org.kde.yakuake org.xfce.terminal com.gexperts.tilix io.elementary.terminal
   org.codeberg.dnkl.foot com.system76.cosmicterm dev.warp.warp org.gnome.builder.terminal app.devsuite.ptyxis`.split(
    /\s+/,
  ),
);

/** The same by the names that programs of a desktop give themselves. */
const terminalNames: ReadonlySet<string> = new Set(
  `gnome-terminal gnome-terminal-server terminal konsole xterm uxterm lxterm urxvt rxvt st kgx gnome-console console ptyxis ptyxis-agent
   tilix terminator xfce4-terminal mate-terminal lxterminal qterminal kitty alacritty foot footclient wezterm wezterm-gui ghostty guake tilda
   yakuake terminology cool-retro-term deepin-terminal rio warp warp-terminal hyper tabby io.elementary.terminal pantheon-terminal sakura
   roxterm stterm eterm aterm mlterm contour cosmic-term blackbox iterm iterm2 terminus`.split(/\s+/),
);

export function isTerminal(id: string | undefined, name: string | undefined): boolean {
  return [id, name].some((one) => {
    if (one === undefined) return false;
    const lower = one.toLowerCase().replace(/\.desktop$/, '');
    // Termux's add-ons run programs, too.
    return terminalIds.has(lower) || terminalNames.has(lower) || lower.startsWith('com.termux.');
  });
}

/** Where icons are named after applications, not after what they do. */
const launchers: ReadonlySet<string> = new Set(
  `com.android.launcher com.android.launcher2 com.android.launcher3 com.google.android.apps.nexuslauncher com.google.android.googlequicksearchbox
   com.sec.android.app.launcher com.miui.home com.huawei.android.launcher com.hihonor.android.launcher com.oppo.launcher com.coloros.launcher com.android.launcher.oppo
   net.oneplus.launcher com.oneplus.launcher com.vivo.launcher com.bbk.launcher2 com.motorola.launcher3 com.sonymobile.home com.asus.launcher
   com.teslacoilsw.launcher com.microsoft.launcher com.actionlauncher.playstore bitpit.launcher com.google.android.apps.wearable.launcher com.google.android.tvlauncher
   com.transsion.hilauncher com.nothing.launcher com.lge.launcher3 com.zte.mifavor.launcher`.split(/\s+/),
);

export function isLauncher(id: string | undefined): boolean {
  return id !== undefined && launchers.has(id);
}

/** Who asks for the system whether an application may have something. */
const permissionAskers: ReadonlySet<string> = new Set(
  `com.android.permissioncontroller com.google.android.permissioncontroller com.samsung.android.permissioncontroller com.android.vpndialogs
   com.lbe.security.miui com.miui.securitycenter com.coloros.securitypermission com.oplus.securitypermission com.oppo.permission
   com.vivo.permissionmanager com.huawei.permissionmanager com.hihonor.permissionmanager com.android.companiondevicemanager
   com.google.android.healthconnect.controller com.android.healthconnect.controller com.meizu.safe`.split(
    /\s+/,
  ),
);

/** Who installs packages, and asked for permissions up to Android 9. */
const installers: ReadonlySet<string> = new Set(
  `com.android.packageinstaller com.google.android.packageinstaller com.samsung.android.packageinstaller com.miui.packageinstaller
   com.android.packageinstaller.vivo com.oplus.appdetail com.oppo.market.installer com.huawei.packageinstaller com.hihonor.packageinstaller
   com.vivo.packageinstaller com.coloros.packageinstaller com.meizu.packageinstaller com.android.certinstaller`.split(
    /\s+/,
  ),
);

export function isPermissionAsker(id: string | undefined): boolean {
  return id !== undefined && permissionAskers.has(id);
}

export function isInstaller(id: string | undefined): boolean {
  return id !== undefined && installers.has(id);
}

/** Stores, whose "Update" and "Get" install. */
const stores: ReadonlySet<string> = new Set(
  `com.android.vending com.sec.android.app.samsungapps com.huawei.appmarket com.xiaomi.market com.xiaomi.mipicks com.oppo.market com.heytap.market
   com.bbk.appstore com.amazon.venezia org.fdroid.fdroid com.aurora.store com.hihonor.appmarket com.apple.appstore org.gnome.software org.kde.discover`.split(
    /\s+/,
  ),
);

export function isStore(id: string | undefined): boolean {
  return id !== undefined && stores.has(id.toLowerCase());
}

/** The settings of a device, where control of it can be given away. */
const settings: ReadonlySet<string> = new Set(
  `com.android.settings com.android.tv.settings com.android.car.settings com.google.android.settings com.samsung.android.settings
   com.samsung.accessibility com.samsung.android.lool com.miui.securitycenter com.coloros.safecenter com.oplus.safecenter
   com.huawei.systemmanager com.hihonor.systemmanager com.iqoo.secure com.android.settings.intelligence com.google.android.settings.intelligence
   com.google.android.accessibility.suite`.split(/\s+/),
);

export function isSettings(id: string | undefined): boolean {
  return id !== undefined && settings.has(id);
}
