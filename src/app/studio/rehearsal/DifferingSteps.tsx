import { Box } from '@chakra-ui/react/box';
import type { Rehearsal, StudioChoices } from '../../../contract/studio';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { Fields, Mark, Side, SmallHeading } from '../parts';
import { languageOptions } from '../StudioControls';
import { type DifferingStep, listDifferingSteps, type Seen } from './rehearsed';

interface DifferingStepsProps {
  rehearsal: Rehearsal;
  seen: Seen;
  choices: StudioChoices;
  go(parts: Record<string, string | undefined>): void;
}

export function DifferingSteps({ rehearsal, seen, choices, go }: DifferingStepsProps) {
  const messages = useMessages('studio').rehearsal;
  const rows = listDifferingSteps(rehearsal);
  const languages = languageOptions(choices);
  const nameOf = (language: string) => languages.find(({ value }) => value === language)?.label ?? language;
  const isSeen = ({ step, language }: DifferingStep) => step.key === seen.step.key && language === seen.language;
  const open = ({ step, language, counts }: DifferingStep) => {
    const isTheirs = counts.some(({ persona }) => persona === seen.persona.name);
    const as = isTheirs ? seen.persona.name : counts[0]?.persona;
    go({ rehearse: step.key, language: language || undefined, as });
  };
  return (
    <Side role="region" aria-label={messages.list}>
      <SmallHeading>{messages.list}</SmallHeading>
      {rows.length === 0 && <p>{messages.same}</p>}
      <Fields>
        {rows.map((row) => (
          <li key={`${row.step.key} ${row.language}`}>
            <button type="button" aria-pressed={isSeen(row)} onClick={() => open(row)}>
              {row.step.title} <Mark>{nameOf(row.language)}</Mark>
              {byCount(row).map(([count, names]) => (
                <Box as="span" display="block" className="rp-help" key={count}>
                  {fillText(messages.seenBy, { names: names.join('; '), count })}
                </Box>
              ))}
            </button>
          </li>
        ))}
      </Fields>
    </Side>
  );
}

function byCount({ counts }: DifferingStep): [number, string[]][] {
  const groups = new Map<number, string[]>();
  for (const { persona, count } of counts) groups.set(count, [...(groups.get(count) ?? []), persona]);
  return [...groups];
}
