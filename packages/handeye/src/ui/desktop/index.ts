/** What can be said of a desktop application's tree: places and paths, searches, pages, JSON. */
export { type Facts, factsOf, type Telling, type Tree, treeOf } from './facts.ts';
export { ancestors, outline, type Placed } from './outline.ts';
export { cursorAt, type Discontinued, positionOf, type Question } from './page.ts';
export { parsePath, type Path, type Resolution, resolvePath, type Step } from './path.ts';
export { type Criteria, search, withRoles } from './search.ts';
