/** The four shapes of Android that the virtual phone takes on. */
export type AndroidRelease = 5 | 9 | 12 | 14;
