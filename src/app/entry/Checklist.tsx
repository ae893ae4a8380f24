import { Box } from '@chakra-ui/react/box';
import { Center } from '@chakra-ui/react/center';
import { Grid } from '@chakra-ui/react/grid';
import type { Configuration } from '../../contract/application';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { type DocumentName, documentId, documentType, documentTypes } from '../../model/section/documentTypes';

interface ChecklistProps {
  /** The landlord's settings, by name. */
  documents?: Settings;
  /** In dollars; undefined while it loads. */
  fee?: number;
}

/** Lists what the applicant needs: documents, addresses, the fee. */
export function Checklist({ documents, fee }: ChecklistProps) {
  const messages = useMessages('entry').instruction.have;
  const card = fee === undefined ? messages.cardLater : fillText(messages.cardHelp, { amount: formatDollars(fee) });
  const things = [...listDocuments(messages, documents), ...(fee === 0 ? [] : [[messages.card, card] as const])];
  return (
    <Box as="ol" marginBottom="6" border="1px solid {colors.hair}" borderRadius="card">
      {things.map(([title, help], index) => (
        <Grid as="li" key={title} borderTop={index > 0 ? '1px solid {colors.hair}' : undefined} {...THING}>
          <Center aria-hidden="true" {...NUMBER}>
            {index + 1}
          </Center>
          <strong>{title}</strong>
          {help && (
            <Box as="p" gridColumn="2" color="muted" fontSize="small">
              {help}
            </Box>
          )}
        </Grid>
      ))}
    </Box>
  );
}

const THING = {
  gridTemplateColumns: '2.25rem 1fr',
  columnGap: { base: '3', md: '4' },
  alignItems: { base: 'start', md: 'center' },
  padding: { base: '{spacing.3} {spacing.4}', md: '{spacing.3} {spacing.5}' },
  lineHeight: 'snug',
} as const;

const NUMBER = {
  gridRow: 'span 2',
  width: '2.25rem',
  height: '2.25rem',
  borderRadius: 'control',
  bg: 'surface',
  color: 'accentText',
  fontWeight: 'bold',
} as const;

type ChecklistMessages = Messages<'entry'>['instruction']['have'];
type Settings = Configuration['documents'];

/** In step order, without what the landlord hides. */
function listDocuments(messages: ChecklistMessages, settings: Settings = {}): (readonly [string, string?])[] {
  const isAsked = ({ setting }: { setting?: string }) => !setting || settings[setting] !== 'Hide';
  const has = (name: DocumentName) => isAsked(documentType(documentId(name)) ?? {});
  const identity = documentTypes().filter((type) => type.role === 'identity' && isAsked(type));
  const income = [...(has('employment') ? [messages.stubs] : []), ...(has('banking') ? [messages.statements] : [])];
  return [
    ...(identity.length
      ? [
          identityItem(
            messages,
            identity.map(({ title }) => title),
          ),
        ]
      : []),
    [messages.addresses, messages.addressesHelp],
    has('ssn') ? [messages.ssn, messages.ssnHelp] : [messages.ssn],
    ...(income.length ? [[income.length > 1 ? messages.income : (income[0] ?? ''), messages.incomeHelp] as const] : []),
  ];
}

function identityItem(messages: ChecklistMessages, titles: readonly string[]): readonly [string, string] {
  return [fillText(messages.identity, { list: titles.join(', ') }), messages.identityHelp];
}
