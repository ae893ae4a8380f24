// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveSection } from '../../src/model/section/resolveSection';
import { NO_SETTINGS } from '../support/sampleSection';
import { realCatalog } from '../support/schemaFiles';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

describe('SectionForm', () => {
  it("renders groups as fieldsets in the ui's order and width, with help and description", () => {
    const section = sectionOf(
      {
        properties: {
          plain: { type: 'string', title: 'Plain', description: 'As it is said' },
          car: { type: 'object', title: 'Your car', properties: { make: { type: 'string', title: 'Make' } } },
        },
      },
      { 'ui:order': ['car', 'plain'], plain: { 'ui:help': 'Any text', 'ui:options': { width: 'half' } } },
    );
    renderForm(section);
    expect(screen.getByRole('group', { name: 'Your car' }).tagName).toBe('FIELDSET');
    expect(screen.getAllByRole('textbox').map(({ id }) => id)).toEqual(['sample_car_make', 'sample_plain']);
    const plain = screen.getByRole('textbox', { name: 'Plain', description: 'As it is said Any text' });
    expect(plain.closest('[data-width=half]')).toBeTruthy();
  });

  it('keeps a hidden answer without rendering it', () => {
    const section = sectionOf(
      { properties: { id: { type: 'integer', title: 'Id' } } },
      { id: { 'ui:widget': 'hidden' } },
    );
    const { submit } = renderForm(section, { initial: { id: 4 } });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(submit().answers).toEqual({ id: 4 });
  });

  it('starts with the defaults of the schema', () => {
    const { handle } = renderForm(
      sectionOf({ properties: { kind: { type: 'string', title: 'Kind', default: 'Home' } } }),
    );
    expect(handle().answers()).toEqual({ kind: 'Home' });
  });

  it("hides an amount while it's the same as the calculated one, and keeps it", async () => {
    const differsFrom = { by: 'monthlyPay', from: ['pay', 'often'] };
    const section = sectionOf(
      {
        properties: {
          pay: { type: 'number', title: 'Pay' },
          often: { type: 'string', title: 'Often' },
          found: { type: 'number', title: 'In your documents', readOnly: true },
        },
      },
      { found: { 'ui:options': { differsFrom } } },
    );
    const { user, handle } = renderForm(section, { initial: { pay: 1200, often: 'Weekly', found: 5200 } });
    const found = () => screen.queryByRole('textbox', { name: 'In your documents' });
    expect(found()).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Pay' }), '0');
    expect(found()).not.toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Pay' }), '{Backspace}');
    expect(found()).toBeNull();
    expect(handle().answers()).toMatchObject({ pay: 1200, found: 5200 });
  });

  it('calculates the amounts that depend on pay and its frequency', async () => {
    const derive = [{ title: 'A month', by: 'monthlyPay', from: ['pay', 'often'] }];
    const section = sectionOf(
      {
        properties: {
          pay: { type: 'number', title: 'Pay' },
          often: { type: 'string', enum: ['Weekly', 'Yearly'], title: 'Often' },
        },
      },
      { often: { 'ui:options': { derive } } },
    );
    const { user } = renderForm(section, { initial: { often: 'Weekly' } });
    expect(screen.getByRole('status').textContent).toBe('–');
    await user.type(screen.getByRole('textbox', { name: 'Pay' }), '1200');
    expect(screen.getByRole('status').textContent).toBe('$5,200.00');
  });

  it('calculates monthly and yearly pay from a verified amount until it’s no longer verified', () => {
    const from = { from: ['pay', 'often'], verified: ['isVerified', 'other'] };
    const derive = [
      { title: 'A month', by: 'monthlyPay', ...from },
      { title: 'A year', by: 'yearlyPay', ...from },
    ];
    const section = sectionOf(
      {
        properties: {
          pay: { type: 'number', title: 'Pay' },
          often: { type: 'string', enum: ['Weekly', 'Yearly'], title: 'Often' },
          isVerified: { type: 'boolean' },
          other: { type: 'number' },
        },
      },
      { often: { 'ui:options': { derive } } },
    );
    const { handle } = renderForm(section, { initial: { pay: 1200, often: 'Weekly', isVerified: true, other: 5000 } });
    const shown = () => screen.getAllByRole('status').map((one) => one.textContent);
    expect(shown()).toEqual(['$5,000.00', '$60,000.00']);
    act(() => handle().write([{ path: ['isVerified'], value: undefined }]));
    expect(shown()).toEqual(['$5,200.00', '$62,400.00']);
  });

  it('fills questions of a new version from the stored answers', () => {
    const first = sectionOf({ properties: { a: { type: 'string', title: 'A' } } });
    const second = sectionOf({ properties: { b: { type: 'string', title: 'B' } } });
    const { again, handle } = renderForm(first, { initial: { a: 'x' } });
    again({ section: { ...second, validator: '/validators/second.js' }, initial: { b: 'y' } });
    expect(screen.getByRole('textbox', { name: 'B' })).toHaveProperty('value', 'y');
    expect(handle().answers()).toEqual({ b: 'y' });
  });

  it('cancels a pending validation when the page closes', async () => {
    const verdicts: unknown[] = [];
    const section = sectionOf({ properties: { a: { type: 'string', title: 'A' } } });
    const { user, unmount } = renderForm(section, { mode: 'debounced', onCheck: (verdict) => verdicts.push(verdict) });
    await user.type(screen.getByRole('textbox', { name: 'A' }), 'x');
    unmount();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(verdicts).toEqual([]);
  });

  const catalog = realCatalog();

  it.each(catalog.sectionNames)(
    "renders the section %s empty and view-only, with field names that start with the section's",
    (name) => {
      const plain = resolveSection(catalog.section(name), NO_SETTINGS, catalog.messages);
      renderForm(plain, { context: { today: '2026-11-21', lists: {} } });
      for (const control of document.querySelectorAll('input[name], select[name], textarea[name]'))
        expect(control.getAttribute('name')).toMatch(new RegExp(`^${name}_`));
      cleanup();
      renderForm(plain, { context: { today: '2026-11-21', lists: {} }, readonly: true });
      for (const control of document.querySelectorAll<HTMLInputElement>('input'))
        expect(control.readOnly || control.disabled).toBe(true);
    },
  );

  const drawn = (name: string, props: object) =>
    renderForm(resolveSection(catalog.section(name), NO_SETTINGS, catalog.messages), props);

  it.each([
    ['registration-plan', 'floor', 'unit'],
    ['desired-unit', 'floorId', 'unitId'],
  ])('empties the unit of %s when another floor plan is chosen', async (name, floor, unit) => {
    const floors = [1, 2].map((ID) => ({ ID, FloorCode: `F${ID}`, MinimumRent: 900, MaximumRent: 950 }));
    const units = [1, 2].map((id) => ({ ID: 10 + id, FloorPlanID: id, UnitName: `${id}01`, MaximumRent: 900 }));
    const context = { today: '2026-11-21', lists: { floors, units } };
    const { user, handle } = drawn(name, { context, initial: { [floor]: 1, [unit]: 11 } });
    await user.selectOptions(
      screen.getByRole('combobox', { name: /Floor plan/ }),
      'Floor Plan: F2 (Min Rent: $900, Max Rent: $950)',
    );
    expect(handle().answers()).toMatchObject({ [floor]: 2 });
    expect(handle().answers()).not.toHaveProperty(unit);
  });

  it('shows an employer’s totals from the verified value until it’s no longer verified', () => {
    const employer = { avrgross_pay: 1000, pay_frequency: 'Weekly', gross_pay_verify: true, new_avrgross_pay: 5000 };
    const { handle } = drawn('employers', { initial: { response: 'Yes', employer: [employer] } });
    const shown = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(shown()).toEqual(expect.arrayContaining(['$5,000.00', '$60,000.00']));
    act(() => handle().write([{ path: ['employer', 0, 'gross_pay_verify'], value: undefined }]));
    expect(shown()).toEqual(expect.arrayContaining(['$4,333.33', '$52,000.00']));
  });
});
