import { drawLine, textWidth } from '../../framework/render/font.ts';
import type { Size } from '../../framework/views/geometry.ts';
import { pointOf, type Camera } from './camera.ts';
import { houses, park, places, streets, town, type Place, type Street } from './town.ts';

/** The town as SVG, as the camera sees it. Parts that are the same at every scale are drawn once, in metres. */

const colors = {
  beyond: '#dfe3e8',
  land: '#f2efe9',
  house: '#e2ddd3',
  water: '#a6cdf2',
  park: '#c5e6c0',
  street: '#ffffff',
  mainStreet: '#fce49a',
  edge: '#d3cdc2',
  name: '#5f6368',
};

const GROUND = [
  `<rect width="${town.width}" height="${town.height}" fill="${colors.land}"/>`,
  `<path fill="${colors.house}" d="${houses
    .map(({ left, top, right, bottom }) => `M${left} ${top}H${right}V${bottom}H${left}Z`)
    .join('')}"/>`,
  `<rect x="${park.left}" y="${park.top}" width="${park.right - park.left}" height="${park.bottom - park.top}" fill="${colors.park}"/>`,
  `<ellipse cx="1260" cy="1560" rx="80" ry="55" fill="${colors.water}"/>`,
  `<path d="M1150 1180Q1330 1300 1200 1420T1390 1690" fill="none" stroke="#ffffff" stroke-width="6"/>`,
  `<path d="M-20 690Q300 600 560 690T1060 700T1620 660" fill="none" stroke="${colors.water}" stroke-width="130"/>`,
  `<path d="M1150 640H1400V590H1180Z" fill="${colors.water}"/>`,
  streets.map((street) => drawStreet(street, { color: colors.edge, wider: 4 })).join(''),
  streets
    .map((street) => drawStreet(street, { color: street.main ? colors.mainStreet : colors.street, wider: 0 }))
    .join(''),
].join('');

function drawStreet({ from, to, main }: Street, paint: { color: string; wider: number }): string {
  const width = (main ? 24 : 15) + paint.wider;
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke="${paint.color}" stroke-width="${width}"/>`;
}

// More than the height of any bar (dp): the map extends below the status bar and the navigation bar.
const BEYOND_EDGES = 64;

/** The map for a view of some size: ground, names of streets and places. It is not clipped to the view. */
export function drawTown(camera: Camera, size: Size): string {
  const { center, scale } = camera;
  const middle = `translate(${size.width / 2} ${size.height / 2})`;
  return [
    `<rect x="${-BEYOND_EDGES}" y="${-BEYOND_EDGES}" width="${size.width + 2 * BEYOND_EDGES}" height="${size.height + 2 * BEYOND_EDGES}" fill="${colors.beyond}"/>`,
    `<g transform="${middle}">`,
    `<g transform="scale(${scale}) translate(${-center.x} ${-center.y})">${GROUND}</g>`,
    streets.map((street) => drawStreetName(street, camera)).join(''),
    places.map((place) => drawPlaceName(place, camera)).join(''),
    '</g>',
  ].join('');
}

/** A scale bar: a round number of metres, about 80 dp long. */
export function scaleBar(scale: number): { metres: number; width: number } {
  const steps = [5, 10, 20, 50, 100, 200, 500];
  const metres = steps.find((step) => step * scale >= 60) ?? 500;
  return { metres, width: metres * scale };
}

function drawStreetName({ name, main, from, to }: Street, camera: Camera): string {
  if (camera.scale < (main ? 0.4 : 0.7)) return '';
  const size = 11;
  const width = textWidth(name, size, 500);
  const runsSouth = from.x === to.x;
  // One name every 560 metres, so that a visible street always shows its name.
  return [280, 840, 1400, 1960]
    .map((along) => {
      const place = runsSouth ? { x: from.x, y: along } : { x: along, y: from.y };
      const { x, y } = pointOf(camera, place);
      const letters = drawLine(
        name,
        { x: -width / 2, y: size * 0.36 },
        { size, weight: 500, color: colors.name },
      );
      return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})${runsSouth ? ' rotate(-90)' : ''}">${letters}</g>`;
    })
    .join('');
}

function drawPlaceName(place: Place, camera: Camera): string {
  if (camera.scale < 0.5) return '';
  const size = 12;
  const { x, y } = pointOf(camera, place);
  const at = { x: x - textWidth(place.name, size, 500) / 2, y: y + 30 };
  return drawLine(place.name, at, { size, weight: 500, color: place.color });
}
