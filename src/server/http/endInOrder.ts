import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** In milliseconds: so long after the last request the door is closed; what was sent before is answered. */
const QUIET = 500;
/** In milliseconds after the signal: the door is closed however many still come. */
const CLOSE_AFTER = 2500;
/** Whoever has not sent the whole request by then is cut off. */
const CUT_AFTER = 3500;
/** What runs by then is left to its lease or to the applicant's next try, as if the process had been killed. */
const EXIT_AFTER = 9000;

/**
 * Ends the process in order on SIGINT or SIGTERM, and when the process that started it with a channel is gone: requests that were sent are
 * answered, idle and unfinished connections closed, running work finished; within ten seconds, whatever callers do. Call it before `listen`.
 */
export function endInOrder(app: FastifyInstance): void {
  const connections = watchConnections(app);
  let isEnding = false;
  const end = (): void => {
    // A terminal signals the whole group, so that the same signal comes from several sides.
    if (isEnding) return;
    isEnding = true;
    connections.letGo();
    void connections
      .becomeQuiet()
      .then(() => app.close())
      .then(() => process.exit(0), endWith);
    void setTimeout(CUT_AFTER).then(connections.cutUnfinished);
    void setTimeout(EXIT_AFTER).then(() => {
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

/** Every open connection, with the request that is answered on it. */
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
    if (isEnding) endAfter(response);
  });
  return {
    /** A connection ends with its next answer, so that nobody sends another request into its end. */
    letGo() {
      isEnding = true;
      lastAt = Date.now();
      for (const exchange of open.values()) if (exchange) endAfter(exchange.response);
    },
    async becomeQuiet() {
      const latest = Date.now() + CLOSE_AFTER;
      while (Date.now() < latest && Date.now() - lastAt < QUIET) {
        await setTimeout(QUIET / 10);
        // What waits in the sockets is read before it is asked again whether anything came.
        await setImmediate();
      }
    },
    cutUnfinished() {
      for (const [socket, exchange] of open) if (!exchange?.request.complete) socket.destroy();
    },
  };
}

function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

function endWith(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
