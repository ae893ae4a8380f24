import net, { type AddressInfo } from 'node:net';
import { createMessageReader, type Message } from './messages';

export interface WireProxy {
  port: number;
  /** From now on, commits fail and connections break. */
  startFaults(faults: Faults): void;
  stopFaults(): void;
  counts: { commits: number; conflicts: number; drops: number };
  close(): Promise<void>;
}

/** Fractions of all commits. */
export interface Faults {
  /** Commits that are rolled back with error 40001. */
  conflicts: number;
  /** Commits whose connection breaks, alternating between before and after the commit. */
  drops: number;
}

const NONE: Faults = { conflicts: 0, drops: 0 };
const CONFLICT = '40001';

/** A PostgreSQL proxy that acts like a database that aborts commits and drops connections. */
export async function startWireProxy(host: string, port: number): Promise<WireProxy> {
  let faults = NONE;
  const counts = { commits: 0, conflicts: 0, drops: 0 };
  const sockets = new Set<net.Socket>();
  const draw = (): CommitFault => {
    counts.commits += 1;
    const number = Math.random();
    if (number < faults.conflicts) return 'conflict';
    if (number >= faults.conflicts + faults.drops) return 'pass';
    counts.drops += 1;
    return counts.drops % 2 === 0 ? 'drop' : 'drop-after';
  };
  const server = net.createServer((client) => {
    const database = net.connect(port, host);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    relay(client, database, draw, () => {
      counts.conflicts += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    startFaults(given) {
      faults = given;
    },
    stopFaults() {
      faults = NONE;
    },
    counts,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

type CommitFault = 'pass' | 'conflict' | 'drop' | 'drop-after';

function relay(client: net.Socket, database: net.Socket, draw: () => CommitFault, noteConflict: () => void): void {
  let fate: CommitFault = 'pass';
  /** Status in PostgreSQL's protocol: idle, in a transaction, or in a failed one. */
  let state = '';
  let batch: Message[] = [];
  const fromClient = createMessageReader(true, (message) => {
    batch.push(message);
    // Extended messages come in a batch that ends with Sync.
    if (message.type !== '' && 'PBDEC'.includes(message.type)) return;
    const whole = batch;
    batch = [];
    fate = isCommit(whole, state) ? draw() : 'pass';
    if (fate === 'drop') return void client.destroy();
    if (fate !== 'conflict') return void database.write(Buffer.concat(whole.map(({ bytes }) => bytes)));
    noteConflict();
    if (state === 'T') return void database.write(query('rollback'));
    fate = 'pass';
    client.write(refusal());
  });
  const fromDatabase = createMessageReader(false, ({ type, bytes }) => {
    if (type === 'Z') state = String.fromCharCode(bytes[5] ?? 0);
    if (fate === 'drop-after') return void (type === 'Z' && client.destroy());
    if (fate !== 'conflict') return void client.write(bytes);
    if (type !== 'Z') return;
    fate = 'pass';
    client.write(refusal());
  });
  client.on('data', fromClient);
  database.on('data', fromDatabase);
}

/** True for the end of a transaction, or for a statement outside of one. */
function isCommit(batch: readonly Message[], state: string): boolean {
  const [{ type, bytes } = { type: '', bytes: Buffer.alloc(0) }] = batch;
  const text = type === 'Q' ? bytes.subarray(5, -1).toString() : '';
  if (state === 'T') return /^commit\b/i.test(text);
  return (
    state === 'I' && (type === 'P' || type === 'B' || (type === 'Q' && !/^\s*(begin|rollback|listen)\b/i.test(text)))
  );
}

function frame(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const query = (sql: string) => frame('Q', Buffer.from(`${sql}\0`));

/** An error message, and ready for the next query. */
const refusal = () =>
  Buffer.concat([
    frame('E', Buffer.from(`SERROR\0VERROR\0C${CONFLICT}\0Mcould not serialize access\0\0`)),
    frame('Z', Buffer.from('I')),
  ]);
