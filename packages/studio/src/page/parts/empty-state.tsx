import type { ComponentChildren } from 'preact';
import './parts.css';

export interface EmptyStateProps {
  readonly title: string;
  /** The remedy, in a sentence or two. */
  readonly children?: ComponentChildren;
}

/** The placeholder of an empty view. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
