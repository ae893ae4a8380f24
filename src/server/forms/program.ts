import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServedMessages } from '../../contract/forms';
import { isRecord } from '../../model/answers/paths';
import { builtFiles } from '../../model/messages/liveFiles';
import type { SchemaFiles } from '../../model/types';
import { findRoot } from '../platform/config';
import type { Translations } from './languages';

/** Written by src/messages/messagesPlugin.ts. */
export interface BuiltMessages {
  build: string;
  /** Hash of the program without its messages. */
  program: string;
  languages: NonNullable<ServedMessages['languages']>;
  files: Record<string, unknown>;
  words: Record<string, Translations>;
}

export function readBuiltMessages(): BuiltMessages | undefined {
  const file = path.join(findRoot(), 'dist/app/words.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export interface Program {
  /** Empty if the program runs from source. */
  name: string;
  requiredFiles(): SchemaFiles;
}

const isSource = import.meta.url.endsWith('.ts');

export function readProgram(built = readBuiltMessages()): Program {
  const { program = '', files = {} } = (!isSource && built) || {};
  return {
    name: program,
    requiredFiles() {
      const names = { ...files, ...builtFiles() };
      return Object.fromEntries(Object.entries(names).map(([name, file]) => [`${name}.json`, Object(file)]));
    },
  };
}

/** Adds folders that the previous release didn't have, such as `jurisdictions`. */
export function addNewFolders(
  existing: Record<string, string>,
  released: Record<string, string>,
): Record<string, string> {
  const folders = new Set(Object.keys(existing).map(path.dirname));
  const added = Object.entries(released).filter(([file]) => !folders.has(path.dirname(file)));
  return { ...existing, ...Object.fromEntries(added) };
}

export function fillRequired(texts: Record<string, string>, required: SchemaFiles): Record<string, string> {
  // Flows stay unchanged, because only the schema files define steps.
  const named = Object.entries(required).filter(([file]) => !file.startsWith('flows/'));
  const filled = named.map(([file, content]) => {
    const existing: unknown = JSON.parse(texts[file] ?? 'null');
    return [file, JSON.stringify(fill(content, existing))];
  });
  return { ...texts, ...Object.fromEntries(filled) };
}

function fill(required: unknown, existing: unknown): unknown {
  if (!isRecord(required) || !isRecord(existing)) return typeof existing === typeof required ? existing : required;
  const members = Object.entries(required).map(([name, content]) => [name, fill(content, existing[name])]);
  return { ...existing, ...Object.fromEntries(members) };
}
