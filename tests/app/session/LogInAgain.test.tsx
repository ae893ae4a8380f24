// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LogInAgain } from '../../../src/app/session/LogInAgain';
import { beginSession } from '../../../src/app/session/sessionEnd';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { fakeServer, records } from '../../api/fakeAdapter';
import { InTheme } from '../../support/inTheme';

afterEach(() => {
  cleanup();
  sessionStore.clear();
});

const ana = {
  token: 'token-1',
  refreshToken: 'r-1',
  trn_id: 'trn-1',
  url: 'demo',
  email: 'family@example.com',
  application_type: 'Property' as const,
};

describe('logging in again', () => {
  it.each([
    ['the username of the last login', 'ana.second', 'ana.second'],
    ['the email after a login with a code', undefined, 'family@example.com'],
  ])('identifies the applicant by %s', async (_, typed, sent) => {
    const requests = fakeServer(() => records({ ...ana, token: 'token-2', refreshToken: 'r-2' }));
    await beginSession(ana, typed);
    const answer = vi.fn();
    render(<LogInAgain question={{ answer }} />, { wrapper: InTheme });
    await userEvent.type(await screen.findByLabelText('Password'), 'Sunny!View2026');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(answer).toHaveBeenCalledWith(true));
    expect(requests[0]?.body).toMatchObject({ email: sent });
    expect(sessionStore.read()).toMatchObject({ token: 'token-2', email: 'family@example.com' });
  });

  it("shows the password on request, and emails a link if it's forgotten", async () => {
    const requests = fakeServer(() => records({}));
    await beginSession(ana, undefined);
    render(<LogInAgain question={{ answer: vi.fn() }} />, { wrapper: InTheme });
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Forgot Password?' }));
    expect(await screen.findByText(/an account for family@example.com/)).toBeDefined();
    expect(requests[0]).toMatchObject({ url: '/users/forgotPassword', body: { email: 'family@example.com' } });
  });
});
