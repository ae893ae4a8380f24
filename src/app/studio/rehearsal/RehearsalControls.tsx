import { Grid } from '@chakra-ui/react/grid';
import type { Rehearsal, StudioChoices } from '../../../contract/studio';
import { useMessages } from '../../../messages/useMessages';
import { Button } from '../../ui/Button';
import { Side, Tools } from '../parts';
import { languageOptions, Picker } from '../StudioControls';
import type { Seen } from './rehearsed';

interface RehearsalControlsProps {
  rehearsal: Rehearsal;
  seen: Seen;
  choices: StudioChoices;
  go(parts: Record<string, string | undefined>): void;
}

export function RehearsalControls({ rehearsal, seen, choices, go }: RehearsalControlsProps) {
  const { rehearsal: messages, page } = useMessages('studio');
  const { steps, personas } = rehearsal;
  const at = steps.findIndex(({ key }) => key === seen.step.key);
  const [previous, next] = [steps[at - 1], steps[at + 1]];
  const openStep = (key: string | undefined) => key !== undefined && go({ rehearse: key, as: seen.persona.name });
  return (
    <Side>
      <Grid gap="4" templateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }}>
        <Picker
          label={messages.persona}
          value={seen.persona.name}
          options={personas.map(({ name }) => ({ value: name, label: name }))}
          onPick={(name) => go({ rehearse: seen.step.key, as: name })}
        />
        <Picker
          label={messages.step}
          value={seen.step.key}
          options={steps.map(({ key, title }, index) => ({ value: key, label: `${index + 1}. ${title}` }))}
          onPick={openStep}
        />
        <Picker
          label={page.language}
          value={seen.language}
          options={languageOptions(choices)}
          onPick={(language) => go({ rehearse: seen.step.key, as: seen.persona.name, language: language || undefined })}
        />
      </Grid>
      <Tools>
        <Button aria-disabled={!previous} onClick={() => openStep(previous?.key)}>
          {messages.previous}
        </Button>
        <Button aria-disabled={!next} onClick={() => openStep(next?.key)}>
          {messages.next}
        </Button>
      </Tools>
    </Side>
  );
}
