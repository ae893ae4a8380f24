import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Flow, FlowSection } from '../../src/model/types';

/** Rewrites JSON files in a folder of schema files. Returns a function that undoes it. */
export async function changeFiles(
  folder: string,
  changes: Record<string, (content: never) => unknown>,
): Promise<() => Promise<void>> {
  const before = new Map<string, string>();
  for (const [file, change] of Object.entries(changes)) {
    const place = path.join(folder, file);
    const text = await readFile(place, 'utf8');
    before.set(place, text);
    const content = JSON.parse(text);
    await writeFile(place, `${JSON.stringify(change(content as never) ?? content, null, 2)}\n`);
  }
  return async () => {
    for (const [place, text] of before) await writeFile(place, text);
  };
}

const PERSONAS = ['robin-hale', 'mae-li', 'sam-ortega', 'refused'];

type Persona = { flows: { application: Record<string, Record<string, unknown>> } };

/** Changes that move a section to another step, including in personas. */
export function sectionMoves(section: string, from: string, to: string) {
  const moveInFlow = ({ steps }: Flow) => {
    const [source, target] = [from, to].map((id) => steps.find((step) => step.id === id));
    const at = source?.sections.findIndex((one) => one.section === section) ?? -1;
    const [moved] = source?.sections.splice(at, 1) ?? [];
    target?.sections.push(moved as FlowSection);
  };
  const moveInPersona = ({ flows: { application } }: Persona) => {
    const { [section]: answers, ...others } = application[from] ?? {};
    application[from] = others;
    if (answers) application[to] = { ...application[to], [section]: answers };
  };
  return {
    'flows/application.json': moveInFlow,
    ...Object.fromEntries(PERSONAS.map((name) => [`personas/${name}.json`, moveInPersona])),
  };
}
