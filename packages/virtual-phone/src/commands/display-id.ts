/** The panel's physical id, which `screencap -d` and SurfaceFlinger use; the window manager calls it display 0. */
export const physicalDisplayId = '4619827259835644672';
