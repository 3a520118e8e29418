import { Component, type ComponentChildren } from 'preact';
import { EmptyState } from './empty-state.tsx';

/** A view that fails says so in its own place, and leaves the others alone. */
export class Boundary extends Component<{ readonly children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    this.setState({ failed: true });
    // The browser's console is where a developer looks for the rest of it.
    reportError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState title="This view failed">
        <p>That is a fault of Handeye Studio. The browser’s console says more.</p>
        <button
          type="button"
          class="button"
          onClick={() => {
            this.setState({ failed: false });
          }}
        >
          Try again
        </button>
      </EmptyState>
    );
  }
}
