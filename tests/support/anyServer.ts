import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Forms } from '../../src/server/forms/forms';

export type AnyAnswer = Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'rawPayload' | 'headers' | 'json'>;

/**
 * What helpers need from a server: the one in this process (serverFixture.ts), or one over HTTP
 * (trust/support/remoteServer.ts).
 */
export interface AnyServer {
  app: { inject(options: InjectOptions): Promise<AnyAnswer> };
  deps: { forms: Pick<Forms, 'findStep'> };
}
