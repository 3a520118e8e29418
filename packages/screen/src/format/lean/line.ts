import { shortId } from '../../ids.ts';
import type { Element, UiWindow } from '../../snapshot.ts';
import type { WindowRole } from './windows.ts';

/** A scroller that contains lines. */
export interface Scroller {
  readonly element: Element;
  readonly parent: Scroller | undefined;
}

/** One line of a screen in lean. */
export interface Line {
  /** Undefined for lines about the screen itself. */
  readonly element: Element | undefined;
  /** `handle`: can be used; `scroller`: can only scroll; `plain`: can only be read; the others are about the screen. */
  readonly kind: 'handle' | 'scroller' | 'plain' | 'more' | 'about';
  /** The indentation level. */
  depth: number;
  marks: readonly string[];
  /** The text after the marks, safe to print. */
  label: string;
  /** The parts that a plain line merges. */
  parts: readonly string[];
  /** The resource name, to tell it from others with the same label. */
  readonly name: string | undefined;
  /** One of its parts is a visible text, not only a description. */
  readonly hasText: boolean;
  /** Whether the id is printed: on all lines except plain ones, and on plain ones with a shortened text. */
  readonly numbered: boolean;
  /** Whether its element is not visible. */
  readonly offscreen: boolean;
  readonly focused: boolean;
  /** The innermost visible scroller around it. */
  readonly inside: Scroller | undefined;
  /** The scroller whose content follows. */
  readonly opens: Scroller | undefined;
}

/** The rendered screen, before it is cut and printed. */
export interface LeanScreen {
  /** The first line, then notes. */
  readonly head: readonly string[];
  /** All handles of the active window are selected: the first line says so once. */
  readonly isAllSelected: boolean;
  readonly windows: readonly LeanWindow[];
}

export interface LeanWindow {
  readonly window: UiWindow;
  readonly role: WindowRole;
  /** The line above its content; undefined for the active window, which uses the first line. */
  readonly title: string | undefined;
  readonly lines: readonly Line[];
  /** The line of an element, also of one that is not visible. */
  readonly lineOf: (element: Element) => Line | undefined;
}

/** A line about the screen. */
export function about(label: string, parts: Partial<Line> = {}): Line {
  return {
    element: undefined,
    kind: 'about',
    depth: 0,
    marks: [],
    label,
    parts: [],
    name: undefined,
    hasText: false,
    numbered: false,
    offscreen: false,
    focused: false,
    inside: undefined,
    opens: undefined,
    ...parts,
  };
}

/** A model cannot count more levels than this, and a hostile tree may have any number. */
const DEEPEST = 12;

/** A line as a model reads it. */
export function printed(line: Line): string {
  const { element, kind, depth, marks, label, numbered } = line;
  const indent = ' '.repeat(Math.min(depth, DEEPEST));
  if (kind === 'more' || kind === 'about') return indent + label;
  const bracketed = marks.length === 0 ? '' : `[${marks.join(', ')}]`;
  const id = numbered && element ? shortId(element.id) : '';
  const start = kind === 'plain' ? '-' : '';
  return indent + [id, start, bracketed, label].filter((part) => part !== '').join(' ');
}
