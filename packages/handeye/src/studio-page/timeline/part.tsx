import type { ComponentChildren } from 'preact';
import { CopyButton } from '../parts/copy-button.tsx';

export interface PartProps {
  readonly title: string;
  /** A text that can be copied. */
  readonly copied?: string;
  readonly children: ComponentChildren;
}

/** A part of a call's details: a title, what it holds, and a button to copy it. */
export function Part({ title, copied = '', children }: PartProps) {
  return (
    <div class="call-part">
      <div class="call-part-head">
        <h3>{title}</h3>
        {copied !== '' && <CopyButton text={copied} />}
      </div>
      {children}
    </div>
  );
}
