import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Does nothing until `startTracing` has run. */
export const tracer = () => trace.getTracer('portal');

/** Runs `work` in a span of this name, which records an error that it throws. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Its message may quote an answer, so only its type is recorded. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}

/** Starts a span below the running one. Undefined if none runs: polling is left out. */
export function startChild(name: string, attributes: Attributes): Span | undefined {
  if (!trace.getSpan(context.active())?.isRecording()) return undefined;
  return tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes });
}

/** What a log line needs to be found by its trace, and the other way around. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getSpan(context.active());
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
