import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps';
import { refuseOtherClaims } from '../http/refuseOtherClaims';
import { answer, bodyOf } from '../http/reply';

const text = { type: 'string', minLength: 1, maxLength: 512 };

/** Fresh tokens: three addresses in the specification, one rotation behind them. */
export function tokenRoutes(api: FastifyInstance, deps: Deps): void {
  for (const url of ['/users/refreshToken', '/auth/refreshtoken', '/token/refresh'])
    api.post<{ Body: { refreshtoken: string } }>(
      url,
      {
        config: { open: true },
        schema: {
          tags: ['Login'],
          summary: 'Exchanges a refresh token for fresh tokens',
          body: bodyOf({ refreshtoken: text }, { email: text, trn_id: text }),
        },
      },
      async (request) => {
        await deps.limits.take('refresh', { address: request.ip });
        const { token, refreshToken } = await deps.sessions.refresh(request.body.refreshtoken, (applicant) =>
          refuseOtherClaims(applicant, request),
        );
        return { ...answer({ token, refreshToken }), tokendata: { token, refreshToken } };
      },
    );
}
