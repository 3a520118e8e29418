import { shortId } from '../../ids.ts';
import type { Element, UiWindow } from '../../snapshot.ts';
import type { WindowRole } from './windows.ts';

/** Something that scrolls, as the lines inside it know it. */
export interface Scroller {
  readonly element: Element;
  readonly parent: Scroller | undefined;
}

/** One line of a screen in lean. */
export interface Line {
  /** Whom the line is about; undefined for lines about the screen. */
  readonly element: Element | undefined;
  /** `handle`: it can be used; `scroller`: it only scrolls; `plain`: it can only be read; the rest is about the screen. */
  readonly kind: 'handle' | 'scroller' | 'plain' | 'more' | 'about';
  /** How far it is indented. */
  depth: number;
  marks: readonly string[];
  /** What follows the marks, safe to print. */
  label: string;
  /** What a plain line merges. */
  parts: readonly string[];
  /** The resource name, to tell it from others of the same label. */
  readonly name: string | undefined;
  /** One of its parts is a visible text, and not only a description. */
  readonly hasText: boolean;
  /** Whether the id is printed: of everything but plain lines, and of those where a text is cut. */
  readonly numbered: boolean;
  /** Whether it shows something that is not in sight. */
  readonly offscreen: boolean;
  readonly focused: boolean;
  /** The innermost thing in sight that scrolls it. */
  readonly inside: Scroller | undefined;
  /** What scrolls the lines below it. */
  readonly opens: Scroller | undefined;
}

/** What the renderer makes of a screen, before it is cut and printed. */
export interface LeanScreen {
  /** The first line, then notes. */
  readonly head: readonly string[];
  /** All handles of the active window are selected: the first line says so instead of theirs. */
  readonly isAllSelected: boolean;
  readonly windows: readonly LeanWindow[];
}

export interface LeanWindow {
  readonly window: UiWindow;
  readonly role: WindowRole;
  /** What stands above its content; undefined for the active window, whose line is the first of all. */
  readonly title: string | undefined;
  readonly lines: readonly Line[];
  /** The line that tells an element of it, also one that is not in sight. */
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

/** Nobody counts more levels than this, and a hostile tree may have any number. */
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
