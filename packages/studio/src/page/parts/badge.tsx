import type { ComponentChildren } from 'preact';
import './parts.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export interface BadgeProps {
  readonly tone?: Tone;
  /** The tooltip. */
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A word or a figure about the item beside it. */
export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span class={`badge is-${tone}`} title={title}>
      {children}
    </span>
  );
}
