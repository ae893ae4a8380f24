import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject, plainEnvironment } from './projectCopy';

const ROOT = path.join(import.meta.dirname, '../..');

/** README's numbered steps: texts and commands. */
const STEPS = readSteps();

function readSteps(): { text: string; commands: string[] }[] {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const part = readme.split('## Add a section in five steps')[1]?.split('\n## ')[0] ?? '';
  return [...part.matchAll(/^\d\. (.*)$/gm)].map(([, text = '']) => ({
    text,
    commands: [...text.matchAll(/`((?:npm|npx) [^`]+)`/g)].map(([, command = '']) => command),
  }));
}

// Replaces `<name>` in the README.
const NAME = 'house-plants';

describe('the five steps of the README, in a copy of the project', () => {
  let copy: string;
  beforeAll(() => {
    copy = copyProject();
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  const run = (command: string) => {
    const [program = '', ...args] = command.replace('<name>', NAME).split(' ');
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: copy,
      encoding: 'utf8',
      env: plainEnvironment(),
    });
    return { status, output: `${stdout}${stderr}` };
  };
  const file = (name: string) => path.join(copy, 'schemas', name);

  it('are exactly five', () => expect(STEPS).toHaveLength(5));

  it('1: the command writes the files in the step, and lint passes once the listed texts are translated', () => {
    const [command = ''] = STEPS[0]?.commands ?? [];
    const { status, output } = run(command);
    expect(status, output).toBe(0);
    const named = [...(STEPS[0]?.text.matchAll(/`schemas\/([^`]+)`/g) ?? [])].map(([, name = '']) =>
      name.replace('<name>', NAME),
    );
    expect(named).toHaveLength(5);
    for (const name of named) expect(existsSync(file(name)), name).toBe(true);
    for (const name of named) expect(output).toContain(`schemas/${name}`);
    expect(output).toContain('Wrote schemas/personas/refused.json');
    expect(output).toContain('Translate in schemas/translations/es.json: "House plants"');
    const found = run('npm run -s schemas -- lint').output;
    expect([...found.matchAll(/:\d+ {2}([\w-]+)/g)].map(([, code]) => code)).toEqual(
      expect.arrayContaining(['missing-translation']),
    );
    edit('translations/es.json', ({ texts }) => {
      for (const text of JSON.parse(`[${/es\.json: (".*")/.exec(output)?.[1]}]`)) texts[text] = `${text} (es)`;
    });
    expect(run('npm run -s schemas -- lint')).toMatchObject({ status: 0 });
  });

  it('2 and 3: a question, its widget and answers to it are added', () => {
    edit(`${NAME}.schema.json`, (section) => {
      section.properties.is_green = { $ref: 'definitions/yes-no.json', title: 'Is one of them green?' };
    });
    edit(`${NAME}.ui.json`, (ui) => {
      ui.is_green = { 'ui:widget': 'YesNo' };
    });
    for (const name of ['mae-li', 'robin-hale', 'sam-ortega'])
      edit(`personas/${name}.json`, ({ flows }) => {
        flows.application.identification[NAME].is_green = 'Yes';
      });
  });

  it('4: lint names the missing texts, and passes once they exist', () => {
    const command = STEPS[3]?.commands[0]?.replace(' --watch', '') ?? '';
    const { status, output } = run(command);
    expect(status).toBe(1);
    expect(output).toContain('missing-translation');
    expect(output).toContain('Is one of them green?');
    edit('translations/es.json', ({ texts }) => {
      texts['Is one of them green?'] = '¿Es verde una de ellas?';
    });
    expect(run(command)).toMatchObject({ status: 0 });
  });

  it('5: the section is formatted and can be filled in, and the step names the command for the tests', () => {
    expect(STEPS[4]?.commands).toEqual(['npm run format', 'npx vitest run tests/schemas -u', 'npm test']);
    expect(run('npm run format')).toMatchObject({ status: 0 });
    expect(run(`npm run -s schemas -- prove ${NAME}`)).toMatchObject({ status: 0 });
    expect(run('npm run -s schemas -- lint')).toMatchObject({ status: 0 });
  });

  // biome-ignore lint/suspicious/noExplicitAny: files of any kind, changed in place.
  function edit(name: string, change: (content: any) => void): void {
    const content = JSON.parse(readFileSync(file(name), 'utf8'));
    change(content);
    writeFileSync(file(name), JSON.stringify(content, null, 2));
  }
});
