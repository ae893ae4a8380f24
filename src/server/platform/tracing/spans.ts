import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Returns a tracer that records nothing until `startTracing` has run. */
export const tracer = () => trace.getTracer('portal');

export function runInSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
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

/** Records only the error's type, because its message may quote an answer. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}

/** Starts a child of the active span. Returns undefined if no span is active. */
export function startChild(name: string, attributes: Attributes): Span | undefined {
  if (!trace.getSpan(context.active())?.isRecording()) return undefined;
  return tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes });
}

export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getSpan(context.active());
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
