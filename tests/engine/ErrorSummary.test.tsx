// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ErrorSummary } from '../../src/engine/ErrorSummary';

const scrollIntoView = vi.fn();
Element.prototype.scrollIntoView = scrollIntoView;
afterEach(cleanup);

describe('ErrorSummary', () => {
  it('gets the focus when it appears and links to the fields', async () => {
    const onPick = vi.fn();
    const label = 'Social Security Number';
    render(<ErrorSummary errors={[{ id: 'ssn_ssn', field: label, label, message: 'Required', onPick }]} />);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'There is a problem' }));
    expect(scrollIntoView).toHaveBeenCalledWith({ block: 'end' });
    await userEvent.click(screen.getByRole('link', { name: 'Social Security Number: Required' }));
    expect(onPick).toHaveBeenCalledTimes(1);
    expect(window.location.hash).toBe('');
  });

  it("isn't there without errors", () => {
    const { container } = render(<ErrorSummary errors={[]} />);
    expect(container.childElementCount).toBe(0);
  });
});
