import { mdiCompassOutline, mdiMagnify, mdiMap, mdiMapMarker, mdiMinus, mdiPlus } from '@mdi/js';
import { activity, defineApp, type Activity } from '../../framework/system/app.ts';
import type { PlaceInView, Point, Transform, View } from '../../framework/views/view.ts';
import {
  button,
  column,
  field,
  icon,
  iconButton,
  listRow,
  row,
  stack,
  text,
} from '../../framework/widgets/kit.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { moved, placeAt, pointOf, zoomed, type Camera } from './camera.ts';
import { geoTarget } from './geo.ts';
import { drawTown, scaleBar } from './picture.ts';
import { nearestPlace, places, town, type Place } from './town.ts';

interface State {
  readonly camera: Camera;
  readonly query: string;
  readonly selected: Place | undefined;
  /** Set by a long press; metres. */
  readonly pin: Point | undefined;
}

type MapActivity = Activity<State, undefined>;

const start: Camera = { center: { x: 800, y: 1000 }, scale: 1 };
const middle: Point = { x: 0, y: 0 };
const locationPermissions = [
  'android.permission.ACCESS_FINE_LOCATION',
  'android.permission.ACCESS_COARSE_LOCATION',
];

/** A map to pinch, drag, search and mark. It also shows its scale and centre as text. */
export const map = defineApp({
  package: 'com.example.maps',
  label: 'Maps',
  icon: { glyph: mdiMap, color: '#188038' },
  main: '.MapActivity',
  filters: [
    { action: 'android.intent.action.VIEW', activity: '.MapActivity', schemes: ['geo'] },
    // The site does not confirm the app as its own: up to 11 the user is asked, since 12 the browser opens it.
    {
      action: 'android.intent.action.VIEW',
      activity: '.MapActivity',
      schemes: ['http', 'https'],
      hosts: ['maps.example'],
    },
  ],
  data: () => undefined,
  activities: {
    '.MapActivity': activity<State>({
      initial: ({ data }) => opened(geoTarget(data)),
      render: (state, self) => ({
        background: theme.surface,
        content: stack(
          [mapView(state, self), searchPanel(state, self), zoomButtons(self), bottomPanel(state, self)],
          { width: 'fill', height: 'fill' },
        ),
      }),
      onBack: (self) => {
        const { query, selected, pin } = self.state;
        const used = query !== '' || selected !== undefined || pin !== undefined;
        if (used) self.setState({ query: '', selected: undefined, pin: undefined });
        return used;
      },
    }),
  },
});

/** The target of a link: a named place, or any point, which gets a pin; other names are searched for. */
function opened({ point, query = '' }: ReturnType<typeof geoTarget>): State {
  const [selected] = query === '' ? [] : found(query);
  const center = selected ?? point;
  return {
    camera: center === undefined ? start : { ...start, center },
    query: selected === undefined ? query : '',
    selected,
    pin: selected === undefined ? point : undefined,
  };
}

function mapView({ camera, pin }: State, self: MapActivity): View {
  return stack(
    [
      {
        type: 'drawing',
        decorative: true,
        width: 'fill',
        height: 'fill',
        draw: (size) => drawTown(camera, size),
      },
      ...places.map((place) => placeMarker(place, camera, self)),
      ...(pin === undefined ? [] : [pinMarker(pin, camera)]),
    ],
    {
      id: 'map',
      class: 'android.view.View',
      description: `Map of ${town.name}`,
      width: 'fill',
      height: 'fill',
      clip: true,
      onTransform: (transform) => {
        self.setState({ camera: transformed(self.state.camera, transform) });
      },
      onTap: () => {
        self.setState({ selected: undefined, pin: undefined });
      },
      onDoubleTap: (at) => {
        zoom(self, 2, fromMiddle(at));
      },
      onLongPress: (at) => {
        self.setState({ pin: placeAt(self.state.camera, fromMiddle(at)), selected: undefined });
      },
    },
  );
}

function fromMiddle({ x, y, size }: PlaceInView): Point {
  return { x: x - size.width / 2, y: y - size.height / 2 };
}

function transformed(camera: Camera, { dx, dy, scale, center }: Transform): Camera {
  return zoomed(moved(camera, dx, dy), scale, fromMiddle(center));
}

function zoom(self: MapActivity, factor: number, focus = middle): void {
  self.setState({ camera: zoomed(self.state.camera, factor, focus) });
}

/** Margins that move a view from the middle of its stack. */
function movedFromMiddle({ x, y }: Point) {
  return { left: x, right: -x, top: y, bottom: -y };
}

function placeMarker(place: Place, camera: Camera, self: MapActivity): View {
  return {
    type: 'icon',
    key: place.name,
    id: 'marker',
    icon: place.icon,
    description: place.name,
    size: 18,
    width: 32,
    height: 32,
    radius: 16,
    background: place.color,
    color: '#ffffff',
    align: ['center', 'center'],
    margin: movedFromMiddle(pointOf(camera, place)),
    onTap: () => {
      self.setState({ selected: place, pin: undefined });
    },
  };
}

