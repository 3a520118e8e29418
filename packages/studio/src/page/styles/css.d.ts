/** Style sheets are bundled by scripts/build.mjs. */
declare module '*.css';
