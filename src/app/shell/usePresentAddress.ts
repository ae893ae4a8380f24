import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { presentAddress } from './application';

const SAME_PAGE = { isSamePage: true };

/** True after a redirect to a new path of the same page. The scroll position and the focus then stay the same. */
export function useIsSamePage(): boolean {
  return useLocation().state?.isSamePage === true;
}

/** Replaces a former path with the current one, without leaving the page. */
export function usePresentAddress(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const address = presentAddress(pathname);
  const isOther = address !== pathname.replace(/(.)\/$/, '$1');
  useEffect(() => {
    if (isOther) void navigate(`${address}${search}${hash}`, { replace: true, state: SAME_PAGE });
  }, [isOther, address, search, hash, navigate]);
}
