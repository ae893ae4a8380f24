// Loads the masks now. Otherwise, they load on focus and may miss the first keys.
import '@maskito/core';
import '@maskito/kit';
import type { WidgetProps } from '@rjsf/utils';
import { act, cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach } from 'vitest';
import { getIn, setIn } from '../../../src/model/answers/paths';
import type { Answers, Path, SchemaNode } from '../../../src/model/types';
import { widgets } from '../../../widgets/index';
import { InTheme } from '../../support/inTheme';
import { createFakeServices, type FakeServices } from './createFakeServices';

export interface Drawing {
  schema?: SchemaNode;
  options?: Record<string, unknown>;
  value?: unknown;
  /** Other answers of the widget's row. */
  beside?: Answers;
  label?: string;
  placeholder?: string;
  message?: string;
  required?: boolean;
  readonly?: boolean;
  services?: FakeServices;
}

afterEach(cleanup);

const path: Path = ['row', 0, 'field'];
const id = 'section_row_0_field';

/** Renders one widget like the engine. `value()` returns its answer, `siblings()` all answers of its row. */
export function drawWidget(
  name: string,
  { beside = {}, value, services = createFakeServices(), ...drawing }: Drawing = {},
) {
  const store = createStore({ row: [{ ...beside, field: value }] });
  const left: unknown[] = [];
  const formContext = {
    section: 'section',
    context: { today: '2026-11-21' },
    services,
    form: {
      answers: store.answers,
      subscribe: store.subscribe,
      set: store.write,
      message: () => undefined,
      leave: () => undefined,
      removeRow: (list: Path, index: number) =>
        store.write([{ path: list, value: without(store.answers(), list, index) }]),
      pathOf: () => path,
    },
    readonly: Boolean(drawing.readonly),
  };

  return {
    ...render(<Host name={name} drawing={drawing} store={store} formContext={formContext} left={left} />, {
      wrapper: InTheme,
    }),
    user: userEvent.setup(),
    services,
    left,
    value: () => getIn(store.answers(), path),
    siblings: () => getIn(store.answers(), path.slice(0, -1)) as Answers,
    write: (sibling: string, next: unknown) => act(() => store.write([{ path: ['row', 0, sibling], value: next }])),
  };
}

function without(answers: Answers, list: Path, index: number): unknown[] {
  const rows = getIn(answers, list);
  return Array.isArray(rows) ? rows.filter((_, at) => at !== index) : [];
}

interface HostProps {
  name: string;
  drawing: Drawing;
  store: Store;
  formContext: unknown;
  left: unknown[];
}

function Host({ name, drawing, store, formContext, left }: HostProps) {
  const answers = useSyncExternalStore(store.subscribe, store.answers);
  const Widget = widgets[name];
  if (!Widget) throw new Error(`There is no widget '${name}'`);
  const props = {
    id,
    name: id,
    label: drawing.label ?? 'Field',
    value: getIn(answers, path),
    schema: drawing.schema ?? { type: 'string' },
    options: drawing.options ?? {},
    placeholder: drawing.placeholder,
    required: drawing.required,
    readonly: drawing.readonly,
    rawErrors: drawing.message === undefined ? undefined : [drawing.message],
    registry: { formContext },
    onChange: (next: unknown) => store.write([{ path, value: next }]),
    onBlur: () => left.push(getIn(store.answers(), path)),
    onFocus: () => undefined,
  } as unknown as WidgetProps;
  return (
    <form>
      <label htmlFor={id}>{props.label}</label>
      <Widget {...props} />
      <button type="button">Elsewhere</button>
    </form>
  );
}

type Store = ReturnType<typeof createStore>;

function createStore(start: Answers) {
  let answers = start;
  const listeners = new Set<() => void>();
  return {
    answers: () => answers,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener) && undefined;
    },
    write(changes: { path: Path; value: unknown }[]) {
      for (const change of changes) answers = setIn(answers, change.path, change.value);
      for (const listener of listeners) listener();
    },
  };
}
