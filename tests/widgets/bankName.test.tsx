// @vitest-environment jsdom
import { configure, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServices } from './support/createFakeServices';
import { drawWidget } from './support/drawWidget';

configure({ asyncUtilTimeout: 10_000 });

function drawBank(
  banks = async (): Promise<string[]> => ['First Pecan Bank', 'Pecan Street Credit Union', 'Oak Bank'],
) {
  const services = createFakeServices();
  services.banks = vi.fn(banks);
  return { ...drawWidget('BankName', { label: 'Bank name', services }), banks: services.banks };
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Bank name' });

describe('BankName', () => {
  it('fetches the list with the first key and suggests names that hold what was typed, beginnings first', async () => {
    const { user, banks, value } = drawBank();
    expect(banks).not.toHaveBeenCalled();
    await user.type(await field(), 'pecan');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Pecan Street Credit Union', 'First Pecan Bank']);
    expect(banks).toHaveBeenCalledTimes(1);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(value()).toBe('Pecan Street Credit Union');
  });

  it('takes any other name', async () => {
    const { user, value } = drawBank();
    await user.type(await field(), 'My own bank');
    await user.tab();
    expect(value()).toBe('My own bank');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('asks again when the list could not be had', async () => {
    let asked = 0;
    const { user, banks, value } = drawBank(async () => {
      asked += 1;
      if (asked === 1) throw new Error('offline');
      return ['Oak Bank'];
    });
    await user.type(await field(), 'O');
    await waitFor(() => expect(banks).toHaveBeenCalledTimes(1));
    await user.type(await field(), 'a');
    expect(await screen.findByRole('option', { name: 'Oak Bank' })).toBeTruthy();
    expect(value()).toBe('Oa');
  });
});
