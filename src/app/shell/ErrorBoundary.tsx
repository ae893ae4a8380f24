import { Component, type ReactNode } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { Button } from '../ui/Button';

interface Props {
  children: ReactNode;
}

/** Our own mistake, or a chunk that could not be fetched: says so instead of showing a white page. React has no function for this. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidMount(): void {
    // Back leads away from the page that failed.
    window.addEventListener('popstate', this.reset);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('popstate', this.reset);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children;
  }

  private reset = (): void => this.setState({ hasFailed: false });
}

function BrokenPage() {
  return (
    <main className="ap-broken">
      <h1>{texts.broken.title}</h1>
      <p className="ap-lead">{texts.broken.text}</p>
      <div className="rp-buttons">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {texts.broken.reload}
        </Button>
        <a className="rp-button" href="/">
          {texts.broken.home}
        </a>
      </div>
    </main>
  );
}