/** A pin's tip, the middle of its lower edge, is on its point. */
function pinMarker(pin: Point, camera: Camera): View {
  const height = 36;
  const { x, y } = pointOf(camera, pin);
  return {
    type: 'icon',
    key: 'pin',
    id: 'dropped_pin',
    icon: mdiMapMarker,
    description: 'Dropped pin',
    color: theme.error,
    size: 40,
    height,
    align: ['center', 'center'],
    margin: movedFromMiddle({ x, y: y - height / 2 }),
  };
}

function searchPanel({ query }: State, self: MapActivity): View {
  return column(
    [
      row(
        [
          icon(mdiMagnify, { decorative: true }),
          field({
            id: 'search_box',
            hint: `Search ${town.name}`,
            value: query,
            imeAction: 'search',
            weight: 1,
            border: 'none',
            background: 'none',
            padding: [14, 12],
            onChange: (typed) => {
              self.setState({ query: typed });
            },
            onSubmit: () => {
              const [best] = found(self.state.query);
              if (best !== undefined) show(best, self);
            },
          }),
        ],
        { width: 'fill', background: theme.surface, radius: 28, padding: [0, 16], shadow: true },
      ),
      ...(query === '' ? [] : [searchResults(query, self)]),
    ],
    { padding: 12, gap: 8 },
  );
}

function found(query: string): readonly Place[] {
  const wanted = query.trim().toLowerCase();
  return places.filter(({ name, kind }) => `${name} ${kind}`.toLowerCase().includes(wanted));
}

function searchResults(query: string, self: MapActivity): View {
  const results = found(query).slice(0, 5);
  return column(
    results.length === 0
      ? [text('No results', { id: 'no_results', padding: 16, color: theme.textSecondary })]
      : results.map((place) =>
          listRow(place.name, {
            key: place.name,
            subtitle: place.kind,
            leading: icon(place.icon, { color: place.color, decorative: true }),
            onTap: () => {
              show(place, self);
            },
          }),
        ),
    { id: 'search_results', background: theme.surface, radius: 16, shadow: true },
  );
}

function show(place: Place, self: MapActivity): void {
  self.hideKeyboard();
  self.setState({
    query: '',
    selected: place,
    pin: undefined,
    camera: { center: { x: place.x, y: place.y }, scale: 2 },
  });
}

function zoomButtons(self: MapActivity): View {
  const round = { width: 44, height: 44, radius: 22, background: theme.surface, shadow: true };
  return column(
    [
      // The compass is unlabelled on purpose: it resets the map.
      iconButton(
        mdiCompassOutline,
        () => {
          self.setState({ camera: start });
        },
        round,
      ),
      iconButton(
        mdiPlus,
        () => {
          zoom(self, 2);
        },
        { ...round, id: 'zoom_in', description: 'Zoom in' },
      ),
      iconButton(
        mdiMinus,
        () => {
          zoom(self, 0.5);
        },
        { ...round, id: 'zoom_out', description: 'Zoom out' },
      ),
    ],
    { width: 'wrap', gap: 12, align: ['end', 'center'], margin: 12 },
  );
}

function bottomPanel(state: State, self: MapActivity): View {
  const card = infoCard(state, self);
  return column([readings(state.camera), ...(card === undefined ? [] : [card])], {
    align: ['start', 'end'],
    gap: 8,
    padding: 12,
  });
}

/** The scale and the centre as text, for readers of the tree. */
function readings({ center, scale }: Camera): View {
  const bar = scaleBar(scale);
  return row(
    [
      text(`Scale ${scale.toFixed(2)}`, { id: 'scale', size: 12, fontWeight: 500 }),
      text(`Center ${coordinates(center)}`, { id: 'center', size: 12, color: theme.textSecondary }),
      text(`${bar.metres} m`, { id: 'scale_bar_text', size: 12, color: theme.textSecondary }),
      {
        type: 'drawing',
        decorative: true,
        width: bar.width,
        height: 8,
        draw: ({ width }) =>
          `<path d="M1 0V7H${width - 1}V0" fill="none" stroke="${theme.textSecondary}" stroke-width="1.5"/>`,
      },
    ],
    { background: theme.surface, radius: 12, padding: [6, 12], gap: 12, shadow: true },
  );
}

function coordinates({ x, y }: Point): string {
  return `${Math.round(x)}, ${Math.round(y)}`;
}

/** Directions from the user's location, which needs the location permission. */
function directions(title: string, self: MapActivity): void {
  self.phone.permissions.request('com.example.maps', locationPermissions, (granted) => {
    self.toast(granted ? `It is a short walk to ${title}` : 'Directions need your location');
  });
}

function infoCard({ selected, pin }: State, self: MapActivity): View | undefined {
  const spot = selected ?? pin;
  if (spot === undefined) return undefined;
  const title = selected?.name ?? 'Dropped pin';
  const about = selected?.kind ?? `Near ${nearestPlace(spot)?.name ?? town.name}`;
  return column(
    [
      text(title, { id: 'place_name', size: 20, heading: true }),
      text(`${about} · ${coordinates(spot)}`, { id: 'place_details', color: theme.textSecondary }),
      button(
        'Directions',
        () => {
          directions(title, self);
        },
        { id: 'directions', margin: { top: 8 } },
      ),
    ],
    {
      id: 'place_card',
      paneTitle: 'Place',
      background: theme.surface,
      radius: 20,
      padding: 20,
      gap: 4,
      shadow: true,
    },
  );
}
