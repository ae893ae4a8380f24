// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveSection } from '../../src/model/section/resolveSection';
import { NO_SETTINGS } from '../support/sampleSection';
import { realCatalog } from '../support/schemaFiles';
import { renderForm } from './renderForm';

afterEach(cleanup);

const catalog = realCatalog();
const open = (name: string, initial: Record<string, unknown>) =>
  renderForm(resolveSection(catalog.section(name), NO_SETTINGS, catalog.messages), { initial });
const numbers = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Mobile numbers?( \d)?$/ });
const invalid = () => numbers().map((box) => box.getAttribute('aria-invalid') === 'true');
const button = (name: string) => screen.queryByRole('button', { name });

const person = {
  fname: 'Ana',
  lname: 'Lee',
  email: 'ana@example.com',
  reEmail: 'ana@example.com',
  hearAboutUs: 'A friend',
};
const invalidPhone = '1512555';
const right = '15125550123';

describe.each([
  ['registration-personal', person, (list: string[]) => list, ''],
  [
    'personal-details',
    { first_name: 'Ana', last_name: 'Lee' },
    (list: string[]) => list.map((number) => ({ number })),
    '_number',
  ],
])('the numbers of %s', (name, rest, rows, below) => {
  it('each have their own error, and the wrong one gets the focus', async () => {
    const { submit } = open(name, { ...rest, mobile: rows([right, invalidPhone]) });
    const result = submit();
    expect(result.errors.map(({ path }) => path.slice(0, 2).join('/'))).toContain('mobile/1');
    expect(invalid()).toEqual([false, true]);
    expect(document.getElementById(`${name}_mobile_1${below}__error`)?.textContent).toMatch(/10 digits|not a valid/);
    expect(document.getElementById(`${name}_mobile__error`)).toBeNull();
    expect(numbers()[1]?.getAttribute('aria-describedby')).toContain(`${name}_mobile_1${below}__error`);
    await waitFor(() => expect(document.activeElement).toBe(numbers()[1]));
  });

  it("stay valid when another is added, which is invalid once it's left empty", async () => {
    const { user } = open(name, { ...rest, mobile: rows([right]) });
    await user.click(button('Add another mobile number') as HTMLElement);
    expect(invalid()).toEqual([false, false]);
    await waitFor(() => expect(document.activeElement).toBe(numbers()[1]));
    await user.tab();
    await waitFor(() => expect(invalid()).toEqual([false, true]));
  });

  it('keep their errors when one above is removed', async () => {
    const { user, submit, handle } = open(name, { ...rest, mobile: rows([right, '15125550124', invalidPhone]) });
    submit();
    expect(invalid()).toEqual([false, false, true]);
    await user.click(button('Remove number 2') as HTMLElement);
    expect(invalid()).toEqual([false, true]);
    expect(handle().answers().mobile).toEqual(rows([right, invalidPhone]));
  });

  it('focus the duplicate number', () => {
    const { submit } = open(name, { ...rest, DOB: '1990-01-01', alias_status: 'No', mobile: rows([right, right]) });
    submit();
    expect(invalid()).toEqual([false, true]);
    expect(document.activeElement).toBe(numbers()[1]);
  });
});

describe('the extra numbers of a registration', () => {
  it.each([
    [1, 0, true, true],
    [2, 1, false, false],
    [1, 2, false, false],
    [2, 0, true, true],
    [3, 0, false, false],
    [1, 1, true, true],
  ])('can be added to %i mobile and %i other numbers: mobile %s, home or work %s', (mobile, other, more, moreKinds) => {
    const number = (n: number) => `1512555012${n}`;
    open('registration-personal', {
      ...person,
      mobile: Array.from({ length: mobile }, (_, n) => number(n)),
      other: Array.from({ length: other }, (_, n) => ({ type: 'Home', number: number(n + 5) })),
    });
    expect(button('Add another mobile number') !== null).toBe(more);
    expect(button('Add a home or work number') !== null).toBe(moreKinds);
  });
});
