import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServedWords } from '../../contract/forms';
import { isRecord } from '../../model/paths';
import type { SchemaFiles } from '../../model/types';
import { findRoot } from '../config';
import type { Words } from './languages';
import { heldFiles } from './schemaFiles';

/** What the built app says by itself (src/app/language/wordsPlugin.ts writes it). */
export interface BuiltWords {
  /** Its name. */
  build: string;
  /** That of the code alone. */
  program: string;
  languages: NonNullable<ServedWords['languages']>;
  files: Record<string, unknown>;
  words: Record<string, Words>;
}

/** Undefined where there is no build: tests, and `npm run dev`, whose pages are made of the files as they are. */
export function readBuilt(): BuiltWords | undefined {
  const file = path.join(findRoot(), 'dist/app/words.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The code that runs, by what it was built with; staff change schemas/ under it, a release exchanges both. */
export interface Program {
  /** The same for the same code; empty where it runs from its source. */
  name: string;
  /** The files of which it asks for members by name, with each that it asks for; to be called before those in force are exchanged for them. */
  asked(): SchemaFiles;
}

const isSource = import.meta.url.endsWith('.ts');

/** What runs here, by what it was built with. */
export function readProgram(built = readBuilt()): Program {
  const { program = '', files = {} } = (!isSource && built) || {};
  return {
    name: program,
    asked() {
      const spoken = Object.entries(files).map(([name, content]) => [`${name}.json`, content]);
      return { ...Object.fromEntries(spoken), ...structuredClone(heldFiles) };
    },
  };
}

/** Texts that were in force under another program, with everything that this one asks for by name and they lack; what they say stays. */
export function fillAsked(texts: Record<string, string>, asked: SchemaFiles): Record<string, string> {
  // A flow names forms, which only the files themselves have.
  const named = Object.entries(asked).filter(([file]) => !file.startsWith('flows/'));
  const filled = named.map(([file, content]) => {
    const said: unknown = JSON.parse(texts[file] ?? 'null');
    return [file, JSON.stringify(fill(content, said))];
  });
  return { ...texts, ...Object.fromEntries(filled) };
}

function fill(asked: unknown, said: unknown): unknown {
  if (!isRecord(asked) || !isRecord(said)) return typeof said === typeof asked ? said : asked;
  const members = Object.entries(asked).map(([name, content]) => [name, fill(content, said[name])]);
  return { ...said, ...Object.fromEntries(members) };
}
