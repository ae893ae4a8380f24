import { setImmediate } from 'node:timers/promises';
import ajvCompiler from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';

type Validate = ReturnType<ReturnType<ReturnType<typeof ajvCompiler>>>;
type Serialize = ReturnType<ReturnType<ReturnType<typeof SerializerSelector>>>;

const validator = once(() => ajvCompiler()({}, { customOptions: JUDGING }));
const serializer = once(() => SerializerSelector()());

const JUDGING = {
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  allErrors: false,
  allowUnionTypes: true,
} as const;

/** Of this process, by what they are compiled from: most schemas are the same few (refusals, parameters, keys). */
const validators = new Map<string, () => Validate>();
const serializers = new Map<string, () => Serialize>();

/**
 * Fastify's own compilers, but each schema is compiled once in a process, and not before the first request that it judges or writes:
 * all of them at the start took half of it.
 */
export function addLazyCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema }) => {
    const find = shared(validators, schema, () => validator()({ schema }));
    return (value) => find()(value) === true || { error: find().errors ?? [] };
  });
  app.setSerializerCompiler<object>(({ schema, method, url, httpStatus = '' }) => {
    const find = shared(serializers, schema, () => serializer()({ schema, method, url, httpStatus }));
    return (value) => find()(value);
  });
}

/** Compiles those that no request has asked for yet; requests that come meanwhile go first. */
export async function compileAhead(isStopped: () => boolean): Promise<void> {
  for (const compile of [...validators.values(), ...serializers.values()]) {
    if (isStopped()) return;
    compile();
    await setImmediate();
  }
}

function shared<Compiled>(known: Map<string, () => Compiled>, schema: object, compile: () => Compiled): () => Compiled {
  const key = JSON.stringify(schema);
  const found = known.get(key) ?? once(compile);
  known.set(key, found);
  return found;
}

function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
