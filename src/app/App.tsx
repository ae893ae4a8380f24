import { Box } from '@chakra-ui/react/box';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Component, lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { SWRConfig, useSWRConfig } from 'swr';
import texts from '../../schemas/texts/shell.json';
import { openedApplication } from '../api/application';
import { watchFormChanges } from '../api/formChanges';
import { loadMotion } from '../engine/motion';
import { createTheme } from '../engine/theme/system';
import { wordsTurn } from '../model/translate';
import { AppRoutes, loadAhead } from './routes';
import { signInQuestions } from './session/connectStore';
import { bindNavigation, sessionEnd } from './session/sessionEnd';
import { sessionStore, useSession } from './session/sessionStore';
import { Button } from './ui/Button';
import { loadDialog } from './ui/Dialog';
import { LiveRegion } from './ui/LiveRegion';
import { QuestionHost } from './ui/QuestionHost';
import { Toaster } from './ui/Toaster';

/** The whole product in the browser: the place in the URL, the page, and what lies over every page. */
export function App() {
  // The network is outside React; a question must be there at once, and without a line too.
  useEffect(() => loadAhead(() => Promise.all([loadDialog(), loadMotion()])), []);
  // Words that were exchanged are drawn by every page and everything that lies over it.
  useSyncExternalStore(wordsTurn.subscribe, wordsTurn.read);
  // As it is first drawn, in a task of its own.
  const [system] = useState(createTheme);
  return (
    <ChakraProvider value={system}>
      <FetchedData>
        <FormChanges />
        <BrowserRouter>
          <RouteWatcher />
          <ErrorBoundary>
            <AppRoutes />
          </ErrorBoundary>
        </BrowserRouter>
      </FetchedData>
      <SessionWarningHost />
      <SignInAgainHost />
      <QuestionHost />
      <Toaster />
      <LiveRegion />
    </ChakraProvider>
  );
}

/** Schema files that are edited while this page is open come to it: its forms are drawn anew, with what is typed kept. */
function FormChanges() {
  const { cache, mutate } = useSWRConfig();
  // Tied to what the server's answers say of its schema files.
  useEffect(
    () =>
      watchFormChanges(() => void import('./form/renewForms').then(({ renewForms }) => renewForms({ cache, mutate }))),
    [cache, mutate],
  );
  return null;
}

const SignInAgain = lazy(async () => ({ default: (await import('./session/SignInAgain')).SignInAgain }));

/** Shows the question for the password while a call waits for it. */
function SignInAgainHost() {
  const [question] = useSyncExternalStore(signInQuestions.subscribe, signInQuestions.items);
  return question ? (
    <Suspense>
      <SignInAgain question={question} />
    </Suspense>
  ) : null;
}

// A refused call is not asked again: the server has said what is wrong.
const config = { shouldRetryOnError: false, revalidateOnFocus: false, provider: () => new Map(openedApplication()) };

/** What is fetched within lives as long as the session: the next one starts with nothing. */
function FetchedData({ children }: { children: ReactNode }) {
  const endings = useSyncExternalStore(sessionStore.subscribe, sessionStore.endings);
  return (
    <SWRConfig key={endings} value={config}>
      {children}
    </SWRConfig>
  );
}

/** Lends the router to what is outside React, and starts every new page at its top. */
function RouteWatcher() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  // The session outside React navigates too.
  useEffect(() => bindNavigation(navigate), [navigate]);
  // The router listens to the address only once the page stands: what changed while it was drawn is followed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: afterwards the router follows by itself.
  useEffect(() => {
    const { location } = window;
    const isOther = location.pathname !== pathname || location.search !== search || location.hash !== hash;
    if (isOther) navigate(`${location.pathname}${location.search}${location.hash}`, { replace: true });
  }, []);
  // The scroll position is the browser's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useEffect(() => {
    // Newer browsers answer a promise here, which React would take for a clean-up.
    void window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}

const SessionWarning = lazy(async () => ({ default: (await import('./session/SignInAgain')).SessionWarning }));

/** The warning comes so long before the end. */
const AHEAD = 120_000;

/** Warns two minutes before the session ends; a call of any tab takes the warning away. */
function SessionWarningHost() {
  const { token } = useSession();
  const end = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.read);
  const isNear = useIsPast(token && end ? end - AHEAD : undefined);
  if (!isNear || !end) return null;
  return (
    <Suspense>
      <SessionWarning end={end} />
    </Suspense>
  );
}

/** True once the clock has passed `moment`. */
function useIsPast(moment: number | undefined): boolean {
  const [passed, setPassed] = useState<number>();
  // The clock is outside React.
  useEffect(() => {
    if (moment === undefined) return;
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && passed === moment;
}

interface Props {
  children: ReactNode;
}

/** Our own mistake, or a chunk that could not be fetched: says so instead of showing a white page. React has no function for this. */
class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
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
    <Box as="main" {...BROKEN}>
      <h1>{texts.broken.title}</h1>
      <p className="rp-frame__lead">{texts.broken.text}</p>
      <div className="rp-buttons">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {texts.broken.reload}
        </Button>
        <Button asChild>
          <a href="/">{texts.broken.home}</a>
        </Button>
      </div>
    </Box>
  );
}

const BROKEN = { maxWidth: 'column', marginBlock: '8', marginInline: 'auto', paddingInline: '5' } as const;
