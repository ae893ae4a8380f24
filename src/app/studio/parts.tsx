import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { createSlotRecipeContext, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { mark, studioLook } from './studioLook';

const { withProvider, withContext } = createSlotRecipeContext({ recipe: studioLook });

interface RootProps extends HTMLChakraProps<'main'> {
  /** The workspace, the login, or a single form in an iframe. */
  kind?: 'page' | 'gate' | 'frame';
}

/** Root element of every Studio page. */
export const Root = withProvider<HTMLElement, RootProps>('main', 'root', { defaultProps: { id: 'main' } });

export const Workspace = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'workspace');
export const Side = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'side');
export const Label = withContext<HTMLLabelElement, HTMLChakraProps<'label'>>('label', 'label');
export const Edit = withContext<HTMLElement, HTMLChakraProps<'section'>>('section', 'edit');
export const Panes = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'panes');
export const Pane = withContext<HTMLElement, HTMLChakraProps<'section'>>('section', 'pane');
/** Wraps an engine form. */
export const FormPart = withContext<HTMLDivElement, HTMLChakraProps<'div'>>('div', 'form');
export const Phone = withContext<HTMLIFrameElement, HTMLChakraProps<'iframe'>>('iframe', 'phone');
export const Fields = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'fields');
export const IssueRows = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'findings');
export const AffectedRows = withContext<HTMLUListElement, HTMLChakraProps<'ul'>>('ul', 'affected');
export const Versions = withContext<HTMLOListElement, HTMLChakraProps<'ol'>>('ol', 'history');
export const Acts = withContext<HTMLOListElement, HTMLChakraProps<'ol'>>('ol', 'trail');
// Scrollable areas must be focusable.
const scrolling = { defaultProps: { tabIndex: 0 } };
export const Source = withContext<HTMLPreElement, HTMLChakraProps<'pre'>>('pre', 'source', scrolling);
/** Lines have `data-sign="+"` or `"-"`. */
export const Diff = withContext<HTMLPreElement, HTMLChakraProps<'pre'>>('pre', 'diff', scrolling);

interface TitledProps {
  title: string;
  children: ReactNode;
}

const Details = withContext<HTMLDetailsElement, HTMLChakraProps<'details'>>('details', 'part');

/** A collapsible part. */
export function Part({ title, open, children }: TitledProps & { open?: boolean }) {
  return (
    <Details open={open}>
      <summary>{title}</summary>
      {children}
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
    <Badge color="inherit" marginStart="2" {...mark}>
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
