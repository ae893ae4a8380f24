// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import password from '../../schemas/definitions/password.json';
import { passwordNeeds, passwordStrength } from '../../widgets/Password';
import { drawWidget } from './support/drawWidget';

const { pattern } = password;

describe('the strength of a password', () => {
  it.each([
    ['', 'weak', 0],
    ['a', 'weak', 13],
    ['abcd', 'weak', 50],
    ['aaaaaaaaaaaa', 'weak', 100],
    ['aB1!', 'weak', 50],
    ['abcd1', 'weak', 63],
    ['abcde1', 'fair', 70],
    ['ABCDEFGH1', 'fair', 70],
    ['Abcdefg1', 'fair', 70],
    ['Abcdef1!', 'strong', 100],
  ])('rates %s as %s at %i %%', (text, level, percent) =>
    expect(passwordStrength(text, pattern)).toEqual({ level, percent }),
  );
});

describe('Password', () => {
  it('is hidden until shown by its button, with an announcement', async () => {
    const { user, services } = drawWidget('Password', { label: 'Password', value: 'Abcdef1!' });
    const input = screen.getByLabelText('Password');
    expect(input).toHaveProperty('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show Password' }));
    expect(input).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide Password' }));
    expect(input).toHaveProperty('type', 'password');
    expect(services.said).toEqual(['Your password is visible', 'Your password is hidden']);
  });

  it.each([
    ['Harborview2026', ['one of ! @ # $ % ^ & *']],
    ['har!', ['an uppercase letter', 'a number', '8 characters or more']],
    ['Harbor!View2026', []],
  ])('finds that %s lacks %j', (text, needs) => expect(passwordNeeds(text, pattern)).toEqual(needs));

  it('shows the strength of a new password, also as text', async () => {
    const { user, value } = drawWidget('Password', {
      schema: { type: 'string', pattern },
      options: { strength: true },
    });
    const meter = () => screen.getByRole('meter', { name: 'Password strength' });
    expect(screen.getByRole('status').textContent).toBe('');
    await user.type(screen.getByLabelText('Field'), 'abcde1');
    expect(meter()).toHaveProperty('value', 70);
    expect(screen.getByRole('status').textContent).toBe('Password strength: Fair');
    await user.type(screen.getByLabelText('Field'), 'F!');
    expect(screen.getByRole('status').textContent).toBe('Password strength: Strong');
    expect(value()).toBe('abcde1F!');
  });

  it('has no strength bar on the login', () => {
    drawWidget('Password');
    expect(screen.queryByRole('meter')).toBeNull();
  });
});
