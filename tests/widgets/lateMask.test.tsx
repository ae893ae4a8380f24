// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mask, MaskedInput } from '../../widgets/parts/MaskedInput';
import { dateMask, moneyMask, phoneMask, ssnMask } from '../../widgets/parts/masks';
import { InTheme } from '../support/inTheme';

afterEach(cleanup);

const box = () => screen.getByRole('textbox') as HTMLInputElement;

describe('a mask that loads after typing started', () => {
  it.each([
    ['money', moneyMask, '12.3', '$ 12.3'],
    ['negative money, which the schema refuses', moneyMask, '-12.345', '-12.345'],
    ['money, thousands', moneyMask, '1234567', '$ 1,234,567'],
    ['date', dateMask, '03012035', '03/01/2035'],
    ['unfinished date', dateMask, '0301', '03/01'],
    ['phone', phoneMask, '5125550123', '(512) 555-0123'],
    ['SSN', ssnMask, '123456789', '123-45-6789'],
  ] as const)('%s: shapes what was typed', async (_name, mask, typed, shaped) => {
    const { user, come, text } = drawLate(mask);
    await user.type(box(), typed);
    expect(box().value).toBe(typed);
    await come();
    await expect.poll(() => box().value).toBe(shaped);
    expect(text()).toBe(shaped);
  });

  it('loses no key typed before or after it loads, with the caret in the middle', async () => {
    const { user, come, text } = drawLate(moneyMask);
    await user.type(box(), '125');
    box().setSelectionRange(2, 2);
    await come();
    await expect.poll(() => box().value).toBe('$ 125');
    await user.keyboard('9');
    expect(text()).toBe('$ 1,295');
  });

  it("doesn't change text from before the focus", async () => {
    const { user, come, text } = drawLate(dateMask, 'soon');
    await user.click(box());
    await come();
    expect(text()).toBe('soon');
  });

  it("doesn't change a field that was left", async () => {
    const { user, come, text } = drawLate(moneyMask);
    await user.type(box(), '-5');
    await user.tab();
    await come();
    expect(text()).toBe('-5');
  });
});

/** Renders a field. Its mask loads when `come()` is called. `text()` returns the last reported text. */
function drawLate(mask: Mask, start = '') {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let value = start;
  const late = async () => {
    await arrived;
    return typeof mask === 'function' ? mask() : mask;
  };
  function Host() {
    const [text, setText] = useState(start);
    value = text;
    return <MaskedInput aria-label="Field" mask={late} text={text} onText={setText} />;
  }
  render(<Host />, { wrapper: InTheme });
  return {
    user: userEvent.setup(),
    text: () => value,
    come: () =>
      act(async () => {
        arrive();
        // Gives the field time to apply the loaded mask.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }),
  };
}
