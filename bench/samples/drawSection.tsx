import { act, cleanup, render } from '@testing-library/react';
import { createRef } from 'react';
import { SectionForm, type SectionHandle } from '../../src/engine/SectionForm';
import type { FormServices } from '../../src/model/formContext';
import type { Answers, Checker, Context, PlainSection, SchemaNode } from '../../src/model/types';
import { InTheme } from '../../tests/support/inTheme';

export const TODAY: Context = { today: '2026-11-21' };

const services: FormServices = {
  suggestAddresses: async () => [],
  documents: {
    list: () => [],
    subscribe: () => () => undefined,
    upload: () => Promise.reject(new Error('A sample has nowhere to upload to')),
    cancelUpload: async () => undefined,
    remove: async () => undefined,
    address: async () => '',
  },
  sources: { add: async () => ({ id: 1 }), remove: async () => undefined },
  confirm: async () => true,
  alert: async () => undefined,
  announce: () => undefined,
};

export interface Drawing {
  drawn: string[];
  saved: Answers;
}

/** Renders a section and submits it. Throws any error that the engine throws. */
export function drawSection(section: PlainSection, checker: Checker, answers: Answers, fields: string[]): Drawing {
  const ref = createRef<SectionHandle>();
  const draw = (initial: Answers) => (
    <SectionForm
      key={JSON.stringify(initial)}
      section={{ ...section, validator: '' }}
      checker={checker}
      context={TODAY}
      services={services}
      initial={initial}
      mode="live"
      ref={ref}
    />
  );
  try {
    const { container, rerender } = render(draw(withRows(section.schema, answers)), { wrapper: InTheme });
    const drawn = fields.filter((field) => hasControl(container, section.name, field));
    rerender(draw(answers));
    let saved: Answers = {};
    act(() => {
      saved = ref.current?.submit({ keepFocus: true }).answers ?? {};
    });
    return { drawn, saved };
  } finally {
    cleanup();
  }
}

/** Adds a row to each empty list, so that its fields can be counted. */
function withRows(schema: SchemaNode, answers: Answers): Answers {
  const filled = Object.entries(schema.properties ?? {}).map(([name, node]) => [name, fill(node, answers[name])]);
  return { ...answers, ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)) };
}

function fill(node: SchemaNode, value: unknown): unknown {
  if (node.type === 'object') return withRows(node, Object(value));
  if (node.type !== 'array') return value;
  const rows: unknown[] = Array.isArray(value) && value.length > 0 ? value : [undefined];
  return rows.map((row) => fill(node.items ?? {}, row) ?? '');
}

const CONTROLS = 'input, select, textarea, [role=combobox]';

function hasControl(container: HTMLElement, section: string, field: string): boolean {
  const id = [section, ...field.split('/').map((part) => (part === '[]' ? '0' : part))].join('_');
  const found = [...container.querySelectorAll(`[id="${id}"]`)];
  return found.some((element) => element.matches(CONTROLS) || element.querySelector(CONTROLS) !== null);
}
