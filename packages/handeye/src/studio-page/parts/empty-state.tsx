import type { ComponentChildren } from 'preact';
import './parts.css';

export interface EmptyStateProps {
  readonly title: string;
  /** What to do, in a sentence or two. */
  readonly children?: ComponentChildren;
}

/** What a view says while it has nothing to show. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
