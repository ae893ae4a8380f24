import { Box } from '@chakra-ui/react/box';
import { Link } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { answerCard, formatBrief } from '../../model/answers/answerCards';
import { fillText } from '../../model/messages/fillText';
import { DoneMark, ErrorMark } from '../ui/Accordion';
import type { LoadedStep } from './loadedStep';
import type { Panel } from './panels';
import type { StepFormState } from './useStepForm';

interface StepBesideProps {
  loaded: LoadedStep;
  form: StepFormState;
}

/** Lists the finished sections and those with an error, and counts what's left, beside the form on wide screens. */
export function StepSummary({ loaded: { panels }, form }: StepBesideProps) {
  const messages = useMessages('steps').beside;
  const shown = panels
    .map((panel, index) => ({ panel, index }))
    .filter(({ index }) => form.isDone(index) || form.isWrong(index));
  const left = panels.filter((_, index) => !form.isDone(index)).length;
  return (
    <Box as="aside" aria-labelledby="step-answers" {...BESIDE}>
      <h2 id="step-answers">{messages.title}</h2>
      {shown.length === 0 ? <p>{messages.empty}</p> : <Sections shown={shown} form={form} />}
      <p>{left > 0 ? fillText(messages.left, { n: left }) : messages.complete}</p>
      <p>{messages.saved}</p>
    </Box>
  );
}

/** The list of steps on the left already names all sections. */
function Sections({ shown, form }: { shown: { panel: Panel; index: number }[]; form: StepFormState }) {
  return (
    <ol>
      {shown.map(({ panel, index }) => (
        <li key={panel.anchor} aria-current={index === form.place.open ? 'true' : undefined}>
          <Link to={{ hash: panel.anchor }}>{panel.title}</Link>
          {form.isWrong(index) ? <ErrorMark /> : <DoneMark later={form.postponed[index]} />}
          {form.isDone(index) && <Brief panel={panel} form={form} />}
        </li>
      ))}
    </ol>
  );
}

function Brief({ panel, form }: { panel: Panel; form: StepFormState }) {
  const { answers: texts } = useMessages('steps');
  const lines = panel.sections.map((section) => {
    const { schema, ui } = section.served;
    return formatBrief(answerCard('', { schema, ui, texts }, form.controller.answers(section)));
  });
  return <small translate="no">{lines.filter(Boolean).join(' · ')}</small>;
}

const BESIDE = {
  className: 'rp-beside',
  position: 'sticky',
  top: '6',
  alignSelf: 'start',
  lineHeight: 'snug',
  css: {
    '& h2': { margin: '0 0 {spacing.1}', fontSize: 'body' },
    '& > p': { color: 'muted', fontSize: 'small' },
    '& > p + p': { marginTop: '2' },
    '& ol': { marginBlock: '{spacing.4}', listStyle: 'none', borderTop: '2px solid {colors.accent}' },
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: '2',
      paddingBlock: '3',
      borderBottom: '1px solid {colors.hair}',
    },
    '& li[aria-current] > a': { fontWeight: 'bold' },
    '& a': { color: 'ink', fontSize: 'small', '&:hover': { textDecoration: 'underline' } },
    '& small': { flexBasis: '100%', marginTop: '1', color: 'muted', fontSize: 'small', overflowWrap: 'break-word' },
    '& .rp-accordion__mark svg': { width: '1rem' },
  },
} as const;
