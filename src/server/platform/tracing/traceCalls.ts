import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Span } from '@opentelemetry/api';
import { failSpan, startChild } from './spans';

interface CallMessage {
  request: { origin?: unknown; method?: string };
  response?: { statusCode?: number };
  error?: unknown;
}

/** Adds a span per `fetch` call. Leaves out paths, because they can contain personal data. Returns a stop function. */
export function traceCalls(): () => void {
  const spans = new WeakMap<object, Span>();
  const on = (name: string, act: (message: CallMessage) => void) => {
    const listen = (message: unknown): void => act(message as CallMessage);
    subscribe(`undici:request:${name}`, listen);
    return () => unsubscribe(`undici:request:${name}`, listen);
  };
  const stops = [
    on('create', ({ request }) => {
      const server = String(request.origin ?? '');
      const attributes = { 'http.request.method': request.method ?? '', 'server.address': server };
      const span = startChild(`${request.method} ${server}`, attributes);
      if (span) spans.set(request, span);
    }),
    on('headers', ({ request, response }) =>
      spans.get(request)?.setAttribute('http.response.status_code', response?.statusCode ?? 0),
    ),
    on('trailers', ({ request }) => spans.get(request)?.end()),
    on('error', ({ request, error }) => {
      const span = spans.get(request);
      if (span) failSpan(span, error);
      span?.end();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
