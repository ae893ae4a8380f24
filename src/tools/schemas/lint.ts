import { lintSchemas } from './lint/lintSchemas';
import { readSchemaTexts, readWidgetNames } from './readTexts';

/** Prints every finding; 1 when there is one. */
export async function lint(): Promise<number> {
  const [texts, widgets] = await Promise.all([readSchemaTexts(), readWidgetNames()]);
  const findings = lintSchemas({ texts, widgets, today: new Date().toISOString().slice(0, 10) });
  for (const { file, line, path, code, mend } of findings)
    console.log(`schemas/${file}:${line}  ${code}  ${path}\n    ${mend}`);
  console.log(findings.length ? `\n${findings.length} to mend` : `${Object.keys(texts).length} files, nothing to mend`);
  return findings.length ? 1 : 0;
}
