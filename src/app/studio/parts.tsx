import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { createSlotRecipeContext, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { markStyle, studioStyles } from './studioStyles';

const { withProvider, withContext } = createSlotRecipeContext({ recipe: studioStyles });

interface RootProps extends HTMLChakraProps<'main'> {
  /** The workspace, the login, or a single form in an iframe. */
  kind?: 'page' | 'gate' | 'frame';
}

export const Root = withProvider<HTMLElement, RootProps>('main', 'root', { defaultProps: { id: 'main' } });

export const Workspace = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'workspace');
export const Bar = withContext<HTMLElement, HTMLChakraProps<'header'>>('header', 'bar');
export const Nav = withContext<HTMLElement, HTMLChakraProps<'nav'>>('nav', 'nav');
export const NavGroup = withContext<HTMLDetailsElement, HTMLChakraProps<'details'>>('details', 'navGroup');
export const NavItem = withContext<HTMLButtonElement, HTMLChakraProps<'button'>>('button', 'navItem', {
  defaultProps: { type: 'button' },
});
export const Panel = withContext<HTMLElement, HTMLChakraProps<'aside'>>('aside', 'panel');
export const Tabs = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'tabs');
export const Side = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'side');
export const Tools = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'tools');
export const Label = withContext<HTMLLabelElement, HTMLChakraProps<'label'>>('label', 'label');
export const Edit = withContext<HTMLElement, HTMLChakraProps<'section'>>('section', 'edit');
export const Panes = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'panes');
export const Pane = withContext<HTMLElement, HTMLChakraProps<'section'>>('section', 'pane');
export const Rehearsed = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'rehearsal');
/** Two forms to compare. Narrow pages show only the form that `data-shown` names. */
export const Frames = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'frames');
export const FormPart = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'form');
export const Phone = withContext<HTMLIFrameElement, HTMLChakraProps<'iframe'>>('iframe', 'phone');
export const Fields = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'fields');
export const IssueRows = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'findings');
export const AffectedRows = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'affected');
export const Versions = withContext<HTMLOListElement, HTMLChakraProps<'ol'>>('ol', 'history');
export const Acts = withContext<HTMLOListElement, HTMLChakraProps<'ol'>>('ol', 'trail');
// Lets keyboard users scroll.
const scrolling = { defaultProps: { tabIndex: 0 } };
export const Source = withContext<HTMLPreElement, HTMLChakraProps<'pre'>>('pre', 'source', scrolling);
/** Changed lines have `data-sign="+"` or `"-"`. */
export const Diff = withContext<HTMLPreElement, HTMLChakraProps<'pre'>>('pre', 'diff', scrolling);

interface TitledProps {
  title: string;
  children: ReactNode;
}

const Details = withContext<HTMLDetailsElement, HTMLChakraProps<'details'>>('details', 'part');

interface PartProps extends TitledProps {
  open?: boolean;
  isLazy?: boolean;
}

/** If `isLazy` is true, the content is rendered only while the part is open. */
export function Part({ title, open, isLazy, children }: PartProps) {
  const [isOpen, setOpen] = useState(open ?? false);
  return (
    <Details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {(isOpen || !isLazy) && children}
    </Details>
  );
}

const Group = withContext<HTMLFieldSetElement, HTMLChakraProps<'fieldset'>>('fieldset', 'settings');

export function Settings({ title, children }: TitledProps) {
  return (
    <Group>
      <legend>{title}</legend>
      {children}
    </Group>
  );
}

export function SmallHeading({ as = 'h2', children }: { as?: 'h2' | 'h3'; children: ReactNode }) {
  return (
    <Box as={as} margin="0" fontSize="body">
      {children}
    </Box>
  );
}

export function Mark({ children }: { children: ReactNode }) {
  return (
    <Badge color="inherit" marginStart="2" {...markStyle}>
      {children}
    </Badge>
  );
}

const choice = createSlotRecipeContext({ key: 'choice' });
const CheckboxRow = choice.withProvider<HTMLLabelElement, HTMLChakraProps<'label'>>('label', 'root');
const CheckboxMark = choice.withContext<HTMLInputElement, HTMLChakraProps<'input'>>('input', 'mark');

export function Checkbox({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <CheckboxRow fontSize="small">
      <CheckboxMark type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </CheckboxRow>
  );
}
