import { Box } from '@chakra-ui/react/box';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ApiError, isDefinite } from '../../api/apiError';
import { getScan } from '../../api/scan';
import type { ScanKey, ScanState } from '../../contract/scan';
import { useMessages } from '../../messages/useMessages';
import { hasRole } from '../../model/section/documentTypes';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { Brand, Frame, LegalLinks, useAccent } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { Loader } from '../ui/Skeleton';
import { findPhoneKey } from './phoneKey';
import { type Scan, ScanContext } from './scanContext';

/** Exchanges the link's token and blocks Back (docs/spec/003.md, §2). */
export function ScanShell() {
  const { product } = useMessages('scan');
  const { id = '' } = useParams();
  const opening = useScanState(id);
  const landlord = opening === 'opening' ? undefined : opening.landlord;
  useAccent(landlord?.accent);
  useBlockedBack();
  const header = (
    <header className="rp-frame__header">
      <div className="rp-frame__row">
        <Brand name={landlord?.name ?? product} logo={landlord?.logo} />
        <LanguageSwitch />
      </div>
    </header>
  );
  return (
    <Frame header={header} width="narrow" help={landlord} footer={<LegalLinks isNewTab hasVersion />}>
      <Box paddingBottom="6" css={{ '& .rp-alert__root': { marginTop: '4' } }}>
        <Content opening={opening} />
      </Box>
    </Frame>
  );
}

function Content({ opening }: { opening: LoadedScan }) {
  const messages = useMessages('scan');
  if (opening === 'opening') return <Loader />;
  if ('scan' in opening)
    return (
      <ScanContext value={opening.scan}>
        <Outlet />
      </ScanContext>
    );
  return opening.problem === 'failed' ? <Failed onRetry={opening.retry} /> : <Ended {...messages[opening.problem]} />;
}

function Ended({ title, heading, text }: { title: string; heading: string; text: string }) {
  return (
    <>
      <PageHeading title={title}>{heading}</PageHeading>
      <p className="rp-frame__lead" role="alert">
        {text}
      </p>
    </>
  );
}

function Failed({ onRetry }: { onRetry(): void }) {
  const messages = useMessages('scan').failed;
  return (
    <>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <Button variant="primary" onClick={onRetry}>
        {messages.retry}
      </Button>
    </>
  );
}

/** Blocks Back by adding a second history entry for the same URL. */
function useBlockedBack(): void {
  const { key, search } = useLocation();
  // Waits until the token is removed from the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each navigation.
  useEffect(() => {
    if (!search) cover();
  }, [key]);
  useEffect(() => {
    window.addEventListener('popstate', cover);
    return () => window.removeEventListener('popstate', cover);
  }, []);
}

function cover(): void {
  window.history.pushState(window.history.state, '');
}

type Problem = 'expired' | 'taken' | 'failed';

interface Opened {
  landlord?: ScanState['landlord'];
}

type LoadedScan = (Opened & ({ scan: Scan } | { problem: Problem; retry(): void })) | 'opening';

interface Loaded {
  key: ScanKey;
  state: ScanState;
}

function useScanState(id: string): LoadedScan {
  const [search] = useSearchParams();
  const [token] = useState(search.get('token'));
  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<Problem>();
  const [tries, setTries] = useState(0);
  const navigate = useNavigate();
  const carried = useRef<Scan['carried']>({}).current;
  // The address bar and history must not keep a token.
  useEffect(() => {
    if (search.has('token')) navigate(`/scan/${id}`, { replace: true });
  }, [search, id, navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry is another request.
  useEffect(() => {
    load(id, token).then(setLoaded, (cause) => setProblem(readProblem(cause)));
  }, [id, token, tries]);
  return useMemo(() => {
    const landlord = loaded?.state.landlord;
    if (problem)
      return {
        landlord,
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
    return { landlord, scan };
  }, [id, loaded, problem, carried, navigate]);
}

async function load(id: string, token: string | null): Promise<Loaded> {
  const key = await findPhoneKey(id, token);
  if (!key) throw new ApiError(401, '');
  return { key, state: await getScan(id, key) };
}

function readProblem(cause: unknown): Problem {
  if (!(cause instanceof ApiError) || !isDefinite(cause)) return 'failed';
  return cause.code === 'scanTaken' ? 'taken' : 'expired';
}

function withSide(state: ScanState, documentId: number): ScanState {
  const side = { res: true, document_typeid: documentId };
  return hasRole('identityBack', documentId) ? { ...state, back: side } : { ...state, front: side };
}
