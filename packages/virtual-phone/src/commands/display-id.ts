/** The panel's physical id, which `screencap -d` and SurfaceFlinger use; the window manager calls it display 0. */
export const PHYSICAL_DISPLAY_ID = '4619827259835644672';
