import { Box } from '@chakra-ui/react/box';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { ApiError } from '../../api/apiError';
import { getScan, openScan } from '../../api/scan';
import type { ScanKey, ScanState } from '../../contract/scan';
import { isOf } from '../../model/documents';
import { Brand, Frame } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { Loader } from '../ui/Skeleton';
import { type Scan, ScanContext } from './scanContext';

/** The pages of one phone scan (spec 003, section 2): opened by the link's token, without a session, Back blocked. */
export function ScanShell() {
  const { id = '' } = useParams();
  const opening = useScanState(id);
  useBlockedBack();
  const header = (
    <header className="rp-frame__header">
      <div className="rp-frame__row">
        <Brand name={texts.product} />
      </div>
    </header>
  );
  return (
    <Frame header={header} width="narrow">
      <Box paddingBottom="6" css={{ '& .rp-alert__root': { marginTop: '4' } }}>
        <Content opening={opening} />
      </Box>
    </Frame>
  );
}

function Content({ opening }: { opening: Opening }) {
  if (opening === 'opening') return <Loader />;
  if ('scan' in opening)
    return (
      <ScanContext value={opening.scan}>
        <Outlet />
      </ScanContext>
    );
  return opening.problem === 'expired' ? <Expired /> : <Failed onRetry={opening.retry} />;
}

function Expired() {
  return (
    <>
      <PageHeading title={texts.expired.title}>{texts.expired.heading}</PageHeading>
      <p className="rp-frame__lead" role="alert">
        {texts.expired.text}
      </p>
    </>
  );
}

function Failed({ onRetry }: { onRetry(): void }) {
  return (
    <>
      <PageHeading title={texts.failed.title}>{texts.failed.heading}</PageHeading>
      <Button variant="primary" onClick={onRetry}>
        {texts.failed.retry}
      </Button>
    </>
  );
}

/**
 * Keeps the browser's Back on the page (spec 003, section 2): above each page's own entry in the history lies a second one of the
 * same address, put back whenever it is left. For the router both are the same place, so nothing is drawn anew.
 */
function useBlockedBack(): void {
  const { key, search } = useLocation();
  // The history is the browser's; the address with the token is about to be replaced and gets no second entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is one page.
  useEffect(() => {
    if (!search) cover();
  }, [key]);
  // Leaving is the browser's button.
  useEffect(() => {
    window.addEventListener('popstate', cover);
    return () => window.removeEventListener('popstate', cover);
  }, []);
}

function cover(): void {
  window.history.pushState(window.history.state, '');
}

type Opening = { scan: Scan } | { problem: 'expired' | 'failed'; retry(): void } | 'opening';

interface Loaded {
  key: ScanKey;
  state: ScanState;
}

/** Opens the scan of the address: its token is exchanged and taken out of the address bar at once. */
function useScanState(id: string): Opening {
  const [search] = useSearchParams();
  const [token] = useState(search.get('token'));
  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<'expired' | 'failed'>();
  const [tries, setTries] = useState(0);
  const navigate = useNavigate();
  const carried = useRef<Scan['carried']>({}).current;
  // The address bar is the browser's: a token must not stay in it, nor in its history.
  useEffect(() => {
    if (search.has('token')) navigate(`/scan/${id}`, { replace: true });
  }, [search, id, navigate]);
  // The server is asked once per opening.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another request.
  useEffect(() => {
    load(id, token).then(setLoaded, (cause) => setProblem(problemOf(cause)));
  }, [id, token, tries]);
  return useMemo(() => {
    if (problem)
      return {
        problem,
        retry() {
          setProblem(undefined);
          setTries((count) => count + 1);
        },
      };
    if (!loaded) return 'opening';
    const scan: Scan = {
      id,
      ...loaded,
      carried,
      saved: (documentId) => setLoaded((now) => now && { ...now, state: withSide(now.state, documentId) }),
      expire: () => setProblem('expired'),
      go: (page) => navigate(page ? `/scan/${id}/${page}` : `/scan/${id}`),
    };
    return { scan };
  }, [id, loaded, problem, carried, navigate]);
}

async function load(id: string, token: string | null): Promise<Loaded> {
  const key = token ? await exchangeToken(id, token) : storedKey(id);
  if (!key) throw new ApiError(401, '');
  return { key, state: await getScan(id, key) };
}

function problemOf(cause: unknown): 'expired' | 'failed' {
  return cause instanceof ApiError && cause.status >= 400 && cause.status < 500 ? 'expired' : 'failed';
}

function withSide(state: ScanState, documentId: number): ScanState {
  const side = { res: true, document_typeid: documentId };
  return isOf('identityBack', documentId) ? { ...state, back: side } : { ...state, front: side };
}

const exchanges = new Map<string, Promise<ScanKey>>();

/** The key kept from an earlier load of this tab. */
function storedKey(id: string): ScanKey | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(id)) ?? 'null');
    return isKey(kept) ? kept : undefined;
  } catch {
    // Storage that is switched off or was written by a stranger holds no key.
    return undefined;
  }
}

/** Exchanges the token of the address for a key and keeps it for this tab; asked twice for one token, it exchanges once, unless that failed. */
async function exchangeToken(id: string, token: string): Promise<ScanKey> {
  const running = exchanges.get(token) ?? openScan(id, token);
  exchanges.set(token, running);
  try {
    const key = await running;
    keep(id, key);
    return key;
  } catch (cause) {
    exchanges.delete(token);
    throw cause;
  }
}

function keep(id: string, key: ScanKey): void {
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(key));
  } catch {
    // Without storage the key lives as long as the page.
  }
}

function isKey(kept: unknown): kept is ScanKey {
  return typeof kept === 'object' && kept !== null && 'token' in kept && 'trn_id' in kept;
}

const nameOf = (id: string) => `rental-scan-${id}`;
