import { Box } from '@chakra-ui/react/box';
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorState, Transaction } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import sectionMeta from '../../../schemas/meta/section.schema.json';
import uiMeta from '../../../schemas/meta/ui.schema.json';

interface JsonEditorProps {
  label: string;
  file: string;
  text: string;
  onChange(text: string): void;
}

/** Edits JSON, with completion from schemas/meta. Tab leaves the editor. */
export function JsonEditor({ label, file, text, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const first = useRef(text);
  // Synchronizes with CodeMirror.
  useEffect(() => {
    if (!place.current) return;
    // In a shadow root, CodeMirror uses constructed style sheets. A strict CSP allows them.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          ...[lineNumbers(), history(), indentOnInput(), bracketMatching(), lintGutter(), json()],
          syntaxHighlighting(editorColors),
          linter(jsonParseLinter()),
          autocompletion({ override: [completeFrom(membersFor(file))] }),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          editorLook,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged, transactions, state }) => {
            if (docChanged && !transactions.some(isOutside)) changed.current(state.doc.toString());
          }),
        ],
      }),
    });
    // Lets keyboard users scroll the editor.
    made.scrollDOM.tabIndex = 0;
    view.current = made;
    return () => made.destroy();
  }, [file, label]);
  // Synchronizes with changes made outside the editor.
  useEffect(() => {
    const now = view.current;
    if (now && now.state.doc.toString() !== text)
      now.dispatch({
        changes: { from: 0, to: now.state.doc.length, insert: text },
        annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
      });
  }, [text]);
  return (
    <Box ref={place} border="1px solid" borderColor="edge" borderRadius="control" bg="paper" fontSize="0.875rem" />
  );
}

const isOutside = (transaction: Transaction) => transaction.annotation(Transaction.remote) === true;

interface Meta {
  $ref?: string;
  type?: string;
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
}

function membersFor(file: string): Record<string, Meta> {
  if (file.endsWith('.ui.json')) return uiMeta.definitions.node.properties;
  return file.startsWith('translations/') ? {} : sectionMeta.definitions.node.properties;
}

/** Completes names after a quote, and the values of enums and constants. */
function completeFrom(members: Record<string, Meta>) {
  return (context: CompletionContext): CompletionResult | null => {
    const value = context.matchBefore(/"[^"]+":\s*"?[\w-]*/);
    const [, name = ''] = /^"([^"]+)":/.exec(value?.text ?? '') ?? [];
    if (value && name in members) return completeValue(value, members[name] ?? {});
    const key = context.matchBefore(/"[\w:$-]*/);
    if (!key) return null;
    const options = Object.entries(members).map(([label, { title, description }]) => ({
      label: `"${label}"`,
      detail: title,
      info: description,
      type: 'property',
    }));
    return { from: key.from, options, validFor: /^"[\w:$-]*"?$/ };
  };
}

function completeValue(at: { from: number; text: string }, meta: Meta): CompletionResult | null {
  const values = meta.enum ?? (meta.const === undefined ? [] : [meta.const]);
  if (values.length === 0) return null;
  const from = at.from + (/:\s*/.exec(at.text)?.index ?? 0) + (/:\s*/.exec(at.text)?.[0].length ?? 0);
  return { from, options: values.map((value) => ({ label: JSON.stringify(value), type: 'enum' })) };
}

/** CSS variables apply inside the shadow root, so dark mode works. */
const color = (name: string) => `var(--rp-colors-${name})`;

const lined = { border: `1px solid ${color('edge')}` };

/** CodeMirror's default theme is light. */
const editorLook = EditorView.theme({
  '&': { maxHeight: '34rem', color: color('ink') },
  '&.cm-focused': { outline: `3px solid ${color('focus')}`, outlineOffset: '2px' },
  '.cm-scroller': { overflow: 'auto' },
  '.cm-content': { caretColor: color('ink') },
  '.cm-gutters': {
    backgroundColor: color('surface'),
    color: color('muted'),
    borderRight: `1px solid ${color('hair')}`,
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: `1px solid ${color('edge')}` },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: color('error-surface') },
  '.cm-lintRange-active': { backgroundColor: color('error-surface') },
  '.cm-tooltip': { ...lined, backgroundColor: color('paper'), color: color('ink') },
  '.cm-diagnostic-error': { borderLeft: `5px solid ${color('error')}` },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: color('ink'), color: color('paper') },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8' },
});

/** CodeMirror's colors, mixed with the text color for contrast in both modes. */
const editorColors = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) =>
    spec.color ? { ...spec, color: `color-mix(in srgb, ${spec.color} 45%, ${color('ink')})` } : spec,
  ),
);
