import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const QUIET_MS = 500;
/** Milliseconds before closing, even if requests still arrive. */
const CLOSE_AFTER_MS = 2500;
const DESTROY_AFTER_MS = 3500;
const EXIT_AFTER_MS = 9000;

/** Closes the server on SIGINT, SIGTERM or a closed parent channel, within ten seconds. Call this before `listen`. */
export function shutDownGracefully(app: FastifyInstance): void {
  const connections = watchConnections(app);
  let isEnding = false;
  const end = (): void => {
    // A terminal signals the whole process group, so a signal may arrive twice.
    if (isEnding) return;
    isEnding = true;
    connections.closeAfterResponses();
    void connections
      .waitUntilQuiet()
      .then(() => app.close())
      .then(() => process.exit(0), exitWithError);
    void setTimeout(DESTROY_AFTER_MS).then(connections.destroyUnfinished);
    void setTimeout(EXIT_AFTER_MS).then(() => {
      app.log.warn('Something was still running when the process ended.');
      process.exit(0);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  if (process.connected) process.once('disconnect', end);
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

function watchConnections({ server }: FastifyInstance) {
  const open = new Map<Socket, Exchange | undefined>();
  let isEnding = false;
  let lastAt = 0;
  server.on('connection', (socket) => {
    lastAt = Date.now();
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    lastAt = Date.now();
    open.set(socket, { request, response });
    response.once('close', () => open.has(socket) && open.set(socket, undefined));
    if (isEnding) closeAfter(response);
  });
  return {
    closeAfterResponses() {
      isEnding = true;
      lastAt = Date.now();
      for (const exchange of open.values()) if (exchange) closeAfter(exchange.response);
    },
    async waitUntilQuiet() {
      const latest = Date.now() + CLOSE_AFTER_MS;
      while (Date.now() < latest && Date.now() - lastAt < QUIET_MS) {
        await setTimeout(QUIET_MS / 10);
        await setImmediate();
      }
    },
    destroyUnfinished() {
      for (const [socket, exchange] of open) if (!exchange?.request.complete) socket.destroy();
    },
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

function exitWithError(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
