// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import signature from '../../schemas/signature.schema.json';
import { drawWidget } from './support/drawWidget';

const png = 'data:image/png;base64,iVBORw0KGgo=';

/** Accepts every canvas call, because jsdom has no canvas. Browser tests check the drawing. */
const pen = new Proxy({}, { get: () => () => undefined, set: () => true });

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
});

describe('Signature', () => {
  it('shows and clears a stored signature', async () => {
    const { user, value, services } = drawWidget('Signature', { label: 'Your signature', value: png });
    expect(await screen.findByRole('img', { name: 'Your signature: signed' })).toHaveProperty('src', png);
    expect(screen.getByRole('group', { name: 'Your signature' }).id).toBe('section_row_0_field');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(value()).toBeUndefined();
    expect(services.said).toEqual(['Signature cleared']);
    expect(screen.getByRole('img', { name: 'Your signature: sign here with a mouse, finger or pen' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true);
  });

  it("has no clear button while it's read-only", async () => {
    drawWidget('Signature', { value: png, readonly: true });
    expect(await screen.findByRole('img')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });
});

describe('SignatureStyle', () => {
  const enumOptions = signature.properties.style.oneOf.map(({ const: value, title: label }) => ({ value, label }));
  const samples = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>('[translate=no]')];

  it('shows the first name in three styles, then in all ten, and stores the chosen one', async () => {
    const { user, value, container, write } = drawWidget('SignatureStyle', {
      options: { enumOptions },
      beside: { name: 'Ada Lovelace' },
    });
    await waitFor(() => expect(samples(container)).toHaveLength(3));
    await user.click(screen.getByRole('button', { name: 'More styles' }));
    expect(samples(container)).toHaveLength(10);
    expect(document.activeElement).toBe(screen.getAllByRole('radio')[3]);
    expect(samples(container).every((each) => each.textContent === 'Ada')).toBe(true);
    expect(samples(container)[6]?.style.fontFamily).toContain('Parrina');
    write('name', 'Augusta King');
    expect(samples(container)[0]?.textContent).toBe('Augusta');
    await user.click(screen.getByRole('radio', { name: 'Great Vibes' }));
    expect(value()).toBe('Great Vibes');
  });

  it('previews the styles before a name is typed', async () => {
    const { container } = drawWidget('SignatureStyle', { options: { enumOptions } });
    await waitFor(() => expect(samples(container)[0]?.textContent).toBe('Your'));
  });
});

describe('RichText', () => {
  it('shows formatted text without scripts and links', async () => {
    const value =
      '<h2>Terms</h2><p onclick="x()">Read <b>this</b> <a href="https://example.com">first</a></p><script>x()</script><img src=x onerror=x()>';
    const { container } = drawWidget('RichText', { label: 'Terms', value });
    await screen.findByRole('region', { name: 'Terms' });
    expect(container.querySelector('section')?.innerHTML).toBe('<h2>Terms</h2><p>Read <b>this</b> first</p>');
  });
});
