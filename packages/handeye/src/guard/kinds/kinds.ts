import type { Act, Kind, Reached } from '../act.ts';
import type { Element } from '../../ui/snapshot.ts';
import { kindsOfAddress } from './addresses.ts';
import { isInstaller, isPermissionAsker, isStore, isTerminal } from './apps.ts';
import { kindsByLabel } from './by-label.ts';
import { pressedBy } from './screen/pressed.ts';
import { kindsInSettings } from './settings-pages.ts';
import { kindsInSystemDialogs } from './system-dialogs.ts';
import { fold } from './text/fold.ts';
import { kindsOfTyping, presses, types } from './typing.ts';

const NONE: ReadonlySet<Kind> = new Set();

/** What some tools do, whatever they are used on. */
const toolKinds: Readonly<Record<string, Kind>> = {
  install_app: 'install',
  uninstall_app: 'delete',
  clear_app_data: 'delete',
  delete_file: 'delete',
  set_permission: 'permission',
  notification_reply: 'send',
};

/** Every rule of a policy asks about the same act. */
const known = new WeakMap<Act, Map<Reached | undefined, ReadonlySet<Kind>>>();

/** What a write is, as far as Handeye recognises it. `reached` undefined: it reaches no application. */
export function kindsOf(act: Act, reached: Reached | undefined): ReadonlySet<Kind> {
  const ofAct = known.get(act) ?? new Map<Reached | undefined, ReadonlySet<Kind>>();
  const kinds = ofAct.get(reached) ?? recognised(act, reached);
  known.set(act, ofAct.set(reached, kinds));
  return kinds;
}

function recognised(act: Act, reached: Reached | undefined): ReadonlySet<Kind> {
  // Looking and scrolling press nothing.
  if (act.toolClass === 'read' || act.toolClass === 'navigate') return NONE;
  const ofTool = toolKinds[act.tool];
  if (!reached) return ofTool ? new Set([ofTool]) : NONE;
  const kinds = new Set(kindsOfAddress(reached));
  if (isTerminal(reached.id, reached.name)) kinds.add('terminal');
  for (const kind of screenKinds(act, reached)) kinds.add(kind);
  // What a tool does is judged once, before its first touch: `notification_reply` then presses "Send" itself.
  if (ofTool && reached.element) kinds.delete(ofTool);
  else if (ofTool) kinds.add(ofTool);
  return kinds;
}

/** What the element that would be hit says, and the screen it is on. */
function screenKinds(act: Act, { id, name, element, snapshot, typed = false }: Reached): readonly Kind[] {
  const app = id ?? name;
  if (act.toolClass !== 'touch' && act.toolClass !== 'type') return [];
  if (!element) return isPermissionAsker(app) || isInstaller(app) ? ['permission'] : [];
  const terminal: Kind[] = isInTerminal(element) ? ['terminal'] : [];
  if (typed) return [...terminal, ...kindsOfTyping(TYPED, element)];
  if (act.toolClass === 'type' && !(presses(act) && !element.node.editable)) {
    const deletes = isDeleteKey(act) && !element.node.editable;
    const settings = types(act) ? kindsInSettings(element, app, snapshot) : [];
    return [
      ...terminal,
      ...kindsOfTyping(act, element),
      ...settings,
      ...(deletes ? (['delete'] as const) : []),
    ];
  }
  const system = [...kindsInSystemDialogs(element, app), ...kindsInSettings(element, app, snapshot)];
  return [...terminal, ...system, ...kindsByLabel(element, app), ...storeKinds(element, app)];
}

/** A key of the on-screen keyboard types some character. */
const TYPED: Act = { tool: 'input_text', toolClass: 'type', reach: [], text: 'a' };

/** A terminal inside of another program, such as an editor's. */
function isInTerminal(element: Element): boolean {
  for (let at: Element | undefined = element; at; at = at.parent) {
    if (at.node.className === 'terminal') return true;
  }
  return false;
}

/** On a desktop the Delete key removes what is chosen: files, mails. */
function isDeleteKey({ key }: Act): boolean {
  return key !== undefined && /(?:^|\+)(?:FORWARD_DEL|DELETE)$/i.test(key);
}

/** What stores write on the buttons that install. */
const installing: ReadonlySet<string> = new Set(
  `update, update all, get, download, aktualisieren, alle aktualisieren, herunterladen, laden, mettre à jour, tout mettre à jour, télécharger, obtenir,
   actualizar, actualizar todo, descargar, obtener, atualizar, atualizar tudo, transferir, baixar, obter, aggiorna, aggiorna tutto, scarica, ottieni,
   aktualizuj, zaktualizuj, aktualizuj wszystko, pobierz, обновить, обновить все, скачать, загрузить, получить, 更新, すべて更新, ダウンロード, 入手, 全部更新, 下载, 获取`
    .split(',')
    .map((label) => fold(label)),
);

function storeKinds(element: Element, app: string | undefined): Kind[] {
  if (!isStore(app)) return [];
  return pressedBy(element).labels.some((label) => installing.has(fold(label))) ? ['install'] : [];
}
