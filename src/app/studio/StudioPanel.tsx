import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { useMessages } from '../../messages/useMessages';
import { Mark, Panel, Tabs } from './parts';
import type { PanelName } from './studioPlace';

interface StudioPanelProps {
  panel: PanelName;
  onPick(panel: PanelName): void;
  /** Label of the form's tab, if the page shows texts or settings instead of the form. */
  form?: string;
  problems: number;
  /** The content of each tab. A part without content has no tab. */
  parts: Partial<Record<Exclude<PanelName, 'form'>, ReactNode>>;
}

/** Shows one part, and keeps the others mounted. On narrow pages, the form also has a tab. */
export function StudioPanel({ panel, onPick, form, problems, parts }: StudioPanelProps) {
  const messages = useMessages('studio').work;
  const names = (['question', 'preview', 'publish', 'history'] as const).filter((name) => parts[name]);
  const shown = names.find((name) => name === panel) ?? names[0];
  const tab = (name: PanelName, isOn: boolean) => (
    <button key={name} type="button" data-name={name} aria-pressed={isOn} onClick={() => onPick(name)}>
      {name === 'form' && form ? form : messages.panels[name]}
      {name === 'publish' && problems > 0 && <Mark>{problems}</Mark>}
    </button>
  );
  return (
    <Panel aria-label={messages.panel}>
      <Tabs role="group" aria-label={messages.panel}>
        {tab('form', panel === 'form')}
        {names.map((name) => tab(name, name === shown))}
      </Tabs>
      {names.map((name) => (
        <Box key={name} hidden={name !== shown} data-part="">
          {parts[name]}
        </Box>
      ))}
    </Panel>
  );
}
