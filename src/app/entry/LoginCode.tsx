import { useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { exchangeCode } from '../../api/users';
import { fillText } from '../../model/fillText';
import { beginSession } from '../session/beginSession';
import { sessionStore } from '../session/sessionStore';
import { Loader } from '../ui/Loader';
import { confirm } from '../ui/questions';
import { toast } from '../ui/toasts';

export interface Code {
  trn_id: string;
  url: string;
  token: string;
}

/** A login address with a one-time code: exchanges it, asking first when someone else is signed in, and opens /instruction. */
export function LoginCode({ code }: { code: Code }) {
  const [target, setTarget] = useState('');
  const isBegun = useRef(false);
  // A code is good once: the exchange is an act, not a fetch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address.
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void enter(code).then(setTarget);
  }, []);
  return target ? <Navigate to={target} replace /> : <Loader />;
}

/** Where to go on. */
async function enter(code: Code): Promise<string> {
  const { token, email, trnId } = sessionStore.read();
  if (token && trnId !== code.trn_id && !(await mayReplace(email))) return '/login';
  try {
    await beginSession((await exchangeCode(code)).records);
    return '/instruction';
  } catch {
    // Whatever was wrong with the code, the applicant can still log in.
    toast('error', texts.session.linkUsed);
    return '/login';
  }
}

function mayReplace(email: string): Promise<boolean> {
  return confirm({
    title: texts.session.otherTitle,
    text: fillText(texts.session.other, { email }),
    yes: texts.session.switch,
    no: texts.session.keep,
  });
}

/** The code of a login address, when it carries one. */
export function codeOf(search: URLSearchParams): Code | undefined {
  const [trn_id, url, token] = [search.get('trn_id'), search.get('url'), search.get('token')];
  return trn_id && url && token ? { trn_id, url, token } : undefined;
}
