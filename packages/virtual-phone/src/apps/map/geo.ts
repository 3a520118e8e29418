import type { Point } from '../../framework/views/view.ts';

/** The latitude and longitude of the town's north-west corner. */
const corner = { latitude: 50.2, longitude: -3.6 };
const METRES_PER_DEGREE = 111_320;

/** The content of a `geo:` address: a point (metres from the corner) unless it is 0,0, and a search text. */
export function geoTarget(data = ''): { point?: Point; query?: string } {
  const [, latitude, longitude, search] = /^geo:(-?[\d.]+),(-?[\d.]+)[^?]*(?:\?(.*))?$/.exec(data) ?? [];
  const query = new URLSearchParams(search).get('q')?.replace(/^-?[\d.]+,-?[\d.]+\(?|\)$/g, '');
  const isNamed = query !== undefined && query !== '' && { query };
  if (latitude === undefined || (Number(latitude) === 0 && Number(longitude) === 0)) return { ...isNamed };
  const east = (Number(longitude) - corner.longitude) * Math.cos((corner.latitude * Math.PI) / 180);
  const point = {
    x: Math.round(east * METRES_PER_DEGREE),
    y: Math.round((corner.latitude - Number(latitude)) * METRES_PER_DEGREE),
  };
  return { point, ...isNamed };
}
