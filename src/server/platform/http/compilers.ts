import { setImmediate } from 'node:timers/promises';
import ajvCompiler from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';

type Validate = ReturnType<ReturnType<ReturnType<typeof ajvCompiler>>>;
type Serialize = ReturnType<ReturnType<ReturnType<typeof SerializerSelector>>>;

const validator = lazy(() => ajvCompiler()({}, { customOptions: AJV_OPTIONS }));
const serializer = lazy(() => SerializerSelector()());

const AJV_OPTIONS = {
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  allErrors: false,
  allowUnionTypes: true,
} as const;

const validators = new Map<string, () => Validate>();
const serializers = new Map<string, () => Serialize>();

/** Compiles each schema on first use, because compiling all of them would slow down startup. */
export function addLazyCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema }) => {
    const find = compileOnce(validators, schema, () => validator()({ schema }));
    return (value) => find()(value) === true || { error: find().errors ?? [] };
  });
  app.setSerializerCompiler<object>(({ schema, method, url, httpStatus = '' }) => {
    const find = compileOnce(serializers, schema, () => serializer()({ schema, method, url, httpStatus }));
    return (value) => find()(value);
  });
}

export async function compileAhead(isStopped: () => boolean): Promise<void> {
  for (const compile of [...validators.values(), ...serializers.values()]) {
    if (isStopped()) return;
    compile();
    await setImmediate();
  }
}

function compileOnce<Compiled>(
  known: Map<string, () => Compiled>,
  schema: object,
  compile: () => Compiled,
): () => Compiled {
  const key = JSON.stringify(schema);
  const found = known.get(key) ?? lazy(compile);
  known.set(key, found);
  return found;
}

function lazy<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
