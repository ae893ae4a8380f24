// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadWidget } from '../../src/engine/Answer';
import { drawWidget } from './support/drawWidget';

const WAITING = 'Loading…';

it('a widget that is loaded on first use shows a message until then', async () => {
  drawWidget('Signature');
  expect(screen.getByText(WAITING)).toBeDefined();
});

it('a widget that was loaded ahead is shown at once', async () => {
  await loadWidget('Upload');
  drawWidget('Upload', { label: 'Paystubs' });
  expect(screen.queryByText(WAITING)).toBeNull();
  expect(screen.getByRole('group', { name: 'Paystubs' })).toBeDefined();
});

it('a widget that is part of the page needs no loading', async () => {
  await expect(loadWidget('Text')).resolves.toBeUndefined();
});
