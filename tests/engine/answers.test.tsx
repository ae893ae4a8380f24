// @vitest-environment jsdom
import type { WidgetProps } from '@rjsf/utils';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SectionFormContext } from '../../src/model/formContext';
import { reservedNames } from '../../src/model/section/reservedNames';
import { renderForm, sectionOf } from './renderForm';

const { draws, onProbe } = vi.hoisted(() => ({ draws: [] as string[], onProbe: vi.fn() }));
vi.mock('../../widgets/index', async (load) => {
  const all = await load<typeof import('../../widgets/index')>();
  const { Text } = all.widgets;
  return {
    ...all,
    widgets: {
      ...all.widgets,
      Text(props: WidgetProps) {
        draws.push(props.id);
        return Text ? <Text {...props} /> : null;
      },
      Probe({ id, registry }: WidgetProps) {
        onProbe(registry.formContext);
        return <output id={id} />;
      },
    },
  };
});

afterEach(cleanup);

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('answers of a section form', () => {
  const person = sectionOf({
    properties: {
      first: { type: 'string', title: 'First name' },
      last: { type: 'string', title: 'Last name' },
      rent: { type: 'number', title: 'Rent' },
      floor_plan: {
        type: 'integer',
        title: 'Floor',
        oneOf: [
          { const: 1, title: 'Ground' },
          { const: 2, title: 'First' },
        ],
      },
    },
  });

  it('are reported at every key press, including text still in the field', async () => {
    const { user, saved } = renderForm(person);
    await user.type(box('First name'), 'Al');
    expect(saved).toEqual([{ first: 'A' }, { first: 'Al' }]);
    await user.clear(box('First name'));
    expect(saved.at(-1)).toEqual({});
  });

  it("rerender only their own field while they're typed", async () => {
    const { user } = renderForm(person, { mode: 'debounced' });
    draws.length = 0;
    await user.type(box('First name'), 'Al');
    expect(new Set(draws)).toEqual(new Set(['sample_first']));
  });

  it("of a number field keep the typed text, also if it isn't a number", async () => {
    const { user, handle } = renderForm(person);
    await user.type(box('Rent'), '12.50');
    expect(box('Rent').value).toBe('12.50');
    expect(handle().answers()).toEqual({ rent: 12.5 });
    await user.clear(box('Rent'));
    await user.type(box('Rent'), '1x');
    expect(box('Rent').value).toBe('1x');
    expect(handle().answers()).toEqual({ rent: '1x' });
  });

  it('of a select have the type of the option', async () => {
    const { user, handle } = renderForm(person);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Floor' }), 'First');
    expect(handle().answers()).toEqual({ floor_plan: 2 });
  });

  it('include what a browser fills in', () => {
    const { handle } = renderForm(person);
    act(() => void fireEvent.change(box('Last name'), { target: { value: 'Low' } }));
    expect(handle().answers()).toEqual({ last: 'Low' });
  });

  it.each(reservedNames)('are rendered and typed in a field named %s', async (name) => {
    const fields = Object.fromEntries([[name, { type: 'string' as const, title: 'Odd' }]]);
    const { user, saved } = renderForm(
      sectionOf({ properties: { ...fields, group: { type: 'object', properties: fields } } }),
    );
    const [outer, inner] = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Odd' });
    expect([outer?.value, inner?.value]).toEqual(['', '']);
    await user.type(inner as HTMLInputElement, 'x');
    expect(JSON.stringify(saved)).toBe(JSON.stringify([{ group: Object.fromEntries([[name, 'x']]) }]));
  });

  it('have ids and names from section and path', () => {
    renderForm(person);
    expect([box('Last name').id, box('Last name').name]).toEqual(['sample_last', 'sample_last']);
  });
});

