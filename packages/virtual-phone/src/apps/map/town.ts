import {
  mdiAnchor,
  mdiBookOpenVariant,
  mdiBridge,
  mdiCoffee,
  mdiDramaMasks,
  mdiHospitalBox,
  mdiHumanMaleBoard,
  mdiImageFrame,
  mdiPineTree,
  mdiStore,
  mdiTrain,
  mdiWaterWell,
} from '@mdi/js';
import type { Point } from '../../framework/views/view.ts';

/** Marrowick, a made-up town. Lengths are metres from its north-west corner. */

export const town = { name: 'Marrowick', width: 1600, height: 2000 };

export interface Place extends Point {
  readonly name: string;
  readonly kind: string;
  readonly icon: string;
  readonly color: string;
}

const colors = {
  leisure: '#1e8e3e',
  culture: '#7b1fa2',
  travel: '#1967d2',
  care: '#c5221f',
  shop: '#e37400',
};

export const places: readonly Place[] = [
  { name: 'Lantern Square', kind: 'Square', x: 800, y: 1000, icon: mdiWaterWell, color: colors.leisure },
  { name: 'Copper Bridge', kind: 'Bridge', x: 800, y: 700, icon: mdiBridge, color: colors.travel },
  { name: 'Old Harbour', kind: 'Harbour', x: 1300, y: 640, icon: mdiAnchor, color: colors.travel },
  { name: 'Fern Park', kind: 'Park', x: 1260, y: 1450, icon: mdiPineTree, color: colors.leisure },
  { name: 'North Station', kind: 'Railway station', x: 560, y: 120, icon: mdiTrain, color: colors.travel },
  { name: 'Quill Library', kind: 'Library', x: 660, y: 920, icon: mdiBookOpenVariant, color: colors.culture },
  { name: 'Tide Museum', kind: 'Museum', x: 1000, y: 460, icon: mdiImageFrame, color: colors.culture },
  { name: 'Saffron Market', kind: 'Market hall', x: 930, y: 1230, icon: mdiStore, color: colors.shop },
  { name: 'Willow Hospital', kind: 'Hospital', x: 320, y: 1320, icon: mdiHospitalBox, color: colors.care },
  { name: 'Orchard School', kind: 'School', x: 360, y: 420, icon: mdiHumanMaleBoard, color: colors.culture },
  { name: 'Juniper Café', kind: 'Café', x: 690, y: 1080, icon: mdiCoffee, color: colors.shop },
  { name: 'Cedar Theatre', kind: 'Theatre', x: 600, y: 1620, icon: mdiDramaMasks, color: colors.culture },
];

export interface Street {
  readonly name: string;
  readonly main: boolean;
  readonly from: Point;
  readonly to: Point;
}

/** Where the streets meet the northern edge (those that run south) and the western edge (those that run east). */
const southward = [
  { name: 'Thistle Lane', at: 200 },
  { name: 'Bellmaker Street', at: 480 },
  { name: 'Harbour Road', at: 800, main: true },
  { name: 'Pigeon Street', at: 1120 },
  { name: 'Eastwall', at: 1420 },
];
const eastward = [
  { name: 'Station Street', at: 220 },
  { name: 'Glazier Street', at: 530 },
  { name: 'Quay Street', at: 850 },
  { name: 'Lantern Avenue', at: 1150, main: true },
  { name: 'Hazel Street', at: 1400 },
  { name: 'Mill Street', at: 1720 },
];

export const streets: readonly Street[] = [
  ...southward.map(({ name, at, main = false }) => ({
    name,
    main,
    from: { x: at, y: 0 },
    to: { x: at, y: town.height },
  })),
  ...eastward.map(({ name, at, main = false }) => ({
    name,
    main,
    from: { x: 0, y: at },
    to: { x: town.width, y: at },
  })),
];

interface Block {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const park: Block = { left: 1120, top: 1150, right: 1420, bottom: 1720 };

// The row between these two streets is the river.
const riverBanks = { north: 530, south: 850 };

/** The houses: each block between streets has some, of different sizes. */
export const houses: readonly Block[] = blocks().flatMap((block, number) => housesOf(block, number));

function blocks(): Block[] {
  const columns = [0, ...southward.map(({ at }) => at), town.width];
  const rows = [0, ...eastward.map(({ at }) => at), town.height];
  return rows.slice(1).flatMap((bottom, row) =>
    columns.slice(1).map((right, column) => ({
      left: columns[column] ?? 0,
      right,
      top: rows[row] ?? 0,
      bottom,
    })),
  );
}

function housesOf(block: Block, number: number): Block[] {
  const inRiver = block.top >= riverBanks.north && block.bottom <= riverBanks.south;
  const inPark = block.left >= park.left && block.right <= park.right && block.top >= park.top;
  if (inRiver || (inPark && block.bottom <= park.bottom)) return [];
  const edge = 24;
  const columns = 2 + (number % 3);
  const rows = 2 + (number % 2);
  const width = (block.right - block.left - 2 * edge) / columns;
  const height = (block.bottom - block.top - 2 * edge) / rows;
  return Array.from({ length: columns * rows }, (_, index) => {
    const left = block.left + edge + (index % columns) * width;
    const top = block.top + edge + Math.floor(index / columns) * height;
    const yard = 10 + ((number * 7 + index * 13) % 5) * 5;
    return { left, top, right: left + width - 10, bottom: top + height - yard };
  });
}

/** The named place that is nearest to a point. */
export function nearestPlace(point: Point): Place | undefined {
  const distance = (place: Place) => Math.hypot(place.x - point.x, place.y - point.y);
  return [...places].sort((a, b) => distance(a) - distance(b))[0];
}
