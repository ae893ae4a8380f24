import { useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { areShortcutsOn, setShortcutsOn, useShortcuts } from './useShortcuts';

const KEYS = {
  search: ['/'],
  next: ['j', '→'],
  previous: ['k', '←'],
  approve: ['a'],
  decline: ['d'],
  ask: ['r'],
  close: ['Esc'],
  help: ['?'],
} as const;

export function KeyboardHelp() {
  const messages = useMessages('office').keyboard;
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(areShortcutsOn);
  useShortcuts({ '?': () => setOpen(true) });
  const turn = (next: boolean) => {
    setShortcutsOn(next);
    setOn(next);
  };
  return (
    <>
      <Button variant="link" className="of-keys" onClick={() => setOpen(true)}>
        {messages.button}
      </Button>
      {isOpen && (
        <Dialog
          title={messages.title}
          onClose={() => setOpen(false)}
          footer={<CancelButton>{messages.close}</CancelButton>}
        >
          <label className="of-switch">
            <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} /> {messages.on}
          </label>
          <dl className="of-shortcuts">
            {Object.entries(KEYS).map(([name, keys]) => (
              <div key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{messages.keys[name as keyof typeof KEYS]}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
