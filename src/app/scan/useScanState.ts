import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/apiError';
import { getScan, type ScanKey, type ScanState } from '../../api/scan';
import { exchangeToken, storedKey } from './phoneKeys';
import type { Scan } from './scanContext';
import { BACK } from './scanFlow';

export type Opening = { scan: Scan } | { problem: 'expired' | 'failed'; retry(): void } | 'opening';

interface Loaded {
  key: ScanKey;
  state: ScanState;
}

/** Opens the scan of the address: its token is exchanged and taken out of the address bar at once. */
export function useScanState(id: string): Opening {
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
  return documentId === BACK ? { ...state, back: side } : { ...state, front: side };
}
