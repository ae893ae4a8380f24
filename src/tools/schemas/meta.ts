import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSchemaFiles } from '../../server/forms/schemaFiles';
import { findRoot } from '../../server/root';
import { editorLists } from './lint/editorLists';
import { readWidgetNames } from './readTexts';

/** Writes the lists of widgets and keywords in schemas/meta as the program knows them. */
export async function meta(): Promise<number> {
  const lists = editorLists(await readSchemaFiles(), await readWidgetNames());
  for (const { file, content } of lists) {
    await writeFile(path.join(findRoot(), 'schemas', file), `${JSON.stringify(content, null, 2)}\n`);
    console.log(`schemas/${file} written`);
  }
  return 0;
}
