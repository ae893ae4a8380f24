// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServices } from './support/createFakeServices';
import { drawWidget } from './support/drawWidget';

function drawBank(
  banks = async (): Promise<string[]> => ['First Pecan Bank', 'Pecan Street Credit Union', 'Oak Bank'],
) {
  const services = createFakeServices();
  services.banks = vi.fn(banks);
  return { ...drawWidget('BankName', { label: 'Bank name', services }), banks: services.banks };
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Bank name' });

describe('BankName', () => {
  it('loads the list on the first key and suggests matching names, prefixes first', async () => {
    const { user, banks, value } = drawBank();
    expect(banks).not.toHaveBeenCalled();
    await user.type(await field(), 'pecan');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Pecan Street Credit Union', 'First Pecan Bank']);
    expect(banks).toHaveBeenCalledTimes(1);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(value()).toBe('Pecan Street Credit Union');
  });

  it('accepts any other name', async () => {
    const { user, value } = drawBank();
    await user.type(await field(), 'My own bank');
    await user.tab();
    expect(value()).toBe('My own bank');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('loads the list again after a failure', async () => {
    let requests = 0;
    const { user, banks, value } = drawBank(async () => {
      requests += 1;
      if (requests === 1) throw new Error('offline');
      return ['Oak Bank'];
    });
    await user.type(await field(), 'O');
    await waitFor(() => expect(banks).toHaveBeenCalledTimes(1));
    await user.type(await field(), 'a');
    expect(await screen.findByRole('option', { name: 'Oak Bank' })).toBeTruthy();
    expect(value()).toBe('Oa');
  });
});
