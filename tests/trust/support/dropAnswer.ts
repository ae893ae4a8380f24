import { createServer, request as forward } from 'node:http';
import { type Listening, listenLocally } from '../../support/listenLocally';

/** Starts a proxy that forwards each call, waits for the whole response, and then closes the connection without it. */
export function dropAnswers(target: string): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const hangUp = () => outgoing.destroy();
    const onward = forward(target + url, { method, headers }, (answer) => answer.resume().on('end', hangUp));
    onward.on('error', hangUp);
    incoming.pipe(onward);
  });
  return listenLocally(server);
}
