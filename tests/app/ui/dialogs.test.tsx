// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ForgotPassword } from '../../../src/app/account/ForgotPassword';
import { StaleDialog } from '../../../src/app/form/StaleDialog';
import { LogInAgain, SessionWarning } from '../../../src/app/session/LogInAgain';
import { GrossPayDialog, OtherGrossPay } from '../../../src/app/steps/income/GrossPayDialog';
import { MismatchDialog } from '../../../src/app/steps/MismatchDialog';
import { Dialog } from '../../../src/app/ui/Dialog';
import { alert, confirm, QuestionHost } from '../../../src/app/ui/QuestionHost';
import { fakeServer, records } from '../../api/fakeAdapter';
import { InTheme } from '../../support/inTheme';
import { servedForm } from '../support/checkers';
import { detail } from '../support/records';
import { cleanUpApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const user = userEvent.setup();
const nothing = () => undefined;
const difference = { index: 0, typed: 5000, documents: 4333.33 };
const match = {
  document: 7,
  name_matched: false,
  DOB_matched: true,
  differences: [{ part: 'name' as const, typed: 'Ana', document: 'ANNA' }],
};
const other = { questions: {}, checkAmount: nothing, onChoose: nothing };

/** Every kind of dialog that can be rendered alone. Escape, the close button and Cancel call `close`. */
const KINDS: [string, (close: () => void) => ReactElement][] = [
  ['two versions of a step', (close) => <StaleDialog differences={[]} {...choices(close)} />],
  [
    'a license that says another name',
    (close) => <MismatchDialog match={match} onCancel={close} onConfirm={nothing} />,
  ],
  ['a gross pay that differs', (close) => <GrossPayDialog {...other} difference={difference} onCancel={close} />],
  ['another gross pay', (close) => <Other close={close} />],
  ['a forgotten password', (close) => <ForgotPassword onClose={close} />],
  ['the password of an ended session', (close) => <LogInAgain question={{ answer: close }} />],
  ['a session that is about to end', (close) => <Warning onStay={close} />],
  ['plain text', (close) => plain('About', close)],
];

function Other({ close }: { close(): void }) {
  const [typed, setTyped] = useState({ amount: '', comment: '' });
  return <OtherGrossPay open={{ ...other, onCancel: close }} typed={typed} onType={setTyped} onBack={nothing} />;
}

const plain = (title: string, onClose: () => void, children: ReactNode = 'Words') => (
  <Dialog title={title} onClose={onClose}>
    {children}
  </Dialog>
);

const choices = (onClose: () => void) => ({ onClose, onKeepMine: nothing, onUseSaved: nothing });

/** Any call keeps the session alive, which closes the warning. */
function Warning({ onStay }: { onStay(): void }) {
  const [end] = useState(() => Date.now() + 100_000);
  // The session is outside React.
  useEffect(() => {
    fakeServer(() => {
      onStay();
      return records({});
    });
  }, [onStay]);
  return <SessionWarning end={end} />;
}

/** Renders a dialog that is removed when closed. */
function draw(dialog: (close: () => void) => ReactElement) {
  fakeServer(() => records(servedForm(['forgot-password'])));
  const closed = vi.fn();
  function Closable() {
    const [isOpen, setOpen] = useState(true);
    const close = () => {
      closed();
      setOpen(false);
    };
    return isOpen && dialog(close);
  }
  const page = (
    <>
      <Closable />
      <QuestionHost />
    </>
  );
  render(page, { wrapper: InTheme });
  return closed;
}

const openDialogs = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
const shows = (count: number) => waitFor(() => expect(openDialogs()).toHaveLength(count));

/** Dialogs without a Cancel button. An ended session's dialog has a close button, the warning has "Stay". */
const WITHOUT_CANCEL = ['the password of an ended session', 'a session that is about to end', 'plain text'];

const CANCELED = KINDS.filter(([kind]) => !WITHOUT_CANCEL.includes(kind));

describe('Cancel', () => {
  it.each(CANCELED)('closes the dialog for %s', async (_, dialog) => {
    const closed = draw(dialog);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await shows(0);
    expect(closed).toHaveBeenCalledTimes(1);
  });
});

describe.each(KINDS)('the dialog for %s', (_, dialog) => {
  it('closes with its close button', async () => {
    const closed = draw(dialog);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await shows(0);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('returns the focus', async () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    draw(dialog);
    await shows(1);
    await waitFor(() => expect(openDialogs()[0]?.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await shows(0);
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });
});

describe('Escape', () => {
  it.each(KINDS)('closes the dialog for %s', async (_, dialog) => {
    const closed = draw(dialog);
    await shows(1);
    await user.keyboard('{Escape}');
    await shows(0);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['No', confirm, false],
    ['read', alert, undefined],
  ])('resolves a question as %s', async (_, ask, expected) => {
    draw(() => <p>The page</p>);
    const answer = ask({ title: 'Really?' });
    await shows(1);
    await user.keyboard('{Escape}');
    expect(await answer).toBe(expected);
  });

  it('closes the withdrawal dialog', async () => {
    const summary = {
      applicationID: '1',
      application_status: 'Submitted',
      missing: [],
      review: { status: 'submitted' },
    };
    renderApp(
      '/account',
      {
        'GET /users/applicationdetail': detail({ application_status: 'Submitted' }),
        'GET /application/summary/trn-1': records(summary),
      },
      signedIn,
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw my application' }));
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    await shows(0);
  });

  it('closes only the topmost dialog', async () => {
    const closed = draw((close) => plain('Outer', close, <More />));
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await shows(2);
    await user.keyboard('{Escape}');
    await shows(1);
    expect(screen.getByRole('dialog', { name: 'Outer' })).toBeDefined();
    expect(closed).not.toHaveBeenCalled();
  });

  it('closes the calendar or list in a dialog first', async () => {
    const closed = draw((close) => plain('Dates', close, <Popup />));
    await shows(1);
    await user.click(screen.getByRole('button', { name: 'Popup' }));
    await user.keyboard('{Escape}');
    await user.tab();
    expect(closed).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    await shows(0);
  });

  it('closes a dialog that lost the focus', async () => {
    draw((close) => plain('About', close));
    await shows(1);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await user.keyboard('{Escape}');
    await shows(0);
  });
});

describe('a dialog that holds typed text', () => {
  const type = async () => {
    const closed = draw((close) => <Other close={close} />);
    await user.type(await screen.findByLabelText('Monthly gross pay in dollars'), '4800');
    return closed;
  };
  const question = () => screen.findByRole('alertdialog', { name: 'Close without saving?' });

  it('asks before it closes', async () => {
    const closed = await type();
    await user.keyboard('{Escape}');
    const button = within(await question()).getByRole('button', { name: 'Close without saving' });
    expect(closed).not.toHaveBeenCalled();
    await user.click(button);
    await shows(0);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('asks at Cancel', async () => {
    const closed = await type();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await shows(1);
    expect(screen.getByLabelText<HTMLInputElement>('Monthly gross pay in dollars').value).toMatch(
      /^4800$|^\$4,800\.00$/,
    );
    expect(closed).not.toHaveBeenCalled();
  });

  it('stays open with its text after a second Escape', async () => {
    const closed = await type();
    await user.keyboard('{Escape}');
    await question();
    await user.keyboard('{Escape}');
    await shows(1);
    expect(screen.getByLabelText<HTMLInputElement>('Monthly gross pay in dollars').value).toMatch(
      /^4800$|^\$4,800\.00$/,
    );
    expect(closed).not.toHaveBeenCalled();
  });

  it('asks at its close button too, but not without text', async () => {
    const closed = draw((close) => plain('Words', close, <input aria-label="Note" />));
    await user.type(await screen.findByLabelText('Note'), 'a');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await shows(1);
    await user.type(screen.getByLabelText('Note'), '{Backspace}{Escape}');
    await shows(0);
    expect(closed).toHaveBeenCalledTimes(1);
  });
});

function More() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        More
      </button>
      {isOpen && plain('Inner', () => setOpen(false))}
    </>
  );
}

/** Handles Escape itself, like calendars and suggestion lists. */
function Popup() {
  return (
    <button type="button" onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>
      Popup
    </button>
  );
}
