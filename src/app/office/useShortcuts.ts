import { useEffect, useEffectEvent } from 'react';
import { deviceStorage } from '../session/safeStorage';

const OFF = 'office-shortcuts-off';

/** True unless the user turned off single-key shortcuts (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return deviceStorage.read(OFF) === undefined;
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) deviceStorage.remove(OFF);
  else deviceStorage.write(OFF, 1);
}

/** Runs the key's function, unless someone is typing or a dialog is open. Escape can't be turned off. */
export function useShortcuts(keys: Partial<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key];
    if (!run || event.defaultPrevented || !canRun(event)) return;
    event.preventDefault();
    run();
  });
  // Synchronizes with the keyboard.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]';

function canRun({ target, ctrlKey, metaKey, altKey, repeat, key }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat) return false;
  if (key !== 'Escape' && !areShortcutsOn()) return false;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return false;
  return !(target instanceof Element && target.closest(FIELDS));
}
