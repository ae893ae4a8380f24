import { useState } from 'react';
import { useMessages } from '../../../messages/useMessages';
import { keysOf } from '../../../model/answers/paths';
import { fillText } from '../../../model/messages/fillText';
import { Button } from '../../ui/Button';
import { Tools } from '../parts';
import { RestructureDialog } from './RestructureDialog';
import type { RestructureTarget, RestructureVerb } from './restructureTarget';

interface RestructureMenuProps {
  target: RestructureTarget;
  head: number;
  /** `name` is undefined if the target was moved or retired. */
  onDone(verb: RestructureVerb, name: string | undefined): void;
}

export function RestructureMenu({ target, head, onDone }: RestructureMenuProps) {
  const messages = useMessages('studio').restructure;
  const [isOpen, setOpen] = useState(false);
  const [verb, setVerb] = useState<RestructureVerb>();
  const label = fillText(messages.more, { label: target.label });
  const offered = keysOf(messages.verbs).filter((one) => one !== 'move' || target.places.length > 0);
  return (
    <>
      <Button aria-label={label} title={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        …
      </Button>
      {isOpen && (
        <Tools role="group" aria-label={label} flexBasis="100%">
          {offered.map((one) => (
            <Button key={one} onClick={() => setVerb(one)}>
              {messages.verbs[one]}
            </Button>
          ))}
        </Tools>
      )}
      {verb && (
        <RestructureDialog
          target={target}
          verb={verb}
          head={head}
          onClose={() => setVerb(undefined)}
          onDone={(name) => {
            setVerb(undefined);
            setOpen(false);
            onDone(verb, name);
          }}
        />
      )}
    </>
  );
}
