import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { isRecord, ownMember } from '../model/answers/paths';
import type { Path } from '../model/types';
import { focusSoon } from './createFieldIds';
import { useAnswered, useEngine } from './Engine';
import type { Addable } from './uiOptions';

interface AddableFieldProps {
  path: Path;
  addable: Addable;
  /** True for a required field and for a field with an error. */
  isNeeded: boolean;
  children: ReactNode;
}

/** Shows the field, the button that adds it, or nothing (`ui:options.addable`). */
export function AddableField({ path, addable, isNeeded, children }: AddableFieldProps) {
  const { ids, store } = useEngine();
  const { label, answer, with: others } = addable;
  const beside = path.slice(0, -1);
  const names = [String(path.at(-1)), ...others];
  const isEmpty = useAnswered(beside, (answers) => String(!names.some((name) => hasAnswer(answers, name)))) === 'true';
  if (isNeeded || !isEmpty) return children;
  if (label === undefined) return null;

  function add() {
    store.write([{ path, value: answer }]);
    focusSoon(...others.map((name) => ids.of([...beside, name])), ids.of(path));
  }

  return (
    <div className="rp-field">
      <Button id={ids.of(path)} variant="subtle" alignSelf="flex-start" onClick={add}>
        {label}
      </Button>
    </div>
  );
}

function hasAnswer(answers: unknown, name: string): boolean {
  return isRecord(answers) && Boolean(ownMember(answers, name));
}
