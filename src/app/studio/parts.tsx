import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { createSlotRecipeContext, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { mark, studioLook } from './studioLook';

const { withProvider, withContext } = createSlotRecipeContext({ recipe: studioLook });

interface RootProps extends HTMLChakraProps<'main'> {
  /** The workspace, the way in, or one form in a window of its own. */
  kind?: 'page' | 'gate' | 'frame';
}

/** Any page of the Studio; all other parts stand in it. */
export const Root = withProvider<HTMLElement, RootProps>('main', 'root', { defaultProps: { id: 'main' } });

export const Workspace = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'workspace');
export const Side = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'side');
export const Label = withContext<HTMLLabelElement, HTMLChakraProps<'label'>>('label', 'label');
export const Edit = withContext<HTMLElement, HTMLChakraProps<'section'>>('section', 'edit');
export const Panes = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'panes');
export const Pane = withContext<HTMLElement, HTMLChakraProps<'section'>>('section', 'pane');
/** Around a form that the engine draws. */
export const FormPart = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'form');
export const Phone = withContext<HTMLIFrameElement, HTMLChakraProps<'iframe'>>('iframe', 'phone');
export const Fields = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'fields');
export const FindingRows = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'findings');
export const AffectedRows = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'affected');
export const Versions = withContext<HTMLOListElement, HTMLChakraProps<'ol'>>('ol', 'history');
export const Acts = withContext<HTMLOListElement, HTMLChakraProps<'ol'>>('ol', 'trail');
// What scrolls has to be reachable by keyboard.
const scrolling = { defaultProps: { tabIndex: 0 } };
/** Text as it is written in a file. */
export const Source = withContext<HTMLPreElement, HTMLChakraProps<'pre'>>('pre', 'source', scrolling);
/** `Source` whose lines came (`data-sign="+"`) or went (`-`). */
export const Diff = withContext<HTMLPreElement, HTMLChakraProps<'pre'>>('pre', 'diff', scrolling);

interface TitledProps {
  title: string;
  children: ReactNode;
}

const Details = withContext<HTMLDetailsElement, HTMLChakraProps<'details'>>('details', 'part');

/** What opens and closes below its title. */
export function Part({ title, open, children }: TitledProps & { open?: boolean }) {
  return (
    <Details open={open}>
      <summary>{title}</summary>
      {children}
    </Details>
  );
}

const Group = withContext<HTMLFieldSetElement, HTMLChakraProps<'fieldset'>>('fieldset', 'settings');

/** Controls that belong together, by name. */
export function Settings({ title, children }: TitledProps) {
  return (
    <Group>
      <legend>{title}</legend>
      {children}
    </Group>
  );
}

/** A heading of a part, no larger than the text. */
export function SmallHeading({ as = 'h2', children }: { as?: 'h2' | 'h3'; children: ReactNode }) {
  return (
    <Box as={as} margin="0" fontSize="body">
      {children}
    </Box>
  );
}

/** A word or two about what it stands next to. */
export function Mark({ children }: { children: ReactNode }) {
  return (
    <Badge color="inherit" marginStart="2" {...mark}>
      {children}
    </Badge>
  );
}

const choice = createSlotRecipeContext({ key: 'choice' });
const TickBox = choice.withProvider<HTMLLabelElement, HTMLChakraProps<'label'>>('label', 'root');
const TickMark = choice.withContext<HTMLInputElement, HTMLChakraProps<'input'>>('input', 'mark');

interface TickProps {
  label: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** A checkbox with its words. */
export function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <TickBox fontSize="small">
      <TickMark type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </TickBox>
  );
}
