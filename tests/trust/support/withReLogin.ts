import type { AnyServer } from '../../support/anyServer';
import { PASSWORD } from '../../support/serverApplicants';

/** The same server, but applicants log in again after a 401, for example when their access token has expired. */
export function withReLogin({ app, deps }: AnyServer): AnyServer {
  const tokens = new Map<string, string>();
  return {
    deps,
    app: {
      async inject(options) {
        const headers = options.headers as Record<string, string> | undefined;
        const { email = '', authorization } = headers ?? {};
        const send = () =>
          app.inject({
            ...options,
            headers: { ...headers, ...(authorization && { authorization: tokens.get(email) ?? authorization }) },
          });
        const answer = await send();
        if (answer.statusCode !== 401 || !authorization) return answer;
        const payload = { email, password: PASSWORD };
        const login = await app.inject({ method: 'POST', url: '/api/users/login', payload });
        if (login.statusCode !== 200) return login;
        tokens.set(email, login.json().records.token);
        return send();
      },
    },
  };
}
