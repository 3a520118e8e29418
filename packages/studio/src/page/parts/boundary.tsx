import { Component, type ComponentChildren } from 'preact';
import { EmptyState } from './empty-state.tsx';

/** Shows the failure of a view in its place; other views go on. */
export class Boundary extends Component<{ readonly children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    this.setState({ failed: true });
    // The details go to the browser's console.
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
