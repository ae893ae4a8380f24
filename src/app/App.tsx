import { Box } from '@chakra-ui/react/box';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Component, lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { SWRConfig, useSWRConfig } from 'swr';
import { initialCache } from '../api/application';
import { watchFormsVersion } from '../api/formsVersion';
import { loadMotion } from '../engine/motion';
import { createTheme } from '../engine/theme/system';
import { useMessages } from '../messages/useMessages';
import { liveFilesVersion } from '../model/messages/liveFiles';
import { AppRoutes, loadAhead } from './routes';
import { loginPrompts } from './session/connectStore';
import { bindNavigation, sessionEnd } from './session/sessionEnd';
import { sessionStore, useSession } from './session/sessionStore';
import { useIsSamePage } from './shell/usePresentAddress';
import { Button } from './ui/Button';
import { loadDialog } from './ui/Dialog';
import { LateSaves } from './ui/LateSaves';
import { LiveRegion } from './ui/LiveRegion';
import { QuestionHost } from './ui/QuestionHost';
import { Toaster } from './ui/Toaster';

export function App() {
  // Preloads dialogs and animations, so that they work offline too.
  useEffect(() => loadAhead(() => Promise.all([loadDialog(), loadMotion()])), []);
  // Rerenders when live files change, because components read some of them without a hook.
  useSyncExternalStore(liveFilesVersion.subscribe, liveFilesVersion.read);
  // Creates the theme during the first render, because creating it on import would block the page for longer.
  const [system] = useState(createTheme);
  return (
    <ChakraProvider value={system}>
      <FetchedData>
        <FormUpdates />
        <BrowserRouter>
          <RouteWatcher />
          <ResettingErrorBoundary>
            <AppRoutes />
          </ResettingErrorBoundary>
        </BrowserRouter>
      </FetchedData>
      <SessionWarningHost />
      <LogInAgainHost />
      <QuestionHost />
      <Toaster />
      <LateSaves />
      <LiveRegion />
    </ChakraProvider>
  );
}

function FormUpdates() {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => {
    let isRunning = false;
    return watchFormsVersion(async () => {
      if (isRunning) return;
      isRunning = true;
      // If this fails, a later response triggers another attempt.
      await loadAndUpdateForms({ cache, mutate }).catch(() => undefined);
      isRunning = false;
    });
  }, [cache, mutate]);
  return null;
}

async function loadAndUpdateForms(fetched: Pick<ReturnType<typeof useSWRConfig>, 'cache' | 'mutate'>): Promise<void> {
  const { updateForms } = await import('./form/updateForms');
  await updateForms(fetched);
}

const LogInAgain = lazy(async () => ({ default: (await import('./session/LogInAgain')).LogInAgain }));

function LogInAgainHost() {
  const [question] = useSyncExternalStore(loginPrompts.subscribe, loginPrompts.items);
  return question ? (
    <Suspense>
      <LogInAgain question={question} />
    </Suspense>
  ) : null;
}

// Doesn't refetch on focus, because the page may hold unsaved input.
const config = { shouldRetryOnError: false, revalidateOnFocus: false, provider: () => new Map(initialCache()) };

/** Replaces the cache when a session ends. */
function FetchedData({ children }: { children: ReactNode }) {
  const endings = useSyncExternalStore(sessionStore.subscribe, sessionStore.endings);
  return (
    <SWRConfig key={endings} value={config}>
      {children}
    </SWRConfig>
  );
}

function RouteWatcher() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isSamePage = useIsSamePage();
  useEffect(() => bindNavigation(navigate), [navigate]);
  // The router ignores URL changes before its first effect.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router handles later changes.
  useEffect(() => {
    const { location } = window;
    const isOther = location.pathname !== pathname || location.search !== search || location.hash !== hash;
    if (isOther) navigate(`${location.pathname}${location.search}${location.hash}`, { replace: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each path.
  useEffect(() => {
    if (!isSamePage) void window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}

const SessionWarning = lazy(async () => ({ default: (await import('./session/LogInAgain')).SessionWarning }));

const WARN_BEFORE_MS = 120_000;

function SessionWarningHost() {
  const { token } = useSession();
  const end = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.read);
  const isNear = useIsPast(token && end ? end - WARN_BEFORE_MS : undefined);
  if (!isNear || !end) return null;
  return (
    <Suspense>
      <SessionWarning end={end} />
    </Suspense>
  );
}

function useIsPast(moment: number | undefined): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    if (moment === undefined) return;
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && passed === moment;
}

function ResettingErrorBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary path={useLocation().pathname}>{children}</ErrorBoundary>;
}

interface Props {
  children: ReactNode;
  path: string;
}

interface ErrorState {
  hasFailed: boolean;
  path: string;
}

/** Shows an error page if rendering fails or a chunk can't be loaded. React requires a class for this. */
class ErrorBoundary extends Component<Props, ErrorState> {
  override state = { hasFailed: false, path: this.props.path };

  static getDerivedStateFromError(): Partial<ErrorState> {
    return { hasFailed: true };
  }

  /** Opening another page resets the error, because that page may work. */
  static getDerivedStateFromProps({ path }: Props, state: ErrorState): ErrorState | null {
    return path === state.path ? null : { hasFailed: false, path };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  const messages = useMessages('shell').broken;
  return (
    <Box as="main" {...BROKEN}>
      <h1>{messages.title}</h1>
      <p className="rp-frame__lead">{messages.text}</p>
      <div className="rp-buttons">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {messages.reload}
        </Button>
        <Button asChild>
          <a href="/">{messages.home}</a>
        </Button>
      </div>
    </Box>
  );
}

const BROKEN = { maxWidth: 'column', marginBlock: '8', marginInline: 'auto', paddingInline: '5' } as const;
