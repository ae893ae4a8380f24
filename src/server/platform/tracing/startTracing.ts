import { setTimeout as wait } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import type { Config } from '../config';
import { traceCalls } from './traceCalls';

const FLUSH_MS = 2000;

/** Sends traces to `config.tracesTo` (OTLP over HTTP). Returns a stop function that sends the remaining spans. */
export async function startTracing({ tracesTo }: Pick<Config, 'tracesTo'>): Promise<(() => Promise<void>) | undefined> {
  if (!tracesTo) return undefined;
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${tracesTo.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'rental-portal' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const stopCalls = traceCalls();
  return async () => {
    stopCalls();
    await Promise.race([provider.shutdown().catch(() => {}), wait(FLUSH_MS, undefined, { ref: false })]);
    trace.disable();
  };
}
