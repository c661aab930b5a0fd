import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/**
 * Replaces a screen that failed. It fails, for example, when the server was updated and no longer
 * has the files of the page that is still open.
 */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="alone">
        <div className="card" role="alert">
          <h1>This page has failed</h1>
          <p>The server may have been updated meanwhile. What you typed is kept.</p>
          <button type="button" className="button button-primary" onClick={() => location.reload()}>
            Load it again
          </button>
        </div>
      </main>
    );
  }
}