describe('what a widget can do with its form', () => {
  let context: SectionFormContext;

  beforeEach(() => {
    onProbe.mockImplementation((formContext: SectionFormContext) => {
      context = formContext;
    });
  });

  const home = sectionOf(
    {
      properties: {
        home_address: {
          type: 'object',
          properties: {
            probe: { type: 'string', title: 'Probe' },
            street: { type: 'string', title: 'Street' },
            city_name: { type: 'string', title: 'City' },
          },
        },
      },
    },
    { home_address: { probe: { 'ui:widget': 'Probe' } } },
  );

  it('writes several answers in one change, over text that is being typed', async () => {
    const { user, saved } = renderForm(home);
    await user.type(box('Street'), '12 Oa');
    saved.length = 0;
    act(() =>
      context.form.set([
        { path: ['home_address', 'street'], value: '12 Oak St' },
        { path: ['home_address', 'city_name'], value: 'Austin' },
      ]),
    );
    expect([box('Street').value, box('City').value]).toEqual(['12 Oak St', 'Austin']);
    expect(saved).toEqual([{ home_address: { street: '12 Oak St', city_name: 'Austin' } }]);
  });

  it('reads answers as typed and is notified of changes', async () => {
    const { user } = renderForm(home);
    const changes: unknown[] = [];
    const stop = context.form.subscribe(() => changes.push(context.form.answers()));
    await user.type(box('City'), 'A');
    stop();
    await user.type(box('City'), 'b');
    expect(changes).toEqual([{ home_address: { city_name: 'A' } }]);
  });

  it('finds the path of an id with underscores in names', () => {
    renderForm(home);
    expect(context.form.pathOf('sample_home_address_city_name')).toEqual(['home_address', 'city_name']);
    expect(() => context.form.pathOf('sample_home')).toThrow("no field with the id 'sample_home'");
  });

  it("gets updates of the app's data", () => {
    const { again } = renderForm(home);
    again({ context: { today: '2030-01-01' }, readonly: true });
    expect([context.context.today, context.readonly]).toEqual(['2030-01-01', true]);
  });
});

describe('options of a field', () => {
  const unit = sectionOf(
    {
      properties: {
        floor: { type: 'string', title: 'Floor' },
        unit: { type: 'integer', title: 'Unit' },
      },
    },
    {
      floor: {
        'ui:widget': 'Select',
        'ui:options': {
          source: 'floors',
          label: 'Floor {Code}',
          value: 'ID',
          exclude: [9],
          extra: [{ value: 'any', label: 'Any' }],
          clears: ['unit'],
        },
      },
      unit: {
        'ui:widget': 'Select',
        'ui:options': { source: 'units', label: '{Name}, {Rent}', value: 'ID', filter: { FloorID: 'floor' } },
      },
    },
  );
  const context = {
    today: '2026-11-21',
    lists: {
      floors: [
        { ID: 1, Code: 'A' },
        { ID: 2, Code: 'B' },
        { ID: 9, Code: 'Z' },
      ],
      units: [
        { ID: 11, FloorID: 1, Name: '101', Rent: 900 },
        { ID: 21, FloorID: 2, Name: '201', Rent: 950 },
      ],
    },
  };
  const choices = (name: string) =>
    [...screen.getByRole<HTMLSelectElement>('combobox', { name }).options].slice(1).map(({ text }) => text);

  it("come from the server's lists, filtered by a sibling answer", async () => {
    const { user, handle } = renderForm(unit, { context });
    expect(choices('Floor')).toEqual(['Floor A', 'Floor B', 'Any']);
    expect(choices('Unit')).toEqual([]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Floor' }), 'Floor B');
    expect(choices('Unit')).toEqual(['201, 950']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), '201, 950');
    expect(handle().answers()).toEqual({ floor: '2', unit: 21 });
  });

  it('clear a dependent answer when another option is chosen', async () => {
    const { user, handle } = renderForm(unit, { context, initial: { floor: '2', unit: 21 } });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Floor' }), 'Floor A');
    await waitFor(() => expect(handle().answers()).toEqual({ floor: '1' }));
  });
});

describe('ui:options.answers', () => {
  const proof = sectionOf(
    {
      properties: {
        can: { type: 'string', title: 'Can you?', enum: ['Yes', 'No'] },
        kind: { type: 'string', title: 'Kind' },
      },
    },
    { can: { 'ui:widget': 'YesNo' }, kind: { 'ui:options': { answers: { can: 'Yes' } } } },
  );
  const kind = () => screen.getByRole('textbox', { name: 'Kind' });

  it("fills in a sibling's missing answer, but not before something is entered", async () => {
    const { user, handle } = renderForm(proof);
    expect(handle().answers()).toEqual({});
    await user.type(kind(), 'a');
    expect(handle().answers()).toEqual({ can: 'Yes', kind: 'a' });
  });

  it('changes no existing answer, and fills in none when the field is emptied', async () => {
    const { user, handle } = renderForm(proof, { initial: { can: 'No', kind: 'a' } });
    await user.type(kind(), 'b');
    expect(handle().answers()).toEqual({ can: 'No', kind: 'ab' });
    await user.clear(kind());
    expect(handle().answers()).toEqual({ can: 'No' });
  });
});
