import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { type FieldKind, fieldKinds } from '../../model/studio/fieldList';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { Part } from './parts';

export function AddQuestion({ onAdd }: { onAdd(label: string, kind: FieldKind): void }) {
  const messages = useMessages('studio');
  const { work } = messages;
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<FieldKind>('text');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (label.trim()) onAdd(label.trim(), kind);
    setLabel('');
  };
  return (
    <Part title={work.addQuestion}>
      <form onSubmit={add}>
        <FieldRow label={work.addLabel} help={work.addHelp}>
          {(control) => (
            <Input
              {...control}
              value={label}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow label={work.addKind}>
          {(control) => (
            <SelectBox
              {...control}
              value={kind}
              onChange={(event) => setKind(fieldKinds.find((one) => one === event.target.value) ?? kind)}
            >
              {fieldKinds.map((one) => (
                <option key={one} value={one}>
                  {messages.editor.kinds[one]}
                </option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
        <Button type="submit" disabled={!label.trim()}>
          {work.addIt}
        </Button>
      </form>
    </Part>
  );
}
