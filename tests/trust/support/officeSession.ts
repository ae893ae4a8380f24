import { runOnServer } from '../../../src/server/platform/db/operatorSocket';
import type { AnyServer } from '../../support/anyServer';
import { codeOf, enter } from '../../support/officePeople';

/** A user of the demo's office, with their secrets. */
export interface TestOfficeUser {
  headers: { cookie: string };
  /** The invitation's token. */
  token: string;
  /** The authenticator's secret. */
  factor: string;
}

/** Runs an operator's command on the server of `folder`. Throws if it's refused. */
export async function runOperatorCommand(folder: string, command: string): Promise<string> {
  const result = await runOnServer(folder, { args: command.split(' '), cwd: folder });
  if (result?.code !== 0) throw new Error(`${command}: ${JSON.stringify(result)}`);
  return JSON.stringify(result);
}

/** Invites a user with the operator command. The user opens the printed link and sets up an authenticator. */
export async function logInToOffice(
  server: Pick<AnyServer, 'app'>,
  folder: string,
  email: string,
): Promise<TestOfficeUser> {
  const printed = await runOperatorCommand(folder, `office invite demo ${email} --role owner`);
  const token = /enter#([\w-]{43})/.exec(printed)?.[1] ?? '';
  const headers = { cookie: await enter(server, token) };
  const post = (url: string, payload?: object) =>
    server.app.inject({ method: 'POST', url: `/api/office/factor${url}`, headers, payload });
  const factor: string = (await post('/begin')).json().records.secret;
  const response = await post('', { code: codeOf(factor, new Date()) });
  if (response.statusCode !== 200) throw new Error(response.body);
  return { headers, token, factor };
}
