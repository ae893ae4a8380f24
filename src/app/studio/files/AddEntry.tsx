import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { addEntry } from '../../../model/studio/settingEntries';
import { optionsOf } from '../../../model/studio/settingsForm';
import type { AddNode } from '../../../model/studio/settingsMeta';
import type { TextPath } from '../../../model/studio/texts';
import { Button } from '../../ui/Button';
import { FieldRow, SelectBox } from '../../ui/FieldRow';
import { announce } from '../../ui/LiveRegion';
import { draft } from '../draft';
import { Part } from '../parts';
import type { SettingsPlace } from './settingsPlace';

interface AddEntryProps {
  add: AddNode;
  path: TextPath;
  place: Pick<SettingsPlace, 'work' | 'file'>;
}

export function AddEntry({ add, path, place: { work, file } }: AddEntryProps) {
  const messages = useMessages('studio').files;
  const [given, setGiven] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const typed = (name: string) => given[name]?.trim() ?? '';
  const isComplete = add.ask.every(({ name }) => typed(name) !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = Object.fromEntries(add.ask.map(({ name }) => [name, typed(name)]));
    const added = addEntry(work.texts[file] ?? '{}', path, add, values);
    if (added === undefined) return setProblem(messages.exists);
    draft.put({ [file]: added }, work.head);
    announce(fillText(messages.added, { label: Object.values(values)[0] }));
    setGiven({});
  };
  const set = (name: string, value: string) => {
    setProblem(undefined);
    setGiven((now) => ({ ...now, [name]: value }));
  };
  return (
    <Part title={add.title} isLazy>
      <form onSubmit={submit}>
        {add.ask.map((one, index) => (
          <FieldRow
            key={one.name}
            label={one.title ?? one.name}
            help={one.description}
            error={index === 0 ? problem : undefined}
          >
            {(control) =>
              one.enum ? (
                <SelectBox
                  {...control}
                  value={given[one.name] ?? ''}
                  onChange={({ target }) => set(one.name, target.value)}
                >
                  <option value="">{messages.choose}</option>
                  {optionsOf(one).map(({ value, title }) => (
                    <option key={String(value)} value={String(value)}>
                      {title}
                    </option>
                  ))}
                </SelectBox>
              ) : (
                <Input
                  {...control}
                  value={given[one.name] ?? ''}
                  maxLength={200}
                  autoComplete="off"
                  onChange={({ target }) => set(one.name, target.value)}
                />
              )
            }
          </FieldRow>
        ))}
        <Button type="submit" disabled={!isComplete}>
          {add.title}
        </Button>
      </form>
    </Part>
  );
}
